"""The English texts of faults and errors as the code has them, found in its syntax tree."""

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import locks

MAKERS = frozenset(["Damage", "Fault", "blame", "both", "refuse"])
"""What is given a text for people as its last argument; errors and what is raised are given one."""
SECOND = frozenset(["NoStick", "ProtocolError"])
"""Errors whose text is their second argument."""
LISTS = ("deaf", "faults", "notes", "wrong")
"""Lists of texts for people."""
REMEDY = "remedy"
"""Functions that return texts have it in their names."""
Names = Mapping[str, list[ast.expr]]
SYSTEMS = frozenset(
    ["why", "error", "fault", "error.strerror", "self._failed", "rig.outputs.sound.why", "remedy",
     "fault.remedy", "_remedy(formats[one],missing)", "_microphones()", "';'.join(wrong)"]
)  # fmt: skip
"""Holes for a text of the system, or of another fault."""


def errors(root: Path) -> frozenset[str]:
    """Return the names of Python's errors and of all classes of errors in our sources."""
    found = {
        name for name, one in vars(builtins).items()
        if isinstance(one, type) and issubclass(one, Exception)
    }  # fmt: skip
    bases: dict[str, set[str]] = {}
    for package in ("firmware_host", "hardware", "web_admin"):
        for path in (root / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for name, of in re.findall(r"^class (\w+)\(([^)]*)\):", text, re.MULTILINE):
                bases[name] = set(re.findall(r"\w+", of))
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return frozenset(found)


ERRORS = errors(locks.ROOT) - {"FileFaults"}
"""The faults of a file are found by themselves."""


def _name(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _hole(value: ast.expr, names: Names) -> list[str]:
    """Return what may stand in a hole: a text, a hint, or ‹its name› for any value."""
    name = "".join(ast.unparse(value).split())
    if isinstance(value, ast.Call) and _name(value) == "near":
        return ["", "; did you mean 'x'?"]
    if isinstance(value, ast.IfExp):
        return [*_hole(value.body, names), *_hole(value.orelse, names)]
    if isinstance(value, ast.BoolOp):
        return [one for part in value.values for one in _hole(part, names)]
    if isinstance(value, ast.Name | ast.Constant) and (found := samples(value, names)):
        return found
    return ["Permission denied" if name in SYSTEMS else f"‹{name}›"]


def samples(text: ast.expr, names: Names) -> list[str]:
    """Return a sample of each text that an expression can be; none of one made elsewhere."""
    if isinstance(text, ast.Constant):
        return [text.value] if isinstance(text.value, str) else []
    if isinstance(text, ast.JoinedStr):
        found = [""]
        for part in text.values:
            tails = _hole(part.value if isinstance(part, ast.FormattedValue) else part, names)
            found = [head + str(tail) for head in found for tail in tails]
        return found
    if isinstance(text, ast.BinOp):
        heads = samples(text.left, names) or _hole(text.left, names)
        tails = samples(text.right, names) or _hole(text.right, names)
        return [head + tail for head in heads for tail in tails]
    if isinstance(text, ast.IfExp):
        return samples(text.body, names) + samples(text.orelse, names)
    if isinstance(text, ast.BoolOp):
        return [one for part in text.values for one in samples(part, names)]
    if isinstance(text, ast.Name):
        return [one for part in names.get(text.id, []) for one in samples(part, {})]
    return []


def _assigned(tree: ast.AST) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _told(call: ast.Call) -> Iterator[ast.expr]:
    name, args = _name(call), call.args
    if args and name in MAKERS | ERRORS:
        yield args[1 if name in SECOND and len(args) > 1 else -1]
    elif name == "append" and ast.unparse(call.func).removesuffix(".append").endswith(LISTS):
        yield args[0]
    elif name == "Reply":
        yield from (one.value for one in call.keywords if one.arg == "text")


def _texts(tree: ast.AST, function: str) -> Iterator[ast.expr]:
    """Yield the expressions whose value a person is told."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _told(node)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            if _name(node.exc) not in ERRORS | {"FileFaults"}:  # `raise kind(…)`
                yield node.exc.args[-1]
        elif isinstance(node, ast.Return) and node.value and REMEDY in function:
            yield node.value


def english(path: Path) -> Iterator[str]:
    """Yield a sample of each text of a module that a person may be told as a fault."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:  # _REMEDIES
        named = isinstance(node, ast.Assign) and "REMED" in ast.unparse(node.targets[0])
        if named and isinstance(node.value, ast.Dict):
            yield from (text for one in node.value.values for text in samples(one, {}))
    own = {name: texts for name, texts in _assigned(tree).items() if name.isupper()}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            names = {**own, **_assigned(function)}
            for text in _texts(function, function.name):
                yield from samples(text, names)
