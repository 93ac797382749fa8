"""Keys and lamps by USB: whether they are plugged in, which is meant, and how often it is asked."""

from collections.abc import Iterator

from firmware_host.checkup.finding import ERROR, NOTE, WARNING, Finding
from firmware_host.config import Board, Source
from firmware_host.config.model import Lamp
from firmware_host.config.usb import KEYS_KIND, LAMP_KIND
from firmware_host.russian import both
from hardware.buttons.usb_keys import DEVICE_NS, POLL_NS
from hardware.errors import HardwareError
from hardware.input_nodes import InputNode, find, hidraw_of, meant, nodes, poll_ns
from hardware.key_names import code_of
from hardware.machine import Machine

_MS = 1_000_000
_FASTER = "usbhid.kbpoll=1 usbhid.jspoll=1"
_POLLS = "/sys/module/usbhid/parameters/kbpoll", "/sys/module/usbhid/parameters/jspoll"


def usb_findings(board: Board, machine: Machine) -> Iterator[Finding]:
    """Yield what is wrong with USB keys and with lamps on handsets, and how sure stamps are."""
    for source in board.sources:
        if source.kind == KEYS_KIND:
            yield from _source(board, source, machine)
    for lamp in board.lamps:
        if lamp.kind == LAMP_KIND:
            yield from _lamp(lamp, machine)


def _source(board: Board, source: Source, machine: Machine) -> Iterator[Finding]:
    path = f"sources.{source.name}.device"
    lines = {code_of(key.line): key.line for key in board.keys if key.source == source.name}
    codes = [code for code in lines if code is not None]
    try:
        there = meant(source.device, machine.root)
    except HardwareError:
        names = ", ".join(f"{one.id} ({one.name})" for one in nodes(machine.root) if one.keys)
        remedy = (
            f"такого устройства нет: подключите его; есть {names or 'ничего'}",
            f"there is no such device: plug it in; there is {names or 'nothing'}",
        )
        yield Finding(ERROR, path, source.device, remedy)
        return
    able = [one for one in there if not one.lacking(codes)]
    places = ", ".join(one.place for one in able)
    if not able:
        lacking = ", ".join(lines[code] for code in there[0].lacking(codes))
        remedy = (
            f"на нём нет таких кнопок: {lacking}: впишите те, что есть (`sudo evtest`)",
            f"it has no such keys: {lacking}: write those that it has (`sudo evtest`)",
        )
        yield Finding(ERROR, path, source.device, remedy)
    elif len(able) > 1:
        remedy = (
            f"таких подключено несколько: назовите одно из {places}",
            f"there are several of it: name one of {places}",
        )
        yield Finding(ERROR, path, source.device, remedy)
    else:
        yield from _twins(path, source, able[0], codes, machine)
        yield from _poll(source, able[0], machine)


def _twins(
    path: str, source: Source, node: InputNode, codes: list[int], machine: Machine
) -> Iterator[Finding]:
    """Two alike share one link of by-id: which of them it is, nobody knows."""
    alike = [
        one for one in nodes(machine.root)
        if one.id == node.id and one.place != node.place and not one.lacking(codes)
    ]  # fmt: skip
    if alike and "/by-id/" in source.device:
        remedy = (
            "подключено ещё одно такое же, а имя by-id у них общее: назовите его по месту, из"
            " /dev/input/by-path/",
            "another one like it is plugged in, and they share this name: name it by its place,"
            " one of /dev/input/by-path/",
        )
        yield Finding(WARNING, path, source.device, remedy)


def _poll(source: Source, node: InputNode, machine: Machine) -> Iterator[Finding]:
    path = f"sources.{source.name}.doubt"
    told_ns = poll_ns(node, machine.root) or POLL_NS
    u_ns = source.u_ns or told_ns + DEVICE_NS
    value, poll = f"{u_ns / _MS:g}ms", f"{told_ns / _MS:g}"
    if u_ns < told_ns and all(machine.text(one) in ("", "0") for one in _POLLS):
        remedy = (
            f"его опрашивают раз в {poll} мс: уберите doubt или добавьте {_FASTER} в cmdline.txt",
            f"it is asked each {poll} ms: take doubt away, or add {_FASTER} to cmdline.txt",
        )
        yield Finding(ERROR, path, value, remedy)
    else:
        meaning = (
            f"нажатие было не раньше, чем за столько до своей отметки; опрос раз в {poll} мс",
            f"a press was at most so long before its stamp; it is asked each {poll} ms",
        )
        yield Finding(NOTE, path, value, meaning)


def _lamp(lamp: Lamp, machine: Machine) -> Iterator[Finding]:
    try:
        hidraw_of(find(lamp.device, (), machine.root), machine.root)
    except HardwareError as error:
        remedy = both(f"the controller with this lamp is not there: plug it in ({error})")
        yield Finding(WARNING, f"lamps.{lamp.name}.device", lamp.device, remedy)
