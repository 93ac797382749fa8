"""Who is at the other end: this machine itself, a guest that was admitted at the box, or anybody.

This machine's own users (loopback) may do everything, as a person at its keyboard could; what a
proxy on it has passed on comes from anywhere: its headers say so, or the origin. Somebody else is
known by the token in the browser's cookie alone, whatever the address: its SHA-256 stands among the
guests of the daemon's latest snapshot, or it does not. So a guest that was revoked is out with the
next snapshot, and without a daemon that was ever heard nobody is a guest.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Any

from flask import Response, request

from web_admin.current import config, link

COOKIE = "minuta-guest"
JUDGE = "judge"
ROLES = (JUDGE, "reader")
_PASSED_ON = re.compile(r"forwarded|via|x-real-ip|x-forwarded-.+", re.IGNORECASE)
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_YEAR_S = 365 * 86400


def from_here() -> bool:
    """Return whether the request comes from this machine itself, and no proxy has passed it on."""
    if any(_PASSED_ON.fullmatch(name) for name, _ in request.headers) or _proxied():
        return False
    with suppress(ValueError):
        address = ip_address(request.remote_addr or "")
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return (mapped or address).is_loopback
    return False


def _proxied() -> bool:
    """Return whether the page was opened where the config says that a proxy answers."""
    asked = (request.headers.get("Origin"), f"http://{request.host}", f"https://{request.host}")
    return not config().proxied.isdisjoint(asked)


def guest() -> Mapping[str, Any] | None:
    """Return the guest whose token the browser holds: name, role; None: it is none."""
    return next((one for one in guests() if holds(str(one.get("hash")))), None)


def role() -> str:
    """Return what the other end may be: "judge", "reader", or "" for anybody."""
    if from_here():
        return JUDGE
    found = guest()
    return str(found["role"]) if found is not None and found.get("role") in ROLES else ""


def actor() -> str:
    """Return by what name the journal shall know who decides."""
    found = None if from_here() else guest()
    return "" if found is None else str(found.get("name", ""))


def guests() -> list[Mapping[str, Any]]:
    """Return the guests, as the box last said."""
    found = admission().get("guests")
    return found if isinstance(found, list) else []


def admission() -> Mapping[str, Any]:
    """Return what the box last said of its door."""
    found = link().state.snapshot.get("admission")
    return found if isinstance(found, dict) else {}


def token_hash() -> str:
    """Return the SHA-256 of the token that the browser holds; "" if it holds none."""
    token = request.cookies.get(COOKIE, "")
    return hashlib.sha256(token.encode()).hexdigest() if _TOKEN.fullmatch(token) else ""


def holds(known: str) -> bool:
    """Return whether the browser holds the token of this hash."""
    mine = token_hash()
    return mine != "" and hmac.compare_digest(mine, known)


def give_token(response: Response) -> None:
    """Give the browser a new token. It is nowhere else: not shown, not logged, not kept."""
    response.set_cookie(
        COOKIE, secrets.token_urlsafe(32), max_age=_YEAR_S, httponly=True, samesite="Strict"
    )
