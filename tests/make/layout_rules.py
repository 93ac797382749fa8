"""Rules of the house that no linter knows, each a function (path, source) -> faults.

A path is relative to the repository, with slashes. A fault is one sentence that begins with the
path and the line. The rules themselves are tested on bad sources by `tests/test_layout.py`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator

Rule = Callable[[str, str], list[str]]

CLOCK = "hardware/clock.py"
MAY_PRINT = ("firmware_host/cli/", "hardware/displays/console.py")
SCREEN = "hardware/displays/hdmi.py"
"""It draws with pygame where the daemon's mixer never is: in a process of its own."""
MAX_LINES = 300

_WALL = {"time", "time_ns", "localtime", "gmtime", "ctime", "strftime"}
_CLOCKS = {"monotonic_ns", "clock_gettime", "clock_gettime_ns", "perf_counter", "perf_counter_ns"}
_NOW = {"now", "utcnow", "today"}

_UNITLESS = {"timeout", "delay", "elapsed", "duration", "latency", "deadline"}
# Keyword arguments that libraries call so, by the name of what is called.
LIBRARY_KEYWORDS = {
    "timeout": {
        *("Serial", "accept", "acquire", "communicate", "connect", "create_connection", "get"),
        *("join", "poll", "put", "run", "select", "serve_forever", "wait", "wait_for"),
        *("wait_edge_events", "check_call", "check_output"),
    },
    "delay": {"FileHandler", "call_later", "enter"},
}

