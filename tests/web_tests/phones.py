"""Browsers somewhere in the network, and whom the box has admitted."""

import hashlib
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from web_admin.guests import COOKIE

Wait = Callable[..., None]
TOKEN, OTHER = "a" * 43, "b" * 43


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def guest(name: str = "Phone", role: str = "judge", token: str = TOKEN) -> dict[str, str]:
    return {
        "name": name, "role": role, "hash": hash_of(token), "since": "2026-11-30T18:20:33.120Z",
    }  # fmt: skip


class Phone:
    """A browser somewhere in the network, with the pages open at an origin.

    `passed_on`: headers that a proxy adds, or sends instead of the browser's own.
    """

    def __init__(
        self, app: Any, token: str = "", address: str = "192.168.4.20",
        passed_on: dict[str, str] | None = None, at: str = "http://hall.test:8080",
    ) -> None:  # fmt: skip
        self.client = app.test_client()
        self._at = at
        self._headers = {"Host": urlsplit(at).netloc, **(passed_on or {})}
        self._domain = self._headers["Host"].partition(":")[0]
        self._from = {"REMOTE_ADDR": address}
        if token:
            self.client.set_cookie(COOKIE, token, domain=self._domain)

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self._headers, environ_overrides=self._from)

    def post(self, path: str, data: dict[str, str] | None = None, **headers: str) -> Any:
        found = re.search(r'name="csrf" content="([^"]+)"', self.get("/").get_data(as_text=True))
        assert found
        told = {"X-CSRF-Token": found[1], "Origin": self._at, **self._headers, **headers}
        return self.client.post(path, data=data or {}, headers=told, environ_overrides=self._from)

    @property
    def token(self) -> str:
        cookie = self.client.get_cookie(COOKIE, domain=self._domain)
        return "" if cookie is None else str(cookie.value)
