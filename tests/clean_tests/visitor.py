"""Runs inside the clean root, as a person who just got the folder: `visitor.py [LIMIT_S]`.

Starts `make run`, opens the page that it names, plays one press of START, stops it as Ctrl-C
does, and prints one JSON object of what was seen. Standard library only: there is no other.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/bench")
LINKED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
CSRF = re.compile(r'<meta name="csrf" content="([^"]+)"')
LOGGED = re.compile(r">\s*start\s*<", re.IGNORECASE)  # the key's word in a row of the log
STATES = (".local/state/minuta", ".venv/var/minuta")


class Page:
    """The pages as a browser sees them: cookies, a token, and no way through a proxy."""

    def __init__(self, address: str) -> None:
        self.origin = address.removesuffix("/bench")
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(jar, urllib.request.ProxyHandler({}))

    def get(self, path: str) -> str:
        """Return what stands at a path; anything but 200 is an error."""
        with self._opener.open(self.origin + path, timeout=10) as answer:
            return str(answer.read().decode("utf-8"))

    def post(self, path: str, message: dict[str, object], token: str) -> dict[str, Any]:
        """Post JSON as the page's script does."""
        headers = {"Content-Type": "application/json", "X-CSRF-Token": token}
        request = urllib.request.Request(self.origin + path, json.dumps(message).encode(), headers)
        with self._opener.open(request, timeout=10) as answer:
            return dict(json.load(answer))


def _play(address: str) -> dict[str, object]:
    """Read the page and all it links, and press START for 80 ms."""
    page = Page(address)
    bench = page.get("/bench")
    found = CSRF.search(bench)
    token = found[1] if found else ""
    sizes = {path: len(page.get(path)) for path in sorted(set(LINKED.findall(bench)))}
    answers = []
    for closed in (True, False):
        answers.append(page.post("/key", {"key": "start", "closed": closed}, token)["ok"])
        time.sleep(0.08)
    in_log = bool(LOGGED.search(_log(page)))
    alarms = json.loads(page.get("/snapshot.json"))["alarms"]
    seen = {"bench": len(bench), "static": sizes, "key": answers, "log": in_log}
    return seen | {"alarms": alarms}


def _log(page: Page) -> str:
    """Return the log page once the press is in it, or as it is after 5 s."""
    text = ""
    for _ in range(50):
        text = page.get("/log")
        if LOGGED.search(text):
            break
        time.sleep(0.1)
    return text


def _others() -> list[str]:
    """Return what else runs here (in this namespace of processes), by its words."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) not in (1, os.getpid(), os.getppid()):
            try:
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            found.append(words.strip())
    return [words for words in found if words]


def _verdicts() -> list[str | None]:
    """Return the reasons of the verdicts on START in the newest journal; None is: accepted."""
    homes = [Path(os.environ.get("HOME", "/nowhere")), Path.cwd()]
    places = [home / state for home in homes for state in STATES]
    journals = [path for place in places for path in place.glob("events/*/*/journal.jsonl")]
    newest = max(journals, key=lambda path: path.stat().st_mtime_ns)
    records = [json.loads(line) for line in newest.read_text(encoding="utf-8").splitlines()]
    verdicts = [record["d"] for record in records if record["k"] == "verdict"]
    return [verdict["reason"] for verdict in verdicts if verdict["key"] == "start"]


def visit(limit_s: float) -> dict[str, object]:
    """Start, look, press, stop; return what was seen."""
    begun_s = time.monotonic()
    # What a shell runs in the background ignores SIGINT, and so would all that we start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    child = subprocess.Popen(
        ["make", "run"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert child.stdout is not None
    said = b""
    alarm = threading.Timer(limit_s, os.kill, (os.getpid(), signal.SIGKILL))
    alarm.start()
    seen: dict[str, object] = {}
    try:
        for line in child.stdout:
            said += line
            address = ADDRESS.search(line.decode("utf-8", "replace"))
            if address:
                seen["ready_s"] = time.monotonic() - begun_s
                seen |= _play(address[0])
                break
        stopping_s = time.monotonic()
        os.killpg(child.pid, signal.SIGINT)
        said += child.stdout.read()  # until the last process that holds it has ended
        seen["code"] = child.wait()
        seen["stop_s"] = time.monotonic() - stopping_s
    finally:
        alarm.cancel()
    seen |= {"left": _others(), "said": said.decode("utf-8", "replace")}
    return seen | {"verdicts": _verdicts() if "key" in seen else []}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(visit(float(sys.argv[1]))) + "\n")
