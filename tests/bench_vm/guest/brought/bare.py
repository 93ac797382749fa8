"""What is compared with: gpiozero's own buttons, as its documentation shows them.

    bare.py OUT PIN…        one line `PIN NANOSECONDS` for each `when_pressed`

Runs in the guest, by the product's own Python, which has gpiozero.
"""

import os
import signal
import sys
import time

os.environ.setdefault("LG_WD", "/tmp")

from gpiozero import Button
from gpiozero.pins.lgpio import LGPIOFactory

out = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
factory = LGPIOFactory(chip=0)


def heard(button):
    """Say which was pressed, and when this was called."""
    pin = button.pin.info.name.removeprefix("GPIO")
    os.write(out, f"{pin} {time.monotonic_ns()}\n".encode())


buttons = [Button(int(word), pin_factory=factory) for word in sys.argv[2:]]
for button in buttons:
    button.when_pressed = heard
os.write(out, b"ready 0\n")
signal.pause()
