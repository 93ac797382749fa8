"""What is known of the time from a command to what is heard and seen: the evening's uncertainty."""

from collections.abc import Iterator

from firmware_host.checkup.finding import NOTE, WARNING, Finding
from firmware_host.config import Config

_OWN = ("pygame",)
"""Kinds of sound that this box makes itself."""
MS = 1_000_000


def offset_findings(config: Config) -> Iterator[Finding]:
    """Yield what is known of the loudspeaker and of each lamp that gives signals; and what was
    measured of a lamp that is no longer there."""
    if config.sound.kind in _OWN:
        yield _finding(config, "sound")
    for lamp in config.board.lamps:
        if lamp.name == "signal" or lamp.name in config.offsets:
            yield _finding(config, lamp.name)
    lamps = {lamp.name for lamp in config.board.lamps}
    for name in sorted(config.offsets.keys() - lamps - {"sound"}):
        remedy = (
            "такой лампы на плате нет: уберите строку или добавьте лампу",
            "this board has no such lamp: take the line out, or add the lamp",
        )
        yield Finding(WARNING, f"offsets.{name}", "", remedy)


def _finding(config: Config, name: str) -> Finding:
    known = config.offsets.get(name)
    if known is None:
        remedy = (
            "от команды до зала не измерено: насколько сигнал запаздывает, неизвестно;"
            " `minuta calibrate` измерит",
            "never measured from the command to the hall: how late a signal comes is not known;"
            " `minuta calibrate` measures it",
        )
        return Finding(NOTE, f"offsets.{name}", "", remedy)
    value = f"{known.offset_ns / MS:.1f} ms"
    if known.doubt_ns is None:
        remedy = (
            "записано от руки, точность неизвестна",
            "written by hand, its doubt is not known",
        )
        return Finding(NOTE, f"offsets.{name}", value, remedy)
    doubt = f"{known.doubt_ns / MS:.1f}"
    remedy = (
        f"сигнал доходит до зала через {value[:-3]} ± {doubt} мс после своего мгновения",
        f"a signal reaches the hall {value[:-3]} ± {doubt} ms after its instant",
    )
    return Finding(NOTE, f"offsets.{name}", value, remedy)
