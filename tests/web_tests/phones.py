"""Browsers somewhere in the network, and whom the box has admitted."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

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
    """A browser somewhere in the network. `passed_on`: headers that a proxy adds."""

    def __init__(
        self, app: Any, token: str = "", address: str = "192.168.4.20",
        passed_on: dict[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.client = app.test_client()
        self._passed_on = passed_on or {}
        self._from = {"REMOTE_ADDR": address}
        if token:
            self.client.set_cookie(COOKIE, token)

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self._passed_on, environ_overrides=self._from)

    def post(self, path: str, data: dict[str, str] | None = None) -> Any:
        found = re.search(r'name="csrf" content="([^"]+)"', self.get("/").get_data(as_text=True))
        assert found
        headers = {"X-CSRF-Token": found[1], **self._passed_on}
        return self.client.post(
            path, data=data or {}, headers=headers, environ_overrides=self._from
        )

    @property
    def token(self) -> str:
        cookie = self.client.get_cookie(COOKIE)
        return "" if cookie is None else str(cookie.value)
