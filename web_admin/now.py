"""Now: the countdown for hall, host and judge, and the state for pages that poll."""

from secrets import token_hex

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for

from web_admin.current import link
from web_admin.link import mono_ns
from web_admin.security import DESK, SCREEN, open_to

bp = Blueprint("now", __name__)


@bp.get("/")
@open_to(SCREEN)
def page() -> str:
    """Show the present turn; the script fills and follows it."""
    return render_template("now.html", state=link().state, action_id=token_hex(16))


@bp.get("/snapshot.json")
@open_to(SCREEN)
def snapshot() -> Response:
    """Return the latest snapshot, 304 where the page has it; the instant is in a header."""
    state = link().state
    response = Response(state.body, mimetype="application/json")
    response.set_etag(f"{state.snapshot.get('boot', '')}-{state.version}")
    response.headers["X-Mono-Ns"] = str(mono_ns())
    return response.make_conditional(request)  # type: ignore[return-value]


@bp.get("/desk.json")
@open_to(DESK)
def desk() -> Response:
    """Return what the desk may know and public pages may not: tickets, what is secret."""
    return jsonify(link().state.snapshot.get("desk", {}))


@bp.get("/favicon.ico")
@open_to(SCREEN)
def icon() -> Response:
    """Send browsers that ask by habit to the icon."""
    return redirect(url_for("static", filename="icon.svg"))  # type: ignore[return-value]
