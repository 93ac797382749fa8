"""What the journal has to say to people: said once, and standing until it ends.

| word | when |
|---|---|
| journal-behind | the file is so far behind that raw edges are kept as counts |
| journal-overflow | more than 64 MiB wait for the file: raw edges as sums only |
| disk-full | no room; the file waits, the game goes on |
| disk-error | a write or a sync failed; a new file carries on |
| ring-full | what is not on the card yet no longer fits into the ring |
| ring-disagrees | ring and file differ, the file leads, the ring was set aside |
| journal-damage | a line of the file was unreadable at start |
"""

from collections import deque
from dataclasses import dataclass
from threading import Lock


@dataclass(frozen=True, slots=True)
class Alarm:
    """One thing that went wrong, or (`ended`) that no longer is so."""

    word: str
    text: str
    ended: bool = False


class Alarms:
    """A queue of news and the alarms that stand. Any thread may call any member."""

    def __init__(self) -> None:
        self.news: deque[Alarm] = deque(maxlen=1000)
        """What was not yet taken, oldest first; take with `popleft`."""
        self.standing: dict[str, str] = {}
        """Word -> text of all that has not ended; replaced, never changed in place."""
        self._lock = Lock()

    def sound(self, word: str, text: str) -> None:
        """Say `text`; once while the alarm of this word stands."""
        with self._lock:
            if word not in self.standing:
                self.standing = {**self.standing, word: text}
                self.news.append(Alarm(word, text))

    def end(self, word: str) -> None:
        """Say that it is over; nothing if it does not stand."""
        with self._lock:
            if word in self.standing:
                text = self.standing[word]
                self.standing = {w: t for w, t in self.standing.items() if w != word}
                self.news.append(Alarm(word, text, ended=True))
