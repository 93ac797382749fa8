"""How long after a contact closes a lamp is lit. Runs in the guest.

lamp_eye.py PIN LAMP     the bare script that is compared with: gpiozero, no debounce; the
                         callback hands over to another thread, which lights the lamp
"""

import os
import queue
import signal
import sys
import time

CLOSED_S = 0.08
APART_S = 0.6  # the lamp of an accepted press is lit for 0.4 s


def lags_ns(pin, lamp, count):
    """Press so often; return the time from each closing to the light, looked at all the time."""
    import lines

    found = []
    for _ in range(count):
        before_ns, _ = lines.drive(pin, True)
        by_ns = before_ns + 10 * 10**9
        while not lines.value(lamp):
            if time.monotonic_ns() > by_ns:
                lines.drive(pin, False)
                raise TimeoutError(f"no light at {lamp}")
        found.append(time.monotonic_ns() - before_ns)
        time.sleep(CLOSED_S)
        lines.drive(pin, False)
        while lines.value(lamp):
            time.sleep(0.01)
        time.sleep(APART_S)
    return found


def main(pin, lamp):
    """Be the bare script."""
    import threading

    os.environ.setdefault("LG_WD", "/tmp")
    from gpiozero import LED, Button
    from gpiozero.pins.lgpio import LGPIOFactory

    factory = LGPIOFactory(chip=0)
    button, light = Button(pin, pin_factory=factory), LED(lamp, pin_factory=factory)
    orders = queue.SimpleQueue()
    button.when_pressed = lambda: orders.put(light.on)
    button.when_released = lambda: orders.put(light.off)

    def work():
        while True:
            orders.get()()

    threading.Thread(target=work, daemon=True).start()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    signal.pause()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
