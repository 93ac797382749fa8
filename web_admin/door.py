"""The pages of the door: Ask, for a phone that wants to be let in, and Devices, to revoke one."""

from typing import Any

from flask import (
    Blueprint,
    Response,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from web_admin.current import link
from web_admin.guests import (
    ROLES,
    actor,
    admission,
    from_here,
    give_token,
    guest,
    guests,
    holds,
    token_hash,
)
from web_admin.link import LinkLost, mono_ns
from web_admin.security import DESK, SCREEN, open_to
from web_admin.words import known, word

bp = Blueprint("door", __name__)


@bp.get("/ask")
@open_to(SCREEN)
def ask() -> Response:
    """Show the form, or the number while it waits; a guest goes on to the log."""
    if from_here() or guest() is not None:
        return redirect(url_for("log.page"))  # type: ignore[return-value]
    state, why = _state()
    asking = admission().get("asking") if state == "waiting" else None
    left_s = max(0, (int(asking["until_ns"]) - mono_ns()) // 10**9) if asking else 0
    page = render_template(
        "ask.html", state=state, why=why, asking=asking, left_s=left_s, roles=ROLES
    )
    response = make_response(page)
    # It keeps its token: a second tap asks with the same, and what the box has said since may not
    # be known here yet. Only one that was revoked is never asked with again.
    if not token_hash() or why == "revoked":
        give_token(response)
    return response


@bp.get("/ask.json")
@open_to(SCREEN)
def state() -> Response:
    """Return what the page that waits would show now, without a name or number."""
    if guest() is not None:
        return jsonify(state="admitted")
    return jsonify(state=_state()[0])


@bp.post("/ask")
@open_to(SCREEN)
def post() -> Response:
    """Ask the box to be admitted."""
    hash_ = token_hash()
    if not hash_:
        flash(word("door", "no-cookie"), "bad")
    else:
        args = {"name": request.form.get("name", ""), "role": request.form.get("role", "")}
        text = _told("ask", {**args, "hash": hash_})
        if text:
            flash(text, "bad")
    return redirect(url_for("door.ask"), 303)  # type: ignore[return-value]


@bp.get("/devices")
@open_to(DESK)
def devices() -> str:
    """Show who was admitted."""
    return render_template("devices.html", guests=guests(), mine=token_hash(), state=link().state)


@bp.post("/revoke")
@open_to(DESK)
def revoke() -> Response:
    """Take an admission back."""
    name = request.form.get("name", "")
    text = _told("revoke", {"name": name}, actor=actor())
    flash(text or word("door", "was-revoked"), "bad" if text else "good")
    return redirect(url_for("door.devices"), 303)  # type: ignore[return-value]


def _state() -> tuple[str, str]:
    """Return ("waiting" | "lost" | "none" | why it ended, why it ended) of this browser."""
    if link().state.snapshot.get("link") != "ok":
        return "lost", ""
    told = admission()
    asking: Any = told.get("asking")
    if isinstance(asking, dict) and holds(str(asking.get("hash"))):
        return "waiting", ""
    for hash_, why in reversed(told.get("ended") or []):
        if holds(hash_):
            return why, why
    return "none", ""


def _told(verb: str, args: dict[str, str], actor: str = "") -> str:
    """Ask the daemon; return what to tell the person, "" if it was done."""
    try:
        reply = link().ask(verb, args, actor=actor)
    except LinkLost:
        return word("error", "link-lost")
    except ValueError:
        return word("error", "bad-args")
    if reply.ok:
        return ""
    if reply.code == "refused" and known("door", reply.field_name):
        return word("door", reply.field_name)
    return word("door", "bad-name") if reply.code == "bad-args" else word("error", reply.code)
