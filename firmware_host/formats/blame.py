"""From pydantic's errors to faults: key path as in the file, value as written, a remedy."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from firmware_host.errors import Fault
from firmware_host.formats.words import listed, near


class Strict(BaseModel):
    """A table of a file that a person wrote: no unknown keys, nothing converted, frozen."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


_REMEDIES = {
    "missing": "this key is needed: add it",
    "string_type": "write text in quotes",
    "bool_type": "write true or false",
    "int_type": "write a whole number",
    "list_type": "write a list in square brackets",
    "dict_type": "write a table",
    "model_type": "write a table",
    "model_attributes_type": "write a table",
    "string_too_short": "write at least one character",
    "too_short": "write at least one",
    "union_tag_not_found": "this key is needed: add it",
}


def refuse(remedy: str) -> PydanticCustomError:
    """Return the error of a validator of ours; `remedy` is one sentence."""
    return PydanticCustomError("remedy", "{remedy}", {"remedy": remedy})


def faults_of(error: ValidationError, model: type[BaseModel], data: object) -> list[Fault]:
    """Return all errors of a validation as faults, in the order of the model's fields."""
    return [_fault(one, model, data) for one in error.errors(include_url=False)]


def written(value: object) -> str:
    """Return a value as the file has it, at most 80 characters."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 80 else text[:79] + "…"


def path_text(steps: tuple[int | str, ...]) -> str:
    """Return ``phase[1].signals[0].at`` for ("phase", 1, "signals", 0, "at")."""
    text = ""
    for step in steps:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def _fault(one: ErrorDetails, model: type[BaseModel], data: object) -> Fault:
    kind, steps = one["type"], one["loc"]
    if steps and steps[-1] == "[key]":  # the key itself is wrong, not what stands there
        return Fault(path_text(steps[:-1]), written(steps[-2]), _remedy(one, model, steps))
    real = _without_tags(steps, data)
    if kind.startswith("union_tag"):
        real = (*real, "kind")
    value = "" if kind in ("missing", "union_tag_not_found") else written(_at(real, data))
    return Fault(path_text(real) or "file", value, _remedy(one, model, steps))


def _remedy(one: ErrorDetails, model: type[BaseModel], steps: tuple[int | str, ...]) -> str:
    kind, context = one["type"], one.get("ctx", {})
    if kind == "extra_forbidden":
        known = _keys_at(model, steps[:-1])
        return f"unknown key: it can be {listed(known)}{near(steps[-1], known)}"
    if kind == "union_tag_invalid":
        known = [tag.strip(" '") for tag in str(context["expected_tags"]).split(",")]
        return f"write one of {listed(known)}{near(context['tag'], known)}"
    if kind in ("greater_than_equal", "less_than_equal", "string_too_long", "too_long"):
        return one["msg"].replace("Input should", "it must").replace("should", "must")
    return _REMEDIES.get(kind, one["msg"])


def _without_tags(steps: tuple[int | str, ...], data: object) -> tuple[int | str, ...]:
    """Leave out what pydantic adds to a path: the tag of a union."""
    kept: list[int | str] = []
    for nth, step in enumerate(steps):
        known = not isinstance(data, Mapping) or step in data
        if known or nth == len(steps) - 1:
            kept.append(step)
            data = _at((step,), data)
    return tuple(kept)


def _at(steps: tuple[int | str, ...], data: object) -> object:
    """Return what stands at a path, or nothing."""
    for step in steps:
        if isinstance(data, Mapping):
            data = data.get(step, "")
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return data
    return data


def _keys_at(model: type[BaseModel], steps: tuple[int | str, ...]) -> list[str]:
    """Return the keys of the table at a path of the model."""
    models: list[type[BaseModel]] = [model]
    for step in steps:
        found: list[type[BaseModel]] = []
        for one in models:
            for name, field in one.model_fields.items():
                if step in (name, field.alias):
                    found += _models_in(field.annotation)
        models = found or [one for one in models if _kind_of(one) in (step, None)]
    return [field.alias or name for one in models[:1] for name, field in one.model_fields.items()]


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the tables that a field's type speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _kind_of(model: type[BaseModel]) -> object:
    """Return the one value of the model's `kind`, or None."""
    field = model.model_fields.get("kind")
    values = get_args(field.annotation) if field else ()
    return values[0] if len(values) == 1 else None
