"""A pytest plugin: in CI (`CI=true`) a skipped test is a failed run, and says which.

The language is English, whatever the machine's: tests of Russian texts ask for it.

A test that skips for want of a browser or a kernel module is a help at home and a hole in CI.
Tests marked `rig` need real wires: they are never run here, and always listed as not run.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings


class SkipWatch:
    """Keeps what was skipped and which rig tests were left out, for one run."""

    def __init__(self) -> None:
        self.skips: list[str] = []
        self.rig: list[str] = []

    @staticmethod
    def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
        where = report.longrepr
        return str(where[2]) if isinstance(where, tuple) else str(where)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a skipped test; an expected failure is not a skip."""
        if report.skipped and not hasattr(report, "wasxfail"):
            self.skips.append(f"{report.nodeid}: {self._reason(report)}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep a whole file that skipped itself."""
        if report.skipped:
            self.skips.append(f"{report.nodeid}: {self._reason(report)}")

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Keep the names of rig tests that the markers left out."""
        self.rig += [item.nodeid for item in items if item.get_closest_marker("rig")]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Turn a good run with skips into a failed one; tell xdist's controller of rig tests."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["rig"] = self.rig
        good = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        if in_ci() and self.skips and session.exitstatus in good:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take a worker's list: each has the same."""
        self.rig = list(getattr(node, "workeroutput", {}).get("rig", self.rig))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say both lists above the closing line."""
        if self.rig:
            terminalreporter.section("rig tests: not run, they need real wires")
            for name in self.rig:
                terminalreporter.line(name)
        if self.skips and in_ci():
            terminalreporter.section("skipped: a failure in CI", red=True)
            for name in self.skips:
                terminalreporter.line(name)


def in_ci() -> bool:
    """Tell whether this run is CI's."""
    return os.environ.get("CI", "").lower() == "true"


def pytest_configure(config: pytest.Config) -> None:
    """Watch this run; no property is judged by how long an example took: machines are shared."""
    os.environ["LC_ALL"] = "C.UTF-8"
    settings.register_profile("timeless", parent=settings(), deadline=None)
    settings.load_profile("timeless")
    config.pluginmanager.register(SkipWatch(), "minuta-skip-watch")
