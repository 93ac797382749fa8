"""The person at the box: answers by START and STOP, or by a keyboard."""

from firmware_host.intake.fingers import Finger
from firmware_host.intake.source import Noticed
from firmware_host.preflight.rig import Rig, Typed
from firmware_host.preflight.row import Say, texts
from firmware_host.wiring.words import Both

YES = ("y", "yes", "д", "да", "+")
NO = ("n", "no", "н", "нет", "-")
BY_KEY = {"start": True, "stop": False}


class Person:
    """Asks, and waits for an answer."""

    def __init__(self, rig: Rig, say: Say, patience_ns: int) -> None:
        """`patience_ns` is how long an answer is waited for."""
        self.rig = rig
        self.say = say
        self.patience_ns = patience_ns
        self.answers_by: set[str] = set()
        """The keys that were heard, of those that answer."""

    def until_ns(self) -> int:
        """Return when patience ends, from now on."""
        return self.rig.clock.now_ns() + self.patience_ns

    def tell(self, text: Both) -> None:
        """Say something that wants no answer."""
        self.say({"event": "say", "text": texts(text)})

    def ask(self, what: str, name: str, text: Both) -> None:
        """Ask for something to be done."""
        self.say({"event": "ask", "what": what, "name": name, "text": texts(text)})

    def yes(self, what: str, name: str, text: Both) -> bool | None:
        """Ask a question; None: nobody answered, or nobody can."""
        self.rig.forget()
        self.ask(what, name, text)
        until_ns = self.until_ns()
        while self.answers_by or self.rig.typing:
            news = self.rig.news(until_ns)
            if news is None:
                return None
            answer = self._answer(news)
            if answer is not None:
                self.rig.outputs.blip("accepted", self.rig.clock.now_ns())
                return answer
        return None

    def _answer(self, news: Finger | Noticed | Typed) -> bool | None:
        if isinstance(news, Finger):
            return BY_KEY.get(news.key) if news.key in self.answers_by else None
        if isinstance(news, Typed):
            word = news.text.lower()
            return True if word in YES else False if word in NO else None
        return None
