"""How the daemon is told to end, and how it ends although a device hangs."""

import os
import select
import threading
from collections.abc import Callable


class Bell:
    """One thread waits; anybody rings, a signal handler too: no lock is taken.

    `threading.Event` is not for handlers: one that interrupts its `wait` at the wrong
    instruction never comes back from its `set`.
    """

    def __init__(self) -> None:
        self._fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def ring(self) -> None:
        """End the present wait and all later ones."""
        os.eventfd_write(self._fd, 1)

    def wait(self, seconds: float) -> bool:
        """Wait; True if it was rung."""
        return bool(select.select([self._fd], [], [], seconds)[0])


def within(seconds: float, call: Callable[[], object]) -> bool:
    """Run a call, and leave it to itself if it is not back in time.

    Returns:
        Whether it came back. What it raises is raised here.
    """
    raised: list[BaseException] = []

    def run() -> None:
        try:
            call()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, name="ending", daemon=True)
    thread.start()
    thread.join(seconds)
    if raised:
        raise raised[0]
    return not thread.is_alive()
