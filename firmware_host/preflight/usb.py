"""The keys of USB devices that may be learned: all of those that are plugged in and free."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from firmware_host.config import Board, Key, Source
from firmware_host.config.usb import KEYS_KIND, TIMING
from hardware.errors import HardwareError
from hardware.event_device import EventDevice
from hardware.input_nodes import ROOT, InputNode, find, lasting_name, nodes, poll_ns
from hardware.key_names import MOST_CODE, code_of, name_of


def usb_lines(
    board: Board, words: Sequence[str], root: Path = ROOT
) -> tuple[Board, tuple[Key, ...], list[str]]:
    """Look at what is plugged in.

    Args:
        board: A real one.
        words: The keys that are learned: those of the others stay theirs.
        root: Where /dev and /sys are.

    Returns:
        The board with a source for each device that it did not have, every line on which a key
        may be, each as a key named after it, and why other devices cannot be listened to.
    """
    kept = [key for key in board.keys if key.key not in words]
    own = _own(board, root)
    new: list[Source] = []
    lines: list[Key] = []
    deaf: list[str] = []
    for node in nodes(root):
        if not node.keys or poll_ns(node, root) is None:
            continue
        source = own.get(node.event)
        if source is None:
            source = _source(node, {one.name for one in (*board.sources, *new)}, root)
            try:
                EventDevice(root / "dev/input" / node.event).close()
            except HardwareError as error:
                deaf.append(f"{source.device}: {error}")
                continue
            new.append(source)
        taken = {code_of(key.line) for key in kept if key.source == source.name}
        lines += (
            Key(key=f"{source.name} {name}", source=source.name, line=name, pin=None)
            for name in (name_of(code) for code in _codes(node) if code not in taken)
        )
    return replace(board, sources=(*board.sources, *new)), tuple(lines), deaf


def _own(board: Board, root: Path) -> dict[str, Source]:
    """Return the devices that the board has already, by the kernel's present word for each.

    One is known by its keys, also by those that are learned anew: of several devices with its
    numbers they tell which. It may lack them, or have none: then its name alone must tell.
    """
    codes = {
        one.name: [code_of(key.line) or 0 for key in board.keys if key.source == one.name]
        for one in board.sources
        if one.kind == KEYS_KIND
    }
    own: dict[str, Source] = {}
    for by_keys in (True, False):
        for source in board.sources:
            told = codes.get(source.name)
            if told is None or source in own.values() or (by_keys and not told):
                continue
            with suppress(HardwareError):
                node = find(source.device, told if by_keys else (), root)
                own.setdefault(node.event, source)
    return own


def _source(node: InputNode, names: Collection[str], root: Path) -> Source:
    free = next(name for n in range(1, len(names) + 2) if (name := f"usb{n}") not in names)
    return Source(
        name=free, kind=KEYS_KIND, timing=TIMING, hold_back_ns=None,
        device=lasting_name(node, root),
    )  # fmt: skip


def _codes(node: InputNode) -> list[int]:
    return [code for code in range(1, MOST_CODE + 1) if node.keys >> code & 1]
