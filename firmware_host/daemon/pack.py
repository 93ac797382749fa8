"""A sound pack: which clip says which cue, and how long it sounds."""

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware_host.errors import Fault, FileFaults

MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Pack:
    """Sound name -> its file, its length in nanoseconds, and its pitch."""

    id: str
    files: Mapping[str, str]
    lengths_ns: Mapping[str, int]
    pitches_hz: Mapping[str, int]
    """0: it is no tone."""


def sounds_folder() -> Path:
    """Return where the packs are: beside the packages, or in the installation's share."""
    beside = Path(__file__).resolve().parents[2] / "sounds"
    return beside if beside.is_dir() else Path(sys.prefix) / "share" / "minuta" / "sounds"


def load_pack(pack_id: str, folder: Path | None = None) -> Pack:
    """Read a pack's table.

    Raises:
        FileFaults: There is no such pack, or its table is damaged.
    """
    root = folder or sounds_folder()
    path = root / pack_id / "pack.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        cues = table["cue"] if "cue" in table else table["cues"]
        files = {name: str((path.parent / row["file"]).resolve()) for name, row in cues.items()}
        lengths_ns = {name: int(row["length_ms"]) * MS for name, row in cues.items()}
        pitches_hz = {name: int(row.get("pitch_hz", 0)) for name, row in cues.items()}
    except OSError:
        known = ", ".join(sorted(one.parent.name for one in root.glob("*/pack.toml")))
        remedy = f"there is no such sound pack in {root}: write one of {known}"
        raise FileFaults(str(path), [Fault("sound.pack", pack_id, remedy)]) from None
    except (KeyError, TypeError, ValueError) as error:
        remedy = f"the pack's table is damaged ({error}): build it again with sounds/build.py"
        raise FileFaults(str(path), [Fault("pack", pack_id, remedy)]) from error
    return Pack(pack_id, files, lengths_ns, pitches_hz)
