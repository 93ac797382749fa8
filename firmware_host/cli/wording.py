"""The words of `minuta rules`, in Russian and English: what formats say in their own words."""

from collections.abc import Mapping

LANGUAGES = ("ru", "en")

SAY: Mapping[str, tuple[str, str]] = {
    "source": ("Источник", "Source"),
    "phases": ("Как идёт ход", "How a turn goes"),
    "score": ("Как считают", "How it is scored"),
    "settings": ("Настройки (где решено)", "Settings (where it is decided)"),
    "must": ("нужно выбрать до начала", "must be chosen beforehand"),
    "can": ("может быть", "can be"),
    "none": ("нет", "none"),
    "rehearsal": ("Только для проб.", "For rehearsals only."),
    "team": ("Играет одна команда, остальные ждут.", "One team plays, the others wait."),
    "hall": ("Играют все сразу.", "All play at once."),
    "rivals": ("Команды играют друг против друга.", "Teams play against each other."),
    "open-end": ("до кнопки", "until a key"),
    "host": ("часы пускает ведущий (START)", "the host starts its clock (START)"),
    "signal": ("часы идут от первого сигнала", "its clock runs from its first signal"),
    "before": ("нажатие ровно в конце – уже поздно", "a press exactly at the end is late"),
    "including": ("нажатие ровно в конце – вовремя", "a press exactly at the end is in time"),
    "prepares": ("подготовка: очков нет", "preparation: nothing scores"),
    "pausable": ("ведущий может остановить часы", "the host can stop the clock"),
    "not-pausable": ("часы не останавливаются", "the clock cannot be stopped"),
    "signal-at": ("сигнал", "signal"),
    "long": ("длится", "lasts"),
    "key": ("кнопка", "key"),
    "claims": (
        "заявка «{mark}»: время стоит со знаком «?», NEXT подтверждает, START отклоняет",
        "claims “{mark}”: the time stands with a “?”, NEXT confirms, START rejects",
    ),
    "marks": ("отмечает «{mark}»", "marks “{mark}”"),
    "after": ("первые {time}, потом «{mark}»", "for the first {time}, then “{mark}”"),
    "held": (
        "NEXT, удержанная 2 с, подтверждает как «{mark}»",
        "NEXT held 2 s confirms it as “{mark}”",
    ),
    "leads": ("дальше {phase}", "goes on to {phase}"),
    "ends": ("ход окончен", "the turn is over"),
    "answers": (
        "Каждый ответ оценивает жюри; время карточки – только свидетельство.",
        "The jury judges each answer; the stamp of a card is evidence only.",
    ),
    "per-mark": ("за «{mark}»: {points}", "for “{mark}”: {points}"),
    "open-nothing": (
        "слово, открытое в конце, ничего не меняет", "a word open at the end changes nothing",
    ),
    "open-skip": (
        "слово, открытое в конце, считается пропуском", "a word open at the end is a skip",
    ),
    "floor-none": ("ход может дать минус", "a turn may be worth less than nothing"),
    "floor-zero": ("ход не даёт меньше нуля", "a turn is never worth less than nothing"),
    "price": ("пока на часах не меньше {time}: {points}", "while {time} or more is left: {points}"),
    "display": (
        "время читают так, как его показывает табло", "the time is read as the wall shows it",
    ),
    "literal": ("время читают точно", "the time is read exactly"),
    "bans": (
        "с {count}-го нарушения запрета попытка стоит 0",
        "from broken ban number {count} on the attempt is worth 0",
    ),
    "unsolved": ("не отгадано: 0", "not guessed: 0"),
    "less": ("Счёт – время: меньше – лучше.", "Time is the score: less is better."),
    "from": (
        "время идёт от начала фазы {phase}, округляется вниз до {time}",
        "time counts from the beginning of {phase}, rounded down to {time}",
    ),
    "solved": ("«{mark}»: своё время", "“{mark}”: its own time"),
    "at-most": ("не больше {time}", "at most {time}"),
    "plus": ("и ещё {time}", "and {time} more"),
    "plan": ("План", "Plan"),
    "stage": ("Этап", "Stage"),
    "yes": ("да", "yes"),
    "no": ("нет", "no"),
    "fail": ("не отгадано: {time}", "not guessed: {time}"),
    "penalised-capped": (
        "отгадано с нарушениями: не больше времени за неудачу",
        "guessed, with violations: at most the time of a failure",
    ),
    "failed-alone": (
        "к времени за неудачу нарушения не прибавляются",
        "violations are not added to the time of a failure",
    ),
    "adds": ("за «{mark}»: ещё {time}", "for “{mark}”: {time} more"),
}  # fmt: skip

MARKS: Mapping[str, tuple[str, str]] = {
    "word": ("слово отгадано", "word guessed"),
    "skip": ("пропуск", "skip"),
    "solved": ("отгадано", "guessed"),
    "plot": ("сюжет отгадан", "plot guessed"),
    "title": ("название отгадано", "title guessed"),
    "violation": ("нарушение", "violation"),
    "hint": ("подсказка чужой команды (её очки)", "hint by another team (its points)"),
    "card": ("карточка поднята", "card raised"),
    "early-start": ("ранний старт", "early start"),
    "void": ("слово не засчитано", "word void"),
}

KEYS: Mapping[str, tuple[str, str]] = {
    "start": ("START", "START"),
    "start-held": ("START, держать 0.7 с", "START held 0.7 s"),
    "stop": ("STOP", "STOP"),
    "next": ("NEXT", "NEXT"),
    "ok": ("OK («Отгадано»)", "OK"),
    "skip": ("SKIP", "SKIP"),
    "viol": ("VIOL", "VIOL"),
    "seat": ("кнопка команды", "a team's key"),
    "table": ("OK стола", "OK of a table"),
}

CUES: Mapping[str, tuple[str, str]] = {
    "start": ("начало", "start"),
    "ten-left": ("осталось 10 секунд", "10 seconds left"),
    "end": ("конец", "end"),
    "collect": ("собрать ответы", "collect the answers"),
    "switch": ("щелчок: смена игрока или цены", "a click: players alternate, or the price drops"),
    "prepare": ("подготовка", "preparation"),
    "prepare-end": ("подготовка окончена", "preparation is over"),
    "reserve-end": ("резерв окончен", "reserve is over"),
    **{f"count-{n}": (f"счёт: {n}", f"count: {n}") for n in range(11)},
}


def say(language: str, key: str, table: Mapping[str, tuple[str, str]] = SAY, **put: object) -> str:
    """Return a text in a language; a word that the table lacks is said as it is."""
    texts = table.get(key)
    if texts is None:
        return key
    return texts[LANGUAGES.index(language)].format(**put)
