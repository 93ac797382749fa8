"""Who may do what over HTTP: everything is refused that is not allowed by name.

A view says with `@open_to(SCREEN)` (all who can reach the page), `@open_to(READ)` (every guest) or
`@open_to(DESK)` (a judge) who may call it; a view that says nothing is refused. Guests are in
`guests.py`; this machine itself counts as a judge. Requests must name a host of ours (DNS
rebinding), and what is not GET must come from our own page, with its token. Ours is the origin that
was asked for, and each under which the config says that a reverse proxy answers.
"""

import hmac
import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask, Response, abort, current_app, request, session

from web_admin.current import config
from web_admin.guests import JUDGE, role

SCREEN = "screen"
READ = "read"
DESK = "desk"
_MAY = {"": (SCREEN,), "reader": (SCREEN, READ), JUDGE: (SCREEN, READ, DESK)}
"""Role -> the views that are open to it."""
_PAGES = (("now.page", "now", SCREEN), ("bench.page", "bench", READ), ("log.page", "log", READ))
"""Page, its word, to whom it is open."""
SHUT = "not open to you"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_KEY_BYTES = 32
_HOST = re.compile(r"(\[[0-9a-f:]+\]|[^:\[\]]+)(?::[0-9]+)?")
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

View = TypeVar("View", bound=Callable[..., Any])


def open_to(who: str) -> Callable[[View], View]:
    """Mark a view as open to SCREEN, READ or DESK."""

    def mark(view: View) -> View:
        view.open_to = who  # type: ignore[attr-defined]  # a function's own attribute
        return view

    return mark


def secret_key(folder: Path) -> bytes:
    """Return the key of the cookies: made once, mode 0600, kept over restarts."""
    path = folder / "cookie.key"
    with suppress(FileNotFoundError):
        key = path.read_bytes()
        if len(key) == _KEY_BYTES:
            return key
    folder.mkdir(parents=True, exist_ok=True)
    key = secrets.token_bytes(_KEY_BYTES)
    beside = path.with_suffix(".new")
    beside.unlink(missing_ok=True)
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key)
    beside.replace(path)
    return key


def host_allowed(header: str, names: frozenset[str]) -> bool:
    """Return whether a Host header names one of our hosts, whatever the port."""
    match = _HOST.fullmatch(header.lower())
    return match is not None and match[1].strip("[]") in names


def csrf_token() -> str:
    """Return the token of this browser's session; made on first use."""
    token = session.get("csrf")
    if not isinstance(token, str):
        token = session["csrf"] = secrets.token_urlsafe(24)
    return token


def nav() -> list[tuple[str, str]]:
    """Return the pages that are open to the other end, each with its word."""
    mine = role()
    pages = [(page, word) for page, word, who in _PAGES if who in _MAY[mine]]
    return pages if mine else [*pages, ("door.ask", "ask")]


def init_app(app: Flask, host_names: frozenset[str], key: bytes) -> None:
    """Guard every request of the app."""
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_NAME="minuta",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        MAX_CONTENT_LENGTH=65536,
        MINUTA_HOSTS=host_names,
    )
    app.before_request(_guard)
    app.after_request(_headers)
    app.jinja_env.globals.update(csrf_token=csrf_token, nav=nav, role=role)


def _guard() -> None:
    if not host_allowed(request.headers.get("Host", ""), current_app.config["MINUTA_HOSTS"]):
        abort(400, "unknown host")
    if request.endpoint is None:
        return  # 404 or 405, by Flask
    view = current_app.view_functions[request.endpoint]
    who = SCREEN if request.endpoint == "static" else getattr(view, "open_to", "")
    if who != SCREEN and who not in _MAY[role()]:
        abort(403, SHUT)
    if request.method not in _SAFE:
        _from_our_page()


def _from_our_page() -> None:
    ours = (None, f"{request.scheme}://{request.host}", *config().proxied)
    if request.headers.get("Origin") not in ours:
        abort(403, "another origin")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "another site")
    given = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
    known = session.get("csrf")
    if not isinstance(known, str) or not hmac.compare_digest(given.encode(), known.encode()):
        abort(403, "no token: load the page again")


def _headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers[name] = value
    if request.endpoint == "static":
        response.headers["Cache-Control"] = "no-cache"
    return response
