"""The words of `minuta wiring`: Russian first, English second."""

from collections.abc import Mapping

Both = tuple[str, str]
LANGUAGES = ("ru", "en")
SIMULATED: Both = (" (мнимая)", " (simulated)")
"""Of a board."""

KEYS: Mapping[str, Both] = {
    "start": ("кнопка START, зелёная", "START key, green"),
    "stop": ("кнопка STOP, красная", "STOP key, red"),
    "next": ("кнопка NEXT, белая, в стороне", "NEXT key, white, set apart"),
    "ok": ("кнопка OK («Отгадано»), большая", "OK key (“guessed”), large"),
    "skip": ("кнопка SKIP (пропуск), маленькая", "SKIP key, small"),
    "viol": ("кнопка VIOL, у судьи", "VIOL key, the judge's"),
}
SEATS: Mapping[str, Both] = {
    "seat": ("кнопка места {}", "key of seat {}"),
    "table": ("кнопка стола {}", "key of table {}"),
}
LAMPS: Mapping[str, Both] = {
    "running": ("лампа: часы идут", "lamp: the clock runs"),
    "done": ("лампа: ход окончен", "lamp: the turn is over"),
    "ready": ("лампа: можно начинать", "lamp: ready to start"),
    "claim": ("лампа: ждёт заявка", "lamp: a claim waits"),
    "first": ("лампа: первый", "lamp: the first"),
    "second": ("лампа: второй", "lamp: the second"),
    "signal": ("лампа: сигнал", "lamp: a signal"),
    "accepted": ("лампа: принято", "lamp: accepted"),
    "refused": ("лампа: отказано", "lamp: refused"),
    "host": ("лампа ведущего", "the host's lamp"),
}
LAMP_OF: Both = ("лампа у «{}»", "lamp of {}")
BUZZERS: Mapping[str, Both] = {
    "host": ("зуммер ведущего", "the host's buzzer"),
    "hall": ("зуммер в зале", "the hall's buzzer"),
}
DISPLAYS: Mapping[str, Both] = {
    "host": ("табло ведущего", "the host's display"),
    "hall": ("табло в зале", "the hall's display"),
}
SEVERAL_DISPLAYS: Both = ("общий провод табло", "shared by displays")
SAY: Mapping[str, Both] = {
    "title": ("Схема подключения", "Wiring"),
    "keys-to-ground": (
        "Кнопка замыкает свой вывод на GND; подтяжку к 3V3 включает прибор.",
        "A key closes its pin to GND; the box pulls the pin up to 3V3.",
    ),
    "never-5v": (
        "На вывод GPIO нельзя подавать больше 3,3 В.", "Never more than 3.3 V on a GPIO pin.",
    ),
    "seen": (
        "Вид на плату сверху, вывод 1 – у края с квадратной площадкой.",
        "Seen from above; pin 1 has the square pad.",
    ),
    "key": ("кнопка", "key"),
    "lamp": ("драйвер и лампа", "driver, lamp"),
    "buzzer": ("драйвер и зуммер", "driver, buzzer"),
    "display": ("табло", "display"),
    "free": ("свободен", "free"),
    "cables": ("Отдельными кабелями", "By cables of their own"),
    "parts-always": ("Детали", "Parts"),
    "parts-long": (
        "Если кабель кнопки длиннее 3 м или идёт рядом с сетью",
        "Where a key's cable is over 3 m or runs beside mains",
    ),
    "wires": ("Провода", "Wires"),
}  # fmt: skip


def of_key(word: str) -> Both:
    """Return what a key is: "start", "seat3"."""
    if word in KEYS:
        return KEYS[word]
    role = word.rstrip("0123456789")
    ru, en = SEATS[role]
    number = word[len(role) :]
    return ru.format(number), en.format(number)


def of_lamp(word: str) -> Both:
    """Return what a lamp is: one of its own, or the lamp of a key."""
    return LAMPS.get(word) or (LAMP_OF[0].format(word), LAMP_OF[1].format(word))
