"""Turns what the daemon says into pages on the glass, until it is told to end."""

import logging
from collections.abc import Callable
from typing import Protocol

from firmware_host.screen.follower import Follower
from firmware_host.screen.pages import Said, said
from hardware.displays.hdmi import HdmiScreen, Page
from hardware.errors import DeviceLost

RETRY_NS = 2_000_000_000
TELL_NS = 1_000_000_000
LOOK_NS = 50_000_000
"""A page is late by this at most; a new second comes at its own instant."""
_log = logging.getLogger(__name__)


class Ending(Protocol):
    """Whoever ends the screen; `supervision.ending.Bell` is one."""

    def wait(self, seconds: float) -> bool:
        """Wait so long; True if it is to end."""


def run(
    screen: HdmiScreen, follower: Follower, language: str, now_ns: Callable[[], int],
    ending: Ending, tell: Callable[[str], object] = lambda word: None,
) -> None:  # fmt: skip
    """Show pages until `ending`, or until the window is closed; blank the screen then.

    A screen that is not there is tried again every 2 s. `tell` is systemd's: ready, a word each
    second in which the loop has turned, stopping.
    """
    shown: Said | None = None
    retry_ns, told_ns, lost = 0, now_ns(), False
    tell("READY=1")
    try:
        while True:
            at_ns = now_ns()
            if at_ns >= told_ns + TELL_NS:
                told_ns = at_ns
                tell("WATCHDOG=1")
            page, change_ns = said(follower.state(at_ns), at_ns, language)
            if page != shown and at_ns >= retry_ns:
                try:
                    screen.draw(
                        Page(big=page.big, top=page.top, bottom=page.bottom, last=page.last)
                    )
                    shown, lost = page, False
                except DeviceLost as error:
                    if not lost:
                        _log.warning("%s", error)
                    shown, lost, retry_ns = None, True, at_ns + RETRY_NS
            until_ns = at_ns + LOOK_NS if change_ns is None else min(change_ns, at_ns + LOOK_NS)
            if ending.wait(max(0, until_ns - now_ns()) / 1e9) or not screen.attend():
                return
    finally:
        tell("STOPPING=1")
        screen.close()
