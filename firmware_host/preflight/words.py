"""What a pre-flight says: Russian first, English second."""

from collections.abc import Mapping

from firmware_host.wiring.words import Both

SAY: Mapping[str, Both] = {
    "yes-no": (
        "START – да, STOP – нет; на клавиатуре: д или н и Enter",
        "START is yes, STOP is no; on a keyboard: y or n, and Enter",
    ),
    "hands-off": ("Не трогайте кнопки.", "Hands off the keys."),
    "press": ("Нажмите дважды: {name}.", "Press twice: {name}."),
    "that-was": ("Это была другая: {name}.", "That was another one: {name}."),
    "key-good": (
        "слышна; дребезг: до {edges} перепадов, {longest} мс",
        "heard; chatter: up to {edges} edges, {longest} ms",
    ),
    "key-silent": (
        "не слышна: проверьте провод и вывод, или `minuta learn`",
        "not heard: look at its wire and pin, or `minuta learn`",
    ),
    "key-once": (
        "слышна только один раз: контакт плох", "heard only once: the contact is poor",
    ),
    "key-other": (
        "не слышна, вместо неё пришла {other}: провода перепутаны; `minuta learn` запомнит новые",
        "not heard, {other} came instead: wires are swapped; `minuta learn` takes the new ones",
    ),
    "key-stuck": (
        "замкнута, хотя её не трогают: кнопка заела или провод замкнут",
        "closed with no hand on it: the key is jammed, or its wire is short-circuited",
    ),
    "key-held": ("не отпускается: кнопка заедает", "does not open again: the key jams"),
    "key-noisy": (
        "шумит, хотя её не трогают ({edges} перепадов за {seconds} с): длинный провод без"
        " подтяжки, помехи",
        "noisy with no hand on it ({edges} edges in {seconds} s): a long wire without a pull-up,"
        " interference",
    ),
    "key-worn": (
        "слышна, но дребезжит {longest} мс ({edges} перепадов): нажатия будут теряться, смените"
        " кнопку",
        "heard, but it chatters for {longest} ms ({edges} edges): presses will be lost, change it",
    ),
    "key-source": (
        "устройство «{source}» не отвечает: подключите его",
        "its device {source!r} does not answer: plug it in",
    ),
    "lamp": ("Горит {name}?", "Does it glow: {name}?"),
    "buzzer": ("Слышен {name}?", "Do you hear it: {name}?"),
    "display-full": (
        "{name} ({id}): горят все полоски всех цифр?",
        "{name} ({id}): are all bars of all digits lit?",
    ),
    "display-825": (
        "{name} ({id}): видно 8 2 5, не вверх ногами?",
        "{name} ({id}): do you see 8 2 5 the right way up?",
    ),
    "sound": ("Слышен сигнал «{name}»?", "Did you hear the cue {name!r}?"),
    "yes": ("да", "yes"),
    "no": ("нет", "no"),
    "unanswered": ("ответа нет", "no answer"),
    "silent": (
        "прибор сам не звучит (sound.kind = {kind}): звук проверяют там, где он есть",
        "the box itself is silent (sound.kind = {kind}): try the sound where it is made",
    ),
    "none": ("нечего проверять", "nothing to try"),
    "ready": ("Всё в порядке.", "All is well."),
    "not-ready": (
        "Не в порядке: {bad}; без ответа: {open}.", "Not well: {bad}; no answer: {open}.",
    ),
    "cut": ("Проверка прервана.", "The pre-flight was broken off."),
    "written": ("Отчёт: {path}", "Report: {path}"),
    "learn-how": (
        "Enter в терминале прекращает: тогда ничего не записано.",
        "Enter in the terminal ends it: nothing is written then.",
    ),
    "learn-usb": (
        "Клавиатуры USB слышны тоже: сейчас их клавиши – кнопки и ничего не печатают, и Enter.",
        "USB keyboards are heard too: their keys are buttons now and type nothing, Enter neither.",
    ),
    "learn": ("Нажмите там, где будет {name}.", "Press what shall be the {name}."),
    "learned": ("{name}: {source}, линия {line}", "{name}: {source}, line {line}"),
    "learn-stuck": (
        "линии, замкнутые без рук, не в счёт: {lines}",
        "lines that are closed with no hand on them do not count: {lines}",
    ),
    "stamp": (
        "контакт замкнулся не более чем за {doubt} мс до отметки ({where})",
        "a contact closed at most {doubt} ms before its stamp ({where})",
    ),
    "calibrate-press": (
        "Тихо. Нажмите START ({nth} из {times}).", "Silence. Press START ({nth} of {times}).",
    ),
    "calibrate-round": (
        "от кнопки {key} мс, от команды {own} мс",
        "{key} ms from the key, {own} ms from the command",
    ),
    "calibrate-nothing": (
        "Ничего не пришло: ближе и громче, или нажмите снова.",
        "Nothing came: nearer and louder, or press again.",
    ),
    "calibrate-wrote": (
        "Записано в {path}, таблица [offsets].", "Written into {path}, table [offsets].",
    ),
    "calibrate-not": (
        "Слишком мало слышно или видно: ничего не записано.",
        "Too little was heard or seen: nothing was written.",
    ),
    "learn-absent": (
        "«{source}»: свободных линий нет, или его нет на месте",
        "{source!r} has no free line, or is not there",
    ),
    "learn-not": (
        "Кнопки не дождались: ничего не записано.", "A key did not come: nothing was written.",
    ),
    "learn-wrote": ("Записано в {path}, таблица [keys].", "Written into {path}, table [keys]."),
}  # fmt: skip


def say(key: str, /, **put: object) -> Both:
    """Return a text in both languages."""
    ru, en = SAY[key]
    return ru.format(**put), en.format(**put)


def with_name(key: str, name: Both, /, **put: object) -> Both:
    """Return a text that names a thing, which is called by another name in each language."""
    ru, en = SAY[key]
    return ru.format(name=name[0], **put), en.format(name=name[1], **put)
