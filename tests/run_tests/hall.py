"""A hall: the box on one side of a cable, a phone on the other, in a network of its own.

The cable is a veth pair, the phone's side a network namespace: its loopback is not the box's, and
what it reaches it reaches by an address. Root only.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from run_tests.living import Box, Life
from web_tests import chromium

NAME = "minuta.local"
CALLER = Path(__file__).with_name("caller.py")
CONFIG = """\
schema = 1
board  = "four-seats"
[box]
simulated = true
{web}
[sound]
kind = "silent"
[format]
id  = "chgk-003"
"""


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, timeout=30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Hall:
    """The network of one test, from its making to `close`."""

    def __init__(self) -> None:
        """Lay the cable, or skip and say what is missing."""
        if os.geteuid() != 0 or shutil.which("ip") is None:
            pytest.skip("a second network needs root and iproute2")
        tail = os.getpid() % 10_000
        self.space = f"minuta-{tail}"
        self.box, self.phone = (f"10.231.{tail % 250}.{host}" for host in (1, 2))
        self.port = free_port()
        self._ending = ExitStack()
        here, there = f"mnb{tail}", f"mnp{tail}"
        try:
            _ip("netns", "add", self.space)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no network namespaces here: {error.stderr.decode().strip()}")
        self._ending.callback(_ip, "netns", "delete", self.space)
        _ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", self.space)
        _ip("address", "add", f"{self.box}/24", "dev", here)
        _ip("link", "set", here, "up")
        for words in (
            ("address", "add", f"{self.phone}/24", "dev", there),
            ("link", "set", there, "up"),
            ("link", "set", "lo", "up"),
        ):
            _ip("-n", self.space, *words)

    @property
    def address(self) -> str:
        """Under which the phone opens the pages."""
        return f"http://{NAME}:{self.port}"

    def configured(self, box: Box, *, open_: bool = True) -> None:
        """Write the box's config: it listens on the cable, or as it does by itself."""
        where = f'host = "{self.box}"\nnames = ["{NAME}"]\n' if open_ else ""
        text = CONFIG.format(web=f"[web]\n{where}port = {self.port}\n")
        box.config.write_text(text, encoding="utf-8")

    def serve(self, box: Box) -> Life:
        """Start the pages, and wait until they answer on the box itself."""
        life = box.launch(argv=["web", "--config", str(box.config)])
        self.call([{"path": "/snapshot.json"}], to="127.0.0.1", here=True)
        return life

    def call(
        self, requests: Sequence[Mapping[str, Any]], *, to: str = "", here: bool = False
    ) -> list[dict[str, Any]]:
        """Let a plain program in the phone's network (or `here`) ask; return what it got.

        A request is {method, path, headers, body}; an answer {code, headers, text}, or {error}.
        """
        inside = [] if here else ["ip", "netns", "exec", self.space]
        told = {"to": to or self.box, "port": self.port, "patient": here, "requests": requests}
        done = subprocess.run(
            [*inside, sys.executable, str(CALLER)], input=json.dumps(told), text=True,
            capture_output=True, check=True, timeout=120,
        )  # fmt: skip
        return list(json.loads(done.stdout))

    def browser(self, folder: Path) -> Any:
        """Start a real browser in the phone's network."""
        for program, package in chromium.PACKAGES.items():
            if shutil.which(program) is None:
                pytest.skip(f"{program} is missing: apt install {package}")
        from selenium import webdriver

        port = free_port()
        driver = subprocess.Popen(
            ["ip", "netns", "exec", self.space, shutil.which("chromedriver") or "",
             f"--port={port}", f"--allowed-ips={self.box}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._ending.callback(driver.wait)
        self._ending.callback(driver.terminate)
        wait_for_port(self.phone, port)
        options = chromium.options(folder, rules=f"MAP {NAME} {self.box}")
        browser = webdriver.Remote(f"http://{self.phone}:{port}", options=options)
        self._ending.callback(browser.quit)
        return browser

    @staticmethod
    def quiet(browser: Any, *expected: str) -> None:
        """Check that the browser's console complained about nothing but what is expected."""
        browser.get_log = lambda kind: browser.execute("getLog", {"type": kind})["value"]
        assert chromium.complaints(browser, expected) == []

    def close(self) -> None:
        self._ending.close()


def wait_for_port(address: str, port: int) -> None:
    import time

    by_s = time.monotonic() + 60
    while True:
        with socket.socket() as probe:
            if probe.connect_ex((address, port)) == 0:
                return
        assert time.monotonic() < by_s, f"nobody listens at {address}:{port}"
        time.sleep(0.05)
