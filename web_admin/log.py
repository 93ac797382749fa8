"""Log: every press and fact of the evening, with filters, rulings on each press, and CSV."""

import csv
import io
from collections.abc import Iterator
from secrets import token_hex
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request, stream_with_context

from web_admin.current import link
from web_admin.logfilter import Filter
from web_admin.logrows import GROUPS
from web_admin.logview import in_force, shown
from web_admin.readmodel import PAGE_ROWS, ReadModel
from web_admin.security import READ, open_to
from web_admin.words import word

bp = Blueprint("log", __name__)
MARKS = ("late-card", "violation", "hint", "wrong-word", "noise")
_CELLS = (
    "n", "i", "number", "team", "turn", "time", "at_ns", "what", "key", "source", "doubt",
    "verdict", "reason", "was", "by", "because", "target", "mode", "recorded",
)  # fmt: skip
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


@bp.get("/log")
@open_to(READ)
def page() -> str:
    """Show one page of the log, newest first."""
    model, state = _model(), link().state
    there = model.follow()
    wanted = Filter.of(request.args)
    number = _number(request.args.get("p", ""))
    rows, count = model.page(wanted, number) if there else ([], 0)
    turns, keys = model.choices() if there else ([], [])
    return render_template(
        "log.html",
        rows=[shown(row, _live(state.snapshot)) for row in rows],
        standing=in_force(model.rulings()) if there else {},
        there=there,
        count=count,
        number=number,
        pages=max(1, -(-count // PAGE_ROWS)),
        wanted=wanted,
        turns=turns,
        keys=keys,
        groups=GROUPS,
        marks=MARKS,
        formats=_formats(state.snapshot),
        teams=_texts(state.snapshot.get("teams")),
        state=state,
        new_id=token_hex,
    )


@bp.get("/log.csv")
@open_to(READ)
def as_csv() -> Response:
    """Return all rows of the filter as CSV that spreadsheets read, and do not run."""
    model, snapshot = _model(), _live(link().state.snapshot)
    there = model.follow()
    wanted = Filter.of(request.args)

    def lines() -> Iterator[str]:
        yield "\ufeff" + _line([word("log", "input" if cell == "i" else cell) for cell in _CELLS])
        for row in model.all(wanted) if there else ():
            cells = shown(row, snapshot)
            cells["verdict"] = word("verdict", cells["verdict"]) if cells["verdict"] else ""
            cells["recorded"] = word("recorded", cells["recorded"])
            yield _line([cells[cell] for cell in _CELLS])

    response = Response(stream_with_context(lines()), mimetype="text/csv")
    response.headers["Content-Disposition"] = "attachment; filename=minuta-log.csv"
    return response


def _line(cells: list[Any]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow([_harmless(cell) for cell in cells])
    return out.getvalue()


def _harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula gets a leading apostrophe."""
    if cell is None or isinstance(cell, int):
        return "" if cell is None else cell
    text = str(cell)
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def _formats(snapshot: Any) -> dict[str, dict[str, list[str]]]:
    """Return format -> what its guesses may mean, and what rulings book; as the box says it."""
    rows = snapshot.get("formats")
    return {
        str(row.get("id")): {
            name: [str(one) for one in row.get(name) or ()] for name in ("claims", "books")
        }
        for row in (rows if isinstance(rows, list) else ())
        if isinstance(row, dict)
    }


def _texts(value: Any) -> dict[str, str]:
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else {}


def _live(snapshot: Any) -> dict[str, object]:
    """Return the snapshot while its daemon lives: without it nobody knows what is recorded."""
    return dict(snapshot) if snapshot.get("link") == "ok" else {}


def _number(text: str) -> int:
    return min(max(int(text), 1), 10**6) if text.isascii() and text.isdigit() else 1


def _model() -> ReadModel:
    model = current_app.extensions["minuta_log"]
    assert isinstance(model, ReadModel)
    return model
