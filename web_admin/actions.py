"""What people do on the pages: rulings, keys of the bench, the choice of a format, alarms seen.

Each becomes one request to the daemon; what it says comes back in words. A form goes back to
its page (303), so that a reload repeats nothing; its `action_id` makes a double click one act.
"""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from flask import Blueprint, Response, flash, jsonify, redirect, request, url_for

from web_admin.current import link
from web_admin.guests import actor
from web_admin.link import LinkLost, Reply
from web_admin.security import DESK, open_to
from web_admin.words import word

bp = Blueprint("actions", __name__)
_PAGES = frozenset({"now.page", "log.page", "bench.page"})
_WHOLE = frozenset({"target", "turn", "number", "by"})
_RULE_FIELDS = ("what", "because", "target", "for", "turn", "as", "team", "by")
_SECOND_NS = 1_000_000_000
_MOST_S = 86_400


@bp.post("/rule")
@open_to(DESK)
def rule() -> Response:
    """Post a ruling of a form and go back to its page with the answer."""
    args = {name: request.form[name].strip() for name in _RULE_FIELDS if request.form.get(name)}
    try:
        code, text = _ask("rule", {"because": "", **args, **_guess(request.form)})
    except ValueError:
        code, text = "bad-args", word("error", "bad-args")
    flash(text, "good" if not code else "bad")
    page = request.form.get("page", "")
    back = {key: value for key, value in request.args.items() if key != "endpoint"}
    return redirect(url_for(page if page in _PAGES else "now.page", **back), 303)  # type: ignore[arg-type, return-value]


@bp.post("/key")
@open_to(DESK)
def key() -> tuple[Response, int]:
    """Close or open a contact of the simulated board."""
    return _json("key", ("key", "closed"))


@bp.post("/choose")
@open_to(DESK)
def choose() -> tuple[Response, int]:
    """Choose the format of the turns to come."""
    return _json("choose", ("format", "set", "mode", "number", "even_so"))


@bp.post("/silence")
@open_to(DESK)
def silence() -> tuple[Response, int]:
    """Say that a person has seen an alarm."""
    return _json("silence", ("alarm",))


def _guess(form: Mapping[str, str]) -> dict[str, int]:
    """Return the instant of a guess that was given as seconds of the press's phase.

    :raise ValueError: They are no seconds.
    """
    if "guess_s" not in form:
        return {}
    try:
        seconds = Decimal(form["guess_s"].strip().replace(",", "."))
    except InvalidOperation:
        raise ValueError("no seconds") from None
    if not seconds.is_finite() or abs(seconds) > _MOST_S:
        raise ValueError("not so many seconds")
    return {"at_ns": int(form.get("origin_ns", "")) + round(seconds * _SECOND_NS)}


def _json(verb: str, fields: tuple[str, ...]) -> tuple[Response, int]:
    given = request.get_json(silent=True)
    given = given if isinstance(given, dict) else {}
    code, text = _ask(verb, {name: given[name] for name in fields if name in given})
    return jsonify(ok=not code, code=code, text=text), 200 if not code else 409


def _ask(verb: str, args: Mapping[str, object]) -> tuple[str, str]:
    """Ask the daemon; return the error code ("" for none), of a refusal its reason, and what to
    tell the person."""
    try:
        whole = {name: int(str(args[name])) for name in _WHOLE & args.keys()}
        if_n = request.form.get("if_n", "")
        reply = link().ask(
            verb,
            {**args, **whole},
            actor=actor(),
            action_id=request.form.get("action_id") or None,
            if_n=int(if_n) if if_n else None,
        )
    except LinkLost:
        return "busy", word("error", "link-lost")
    except ValueError:  # a number that is none, or a text that is no line
        return "bad-args", word("error", "bad-args")
    reason = reply.field_name if reply.code == "refused" else ""
    return (reason or reply.code or "", _told(reply))


def _told(reply: Reply) -> str:
    if reply.ok:
        return word("error", "done")
    if reply.code == "refused":
        return f"{word('error', 'refused')}: {word('reason', reply.field_name)}"
    return word("error", reply.code)
