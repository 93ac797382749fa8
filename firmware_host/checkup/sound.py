"""The loudspeaker: which card, by an id that lasts, who has it, and no Bluetooth."""

from collections.abc import Iterator

from firmware_host.checkup.finding import ERROR, NOTE, WARNING, Finding
from firmware_host.config import Config
from hardware.machine import Card, Machine

_WIRELESS = ("bluez", "bluealsa", "bluetooth")
_BLUETOOTH = (
    "Bluetooth запаздывает на 100–300 мс, каждый раз по-разному, и обрывается: сигнал и стена"
    " разойдутся; подключите колонку проводом",
    "Bluetooth is 100-300 ms late, each time differently, and breaks off: signal and wall would"
    " disagree; connect the loudspeaker by a wire",
)


def sound_findings(config: Config, machine: Machine, *, daemon_runs: bool) -> Iterator[Finding]:
    """Yield what is wrong with the loudspeaker; nothing where the box itself is silent."""
    if config.sound.kind != "pygame":
        return
    device, cards = config.sound.device, machine.cards()
    if _wireless(device):
        yield Finding(ERROR, "sound.device", device, _BLUETOOTH)
        return
    if not device and _wireless(machine.text("/etc/asound.conf")):
        yield Finding(ERROR, "sound.device", "/etc/asound.conf", _BLUETOOTH)
        return
    if not cards:
        severity = WARNING if any(one.role == "hall" for one in config.board.buzzers) else ERROR
        remedy = (
            "звуковой карты нет, сигналы даст только зуммер: подключите карту",
            "there is no sound card, only a buzzer can give the signals: plug one in",
        )
        yield Finding(severity, "sound.device", device, remedy)
        return
    yield from _which(device, cards)
    for card in cards:
        if card.owner and not daemon_runs:
            remedy = (
                f"на карте играет {card.owner}: закройте эту программу",
                f"{card.owner} plays on this card: close that program",
            )
            yield Finding(WARNING, "sound.device", card.id, remedy)


def _which(device: str, cards: list[Card]) -> Iterator[Finding]:
    listed = ", ".join(f"{card.id} ({card.name})" for card in cards)
    named = [card for card in cards if card.id in device or (card.name and card.name in device)]
    if device and named:
        meaning = (f"карта {named[0].id}, {named[0].name}", f"card {named[0].id}, {named[0].name}")
        yield Finding(NOTE, "sound.device", device, meaning)
    elif device and any(char.isdigit() for char in device.partition(":")[2][:2]):
        remedy = (
            f"номера карт меняются при запуске: назовите карту по имени; есть {listed}",
            f"numbers of cards change at each start: name the card; there is {listed}",
        )
        yield Finding(WARNING, "sound.device", device, remedy)
    elif device:
        remedy = (f"такой карты нет: есть {listed}", f"there is no such card: there is {listed}")
        yield Finding(ERROR, "sound.device", device, remedy)
    elif len(cards) > 1:
        remedy = (
            f"карт несколько, и какая первая, зависит от запуска: назовите одну: {listed}",
            f"there are several, and which is the first changes at each start: name one: {listed}",
        )
        yield Finding(WARNING, "sound.device", "", remedy)
    else:
        yield Finding(NOTE, "sound.device", cards[0].id, (f"карта {listed}", f"card {listed}"))


def _wireless(text: str) -> bool:
    return any(word in text.lower() for word in _WIRELESS)
