"""The tables of a format as read, whole or broken: what `check` walks over."""

from collections.abc import Iterator

from firmware_host.formats.blame import written
from firmware_host.formats.fields import is_ref

Step = int | str
Steps = tuple[Step, ...]
Tables = list[tuple[int, dict[str, object]]]


def settings_of(data: dict[str, object]) -> dict[str, dict[str, object]]:
    """Return the settings that are tables."""
    settings = table_in(data.get("settings"))
    return {name: one for name, one in settings.items() if isinstance(one, dict)}


def targets(data: dict[str, object]) -> Iterator[tuple[Steps, object]]:
    """Yield every `then` of phases and keys, with its path."""
    for nth, phase in phases(data):
        if "then" in phase:
            yield ("phase", nth, "then"), phase["then"]
        for name, key in table_in(phase.get("keys")).items():
            if isinstance(key, dict) and "then" in key:
                yield ("phase", nth, "keys", name, "then"), key["then"]


def meant(data: dict[str, object], target: object) -> list[object]:
    """Return what an arrow may lead to: itself, or all that its setting can be."""
    if not is_ref(target):
        return [target]
    setting = settings_of(data).get(str(target)[1:], {})
    choices = setting.get("choices")
    every = choices if isinstance(choices, list) else []
    return [*every, setting["value"]] if "value" in setting else every


def way_on(phase: dict[str, object]) -> bool:
    """Tell whether some key leads out of a phase."""
    keys = [key for key in table_in(phase.get("keys")).values() if isinstance(key, dict)]
    return any(key.get("claim") or key.get("then", "stay") != "stay" for key in keys)


def following(data: dict[str, object], at: int) -> set[int]:
    """Return what may come next in the file: conditional phases may be passed over."""
    out: set[int] = set()
    for nth, phase in phases(data)[at + 1 :]:
        out.add(nth)
        if not phase.get("only"):
            break
    return out


def onlys(data: dict[str, object]) -> Iterator[tuple[Steps, dict[str, object]]]:
    """Yield every `only`, with the path of its owner."""
    for nth, phase in phases(data):
        yield ("phase", nth), table_in(phase.get("only"))
        for place, signal in tables_in(phase.get("signals")):
            yield ("phase", nth, "signals", place), table_in(signal.get("only"))


def leaves(value: object, steps: Steps = ()) -> Iterator[tuple[Steps, object]]:
    """Yield all values below a table or list, with their paths."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, (*steps, key))
    elif isinstance(value, list):
        for nth, one in enumerate(value):
            yield from leaves(one, (*steps, nth))
    else:
        yield steps, value


def phase_ids(data: dict[str, object]) -> list[str]:
    return [written(phase.get("id", "")) for _, phase in phases(data)]


def phases(data: dict[str, object]) -> Tables:
    return tables_in(data.get("phase"))


def tables_in(value: object) -> Tables:
    """Return the tables of a list, each with its place in the list."""
    found = value if isinstance(value, list) else []
    return [(nth, one) for nth, one in enumerate(found) if isinstance(one, dict)]


def table_in(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
