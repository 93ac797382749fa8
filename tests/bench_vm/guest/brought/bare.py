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

out = open(sys.argv[1], "w", buffering=1)  # noqa: SIM115 it ends with the process
factory = LGPIOFactory(chip=0)


def heard(button):
    """Say which was pressed, and when this was called."""
    out.write(f"{button.pin.info.name.removeprefix('GPIO')} {time.monotonic_ns()}\n")


buttons = [Button(int(word), pin_factory=factory) for word in sys.argv[2:]]
for button in buttons:
    button.when_pressed = heard
out.write("ready 0\n")
signal.pause()
