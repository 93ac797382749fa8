"""The guest as the tests of USB keys have it."""

from __future__ import annotations

from typing import Any

from bench_vm.machine import Machine

# Its report: two axes, twenty buttons, four constant bits; seven bytes to it.
DESCRIPTOR = bytes.fromhex(
    "0501 0904 a101 a102 7508 9502 1500 26ff00 3500 46ff00 0930 0931 8102 7501 9514 2501 4501"
    " 0509 1901 2914 8102 0600ff 7501 9504 2501 4501 0901 8102 c0 a102 7508 9507 46ff00 26ff00"
    " 0902 9102 c0 c0"
)
"""A quiz controller's."""


class Guest:
    """The guest with `usb_end` imported; its service is stopped."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        machine.shell("modprobe uinput; modprobe uhid; modprobe evdev; modprobe hid-sony")
        self("import usb_end")

    def __call__(self, code: str, **names: object) -> Any:
        return self.machine.python(code, limit_s=300, **names)

    def hear(self, device: str, lines: list[str], *, reads: bool = True) -> None:
        """Start the product's source on a device."""
        self("heard = usb_end.Heard(lines, device, reads)", lines=lines, device=device, reads=reads)

    def wait(self, kind: str, count: int) -> list[list[Any]]:
        """Return the rows of a kind once there are so many."""
        rows = self("result = heard.wait(kind, count)", kind=kind, count=count)
        return [row for row in rows if row[0] == kind]

    def stop(self) -> list[list[Any]]:
        """Stop the source; return all its rows."""
        return list(self("result = heard.stop()"))
