"""What the web process is told at its start."""

import re
from dataclasses import dataclass
from pathlib import Path

EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
_AROUND_HOST = re.compile(r"^https?://\[?|\]?(?::[0-9]+)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class WebConfig:
    """Settings of the web process.

    Attributes:
        socket_path: The daemon's control socket.
        journal_folder: An evening's folder, or one above it: then the newest evening counts.
        state_folder: Kept over restarts: the key of the cookies.
        cache_folder: May be lost at any time: the read model.
        sounds_folder: Sound packs, a folder each; None: the page stays silent.
        pack: Which pack the page plays.
        hosts: Names under which the page may be asked for, besides those of loopback and `host`.
        origins: Where a reverse proxy answers for the pages, such as https://minuta.local.
        host, port: Where it listens, besides loopback.
        streams: Event streams at once; the next page polls.
    """

    socket_path: Path
    journal_folder: Path
    state_folder: Path
    cache_folder: Path
    sounds_folder: Path | None = None
    pack: str = "tones"
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8080
    streams: int = 64

    @property
    def host_names(self) -> frozenset[str]:
        """Names that may stand in a Host header, lower case, without port."""
        names = (*LOOPBACK_NAMES, *self.hosts, *(() if self.everywhere else (self.host,)))
        proxied = (_AROUND_HOST.sub("", one) for one in self.proxied)
        return frozenset((*(name.lower() for name in names), *proxied))

    @property
    def proxied(self) -> frozenset[str]:
        """The origins as a browser writes them: lower case, no port that the scheme has anyway."""
        lower = (one.lower() for one in self.origins)
        return frozenset(
            one.removesuffix(":443" if one.startswith("https") else ":80") for one in lower
        )

    @property
    def everywhere(self) -> bool:
        """Whether it listens on all addresses of the box."""
        return self.host in EVERYWHERE

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where it listens: always on loopback too."""
        if self.everywhere or self.host in LOOPBACK_NAMES:
            return (self.host,)
        return (self.host, "::1" if ":" in self.host else "127.0.0.1")
