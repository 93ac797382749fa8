"""Follows the daemon with the copy, a pass a second, and tells it how far the copy is."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from firmware_host.control.client import ControlClient, LinkLost
from firmware_host.copying.stick import NoStick, Vouched, copy_all

PASS_S = 1.0
MOST_TEXT = 200


class Ending(Protocol):
    """What ends it."""

    def wait(self, seconds: float) -> bool:
        """Wait so long; True if it is to end."""


class Following:
    """One life of `minuta copy`. Its only thread, which hangs where the stick does."""

    def __init__(
        self, events: Path, mount: Path, socket: Path, say: Callable[[str, str], None]
    ) -> None:
        """`say(word, detail)` is told each change: "whole", "no-stick", "failed"."""
        self._events, self._mount, self._socket, self._say = events, mount, socket, say
        self._client: ControlClient | None = None
        self._said = ""

    def run(self, ending: Ending) -> None:
        """Copy until `ending`."""
        done = Vouched()
        why = ""
        while True:
            vouched = self._ask(done, why)
            try:
                copy_all(self._events, self._mount, vouched)
                done, why = vouched, ""
                self._tell("whole", str(self._mount))
            except NoStick as error:
                why = f"{error.filename}: {error.strerror}"
                self._tell("no-stick", str(self._mount))
            except OSError as error:
                why = f"{error.filename or self._mount}: {error.strerror or error}"
                self._tell("failed", why)
            if ending.wait(PASS_S):
                break
        self._leave()

    def _ask(self, done: Vouched, why: str) -> Vouched:
        """Tell the daemon how far the copy is, and ask how far the card is.

        Without a daemon that answers, every file is as long as it is: the copy syncs it first.
        """
        args = {"why": why[:MOST_TEXT]} if why else {"n": done.n} if done.n >= 0 else {}
        for _ in range(2):  # a daemon that has started anew is asked again at once
            try:
                if self._client is None:
                    self._client = ControlClient(self._socket, "copy")
                reply = self._client.request("copied", args)
                if not reply.ok:
                    raise LinkLost(reply.text)
                return Vouched(**dict(reply.result))  # type: ignore[arg-type]  # the protocol's form
            except LinkLost:
                self._leave()
        return Vouched()

    def _leave(self) -> None:
        if self._client is not None:
            with suppress(OSError):
                self._client.close()
        self._client = None

    def _tell(self, word: str, detail: str) -> None:
        if (word + detail) != self._said:
            self._said = word + detail
            self._say(word, detail)