# The parts of the standard library that are not for the pure packages.
_IMPURE = {
    *("asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "queue"),
    *("random", "secrets", "select", "selectors", "signal", "socket", "subprocess", "sys"),
    *("threading", "time", "uuid"),
}
_PURE = {
    "firmware_host/engine/": ("firmware_host.engine", "firmware_host.errors"),
    "firmware_host/evening/": (
        *("firmware_host.evening", "firmware_host.engine", "firmware_host.errors"),
    ),
}
WEB_MAY_IMPORT = (
    *("firmware_host.control.client", "firmware_host.control.protocol", "firmware_host.replay"),
    *("firmware_host.journal.reader", "firmware_host.journal.record", "firmware_host.evening"),
    *("firmware_host.formats", "firmware_host.engine"),
)

DRIVER_LIBRARIES = (
    *("gpiod", "gpiozero", "lgpio", "luma", "pygame", "serial", "smbus2", "spidev"),
)


def _fault(path: str, node: ast.AST, what: str) -> str:
    return f"{path}:{getattr(node, 'lineno', 1)}: {what}"


def _imports(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield (node, full name) of every import, one for each name of a `from` import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)


def _within(name: str, packages: Iterable[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def one_clock(path: str, source: str) -> list[str]:
    """Clocks are read in hardware/clock.py; everything else is told the time."""
    if path == CLOCK:
        return []
    tree = ast.parse(source)
    modules = {"time"}
    faults = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {a.asname for a in node.names if a.name == "time" and a.asname}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            bad = [a.name for a in node.names if a.name in _WALL | _CLOCKS]
            faults += [_fault(path, node, f"time.{name} is read in {CLOCK} only") for name in bad]
        if not isinstance(node, ast.Attribute):
            continue
        owner = ast.unparse(node.value)
        if owner in modules and node.attr in _WALL | _CLOCKS:
            faults.append(_fault(path, node, f"time.{node.attr} is read in {CLOCK} only"))
        if owner.rsplit(".", 1)[-1] in {"date", "datetime"} and node.attr in _NOW:
            faults.append(_fault(path, node, f"{owner}.{node.attr} is read in {CLOCK} only"))
    return faults


def no_print(path: str, source: str) -> list[str]:
    """Only commands and the console display write to standard output."""
    if path.startswith(MAY_PRINT) or path == "firmware_host/cli.py":
        return []
    return [
        _fault(path, node, "print: say it to a logger, or return it")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"print", "pprint"}
    ]


def _bare(name: str) -> bool:
    return name.lower().rsplit("_", 1)[-1] in _UNITLESS


def units_in_names(path: str, source: str) -> list[str]:
    """A time-like name says its unit; only a library's own keyword may lack it."""
    faults = []
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.arg):
            names = [node.arg]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names = [node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names = [node.attr]
        elif isinstance(node, ast.Call):
            callee = ast.unparse(node.func).rsplit(".", 1)[-1]
            names = [
                keyword.arg
                for keyword in node.keywords
                if keyword.arg and callee not in LIBRARY_KEYWORDS.get(keyword.arg, ())
            ]
        faults += [
            _fault(path, node, f"{name} has no unit: _ns, _ms, _s") for name in names if _bare(name)
        ]
    return faults


def _bound(node: ast.AST) -> Iterator[tuple[str, ast.expr | None, ast.expr | None]]:
    """Yield (name, annotation, value) of whatever a node binds."""
    if isinstance(node, ast.Assign):
        yield from ((ast.unparse(target), None, node.value) for target in node.targets)
    elif isinstance(node, ast.AnnAssign):
        yield ast.unparse(node.target), node.annotation, node.value
    elif isinstance(node, ast.AugAssign):
        yield ast.unparse(node.target), None, node.value
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg, None, node.value
    elif isinstance(node, ast.arg):
        yield node.arg, node.annotation, None
    elif isinstance(node, ast.FunctionDef):
        yield node.name, node.returns, None


def _floats(value: ast.expr) -> bool:
    """Tell whether an expression makes a float, outside of int(...) and round(...)."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, float)
    if isinstance(value, ast.Call):
        callee = ast.unparse(value.func)
        if callee in {"int", "round", "math.ceil", "math.floor"}:
            return False
        return callee in {"float", "time.monotonic", "total_seconds"} or callee.endswith(
            ".total_seconds"
        )
    if isinstance(value, ast.BinOp):
        operands = _floats(value.left) or _floats(value.right)
        return isinstance(value.op, ast.Div) or operands
    if isinstance(value, ast.IfExp):
        return _floats(value.body) or _floats(value.orelse)
    return isinstance(value, ast.UnaryOp) and _floats(value.operand)


def whole_nanoseconds(path: str, source: str) -> list[str]:
    """What is called *_ns is an integer."""
    faults = []
    for node in ast.walk(ast.parse(source)):
        for name, annotation, value in _bound(node):
            if not name.lower().endswith("_ns"):
                continue
            annotated = annotation is not None and "float" in ast.unparse(annotation)
            if annotated or (value is not None and _floats(value)):
                faults.append(_fault(path, node, f"{name} is given a float"))
    return faults


def pure(path: str, source: str) -> list[str]:
    """Engine and evening import the quiet part of the standard library, and themselves."""
    allowed = next((own for room, own in _PURE.items() if path.startswith(room)), None)
    if allowed is None:
        return []
    faults = []
    for node, name in _imports(ast.parse(source)):
        top = name.split(".", 1)[0]
        quiet = top in sys.stdlib_module_names and top not in _IMPURE
        if not quiet and not _within(name, allowed):
            faults.append(_fault(path, node, f"{name} does not belong into a pure package"))
    return faults


def web_doors(path: str, source: str) -> list[str]:
    """web_admin knows the socket's client, the readers and the pure functions."""
    if not path.startswith("web_admin/"):
        return []
    return [
        _fault(path, node, f"web_admin may not import {name}")
        for node, name in _imports(ast.parse(source))
        if _within(name, ("firmware_host", "hardware")) and not _within(name, WEB_MAY_IMPORT)
    ]


def short(path: str, source: str) -> list[str]:
    """A file past 300 lines is two."""
    lines = source.count("\n") + (not source.endswith("\n"))
    return [f"{path}:{lines}: {lines} lines, {MAX_LINES} at most"] if lines > MAX_LINES else []


def escaped(path: str, source: str) -> list[str]:
    """A template never switches escaping off."""
    wrong = re.compile(r"\|\s*safe\b|autoescape\s+false")
    return [
        f"{path}:{number}: {match[0]} lets a team's name be markup"
        for number, line in enumerate(source.splitlines(), 1)
        if (match := wrong.search(line))
    ]


def no_registry(path: str, source: str) -> list[str]:
    """No file names the host of a package registry. (In pieces here, for this file's own sake.)"""
    parts = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.", "pi" + "wheels.org")
    hosts = (*parts, "deb." + "debian.org", "crates" + ".io", "conda" + ".anaconda.org")
    return [
        f"{path}:{number}: names {host}"
        for number, line in enumerate(source.splitlines(), 1)
        for host in hosts
        if host in line
    ]


def importers(sources: dict[str, str]) -> dict[str, list[str]]:
    """Return driver library -> the files that import it; but a screen's, in its own process."""
    found: dict[str, list[str]] = {library: [] for library in DRIVER_LIBRARIES}
    for path, source in sources.items():
        if path == SCREEN:
            continue
        tops = {name.split(".", 1)[0] for _, name in _imports(ast.parse(source))}
        for library in tops & found.keys():
            found[library].append(path)
    return found


PYTHON_RULES: tuple[Rule, ...] = (
    *(one_clock, no_print, units_in_names, whole_nanoseconds, pure, web_doors),
)
