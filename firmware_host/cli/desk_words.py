"""The words of `minuta desk`: how each is written, and what it does, in both languages."""

from collections.abc import Mapping

FORMS: Mapping[str, tuple[str, str, str]] = {
    "advance": (
        "advance [even-so]",
        "закрыть этап и перейти к следующему",
        "close the stage and go on to the next",
    ),
    "away": ("away B", "команды нет: ход за ней", "a team is not there: it owes its turns"),
    "back": ("back B", "команда снова здесь", "the team is there again"),
    "owed": ("owed B", "команда играет долг сейчас", "a team plays what it owes now"),
    "extra": (
        "extra T12 table1, T13 table2",
        "дополнительный ход для тех, кто делит место",
        "an extra turn for those who share a place",
    ),
    "decide": (
        "decide draw T12 T13",
        "равенство решает жребий; both: проходят все",
        "a tie is decided by lot; both: all go on",
    ),
    "given": ("given A 12, B 10.5", "очки, принесённые с собой", "totals brought in"),
    "draw": ("draw [tour1] [seed 7]", "рассадка по жребию", "who sits where, by lot"),
    "seats": ("seats A/B/C B/C/A C/A/B", "рассадка от руки", "who sits where, by hand"),
    "draw-order": (
        "draw-order [hat] [seed 7]",
        "порядок команд по жребию",
        "the order of the teams by lot",
    ),
    "answer": (
        "answer 14 taken A B others not-taken",
        "ответы на вопрос",
        "answers to a question",
    ),
    "lift": ("lift 14 A", "жюри прощает незачёт", "the jury lifts a technical void"),
    "remove": ("remove 14", "жюри снимает вопрос", "the jury removes a question"),
    "announce": ("announce 1", "результаты тура объявлены", "the results of a tour are announced"),
    "appeal": ("appeal A 14 credit deposit 300", "подана апелляция", "an appeal is filed"),
    "verdict": (
        "verdict 41 3:1 also B C",
        "решение по апелляции с номером записи",
        "the decision on the appeal with this number",
    ),
    "series": (
        "series 1 taken A B",
        "ответы на вопрос перестрелки",
        "answers to a question of a penalty series or shoot-out",
    ),
    "ticket": (
        "ticket films 5 team B",
        "билет вытянут; без номера тянет прибор",
        "a ticket is drawn; without a number the box draws",
    ),
    "explainer": (
        "explainer Анна team A",
        "кто объясняет в этом ходу",
        "who explains in this turn",
    ),
    "clock": ("clock prep for 2:00", "боковые часы пошли", "a side clock runs"),
    "clock-stop": (
        "clock-stop prep",
        "боковые часы стоят; стоящие убраны",
        "a side clock stands; one that stands is taken away",
    ),
    "clock-set": ("clock-set prep 1:30", "сколько на боковых часах", "what a side clock shows"),
    "programme": (
        "programme tour1 began 12:03",
        "когда на деле началось или кончилось (ended)",
        "when it really began, or ended",
    ),
    "catch-up": (
        "catch-up shorten",
        "догонять за счёт перерывов; shift: сдвинуть всё",
        "catch up by shorter breaks; shift: move all",
    ),
    "press": (
        "press next for 2.1s",
        "нажать кнопку, которой нет на пульте",
        "press a key that the board lacks",
    ),
    "plan": (
        "plan",
        "вернуться к плану, который отложили ради одного формата",
        "go back to the plan that was left for a single format",
    ),
    "undo": ("undo 41", "взять запись назад", "take an entry back"),
}
"""Word -> an example, then what it does in Russian and in English."""

SAY: Mapping[str, tuple[str, str]] = {
    "nothing": ("на столе ничего нет", "nothing is at the table"),
    "turn": ("ход {number}{who}: {word}", "turn {number}{who}: {word}"),
    "waits": (
        "этап {stage} сыгран: `minuta desk advance` или кнопка NEXT",
        "stage {stage} waits: `minuta desk advance`, or NEXT",
    ),
    "owed": ("ходы за командами: {teams}", "{teams} owe turns"),
    "away": ("нет команд: {teams}", "{teams} are away"),
    "inside": ("{category}проходят {keep}: {teams}", "{category}{keep} go on: {teams}"),
    "held": (
        "{category}делят место: {teams}, мест {free}",
        "{category}{teams} are tied for {free} of these",
    ),
    "taken": ("{what}: принято, номер {i}", "{what}: taken, number {i}"),
    "refused": ("{what}: отказано: {reason}", "{what}: refused: {reason}"),
    "no-change": (
        "{what}: ни место, ни сумма не изменятся",
        "{what}: no place and no total would change",
    ),
    "stand": ("{total}, место {place}", "{total}, place {place}"),
    "left": ("план отложен: `minuta desk plan`", "the plan was left: `minuta desk plan`"),
    "plan": ("план идёт дальше", "the plan goes on"),
    "pressed": ("{word}: нажато", "press {word}: done"),
}
"""What the command says, in Russian and in English."""
