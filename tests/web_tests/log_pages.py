"""What the tests of the log share: its page, its CSV, and the status of a turn."""

import csv
import io
from typing import Any

from web_tests.journal_of import SECOND_NS, Journal


def cells(app: Any, query: str = "") -> list[dict[str, str]]:
    """Return the CSV's rows."""
    text = app.test_client().get(f"/log.csv{query}").get_data().decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def page(app: Any, query: str = "", **headers: str) -> str:
    """Return the page's text."""
    reply = app.test_client().get(f"/log{query}", headers=headers)
    assert reply.status_code == 200
    return reply.get_data(as_text=True)


def status(journal: Journal, word: str, at_s: int) -> None:
    at_ns = at_s * SECOND_NS
    journal.add("status", {"turn": 1, "status": word, "at_ns": at_ns}, at_ns)
