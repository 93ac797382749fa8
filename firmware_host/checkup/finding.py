"""What a check finds: where, what stands there, how bad, and what to do."""

from dataclasses import dataclass

from firmware_host.wiring.words import Both

ERROR, WARNING, NOTE = "error", "warning", "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Attributes:
        severity: ERROR: the box does not work so; WARNING: it does, with a danger; NOTE: is so.
        path: The place in the config, or of the machine, such as `clock`.
        value: What stands there, as text.
        remedy: What to do, one sentence in Russian and one in English; of a note what it means.
    """

    severity: str
    path: str
    value: str
    remedy: Both
