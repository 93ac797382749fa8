"""The words of `minuta exchange` in Russian and English: oddities, and what it prints of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from firmware_host.cli.wording import LANGUAGES, say

if TYPE_CHECKING:
    from firmware_host.exchange.noticed import Noticed

NOTICED: Mapping[str, tuple[str, str]] = {
    "encoding": ("кодировка определена как {value}", "encoding guessed: {value}"),
    "encoding-doubtful": (
        "похоже, кодировка не {value}: проверьте названия",
        "it does not look like {value}: check the names",
    ),
    "delimiter": ("разделитель: {value}", "delimiter: {value}"),
    "quotes": (
        "кавычки не закрываются: взяты как обычные знаки",
        "quotes do not close: taken as characters",
    ),
    "control": (
        "убраны управляющие знаки, осталось «{value}»",
        "control characters taken out, “{value}” is left",
    ),
    "date": (
        "дата {value}: возможно, таблица переделала в неё «2-3»",
        "a date, {value}: perhaps the spreadsheet made it of 2-3",
    ),
    "formula": (
        "формула {value} без сохранённого значения: ячейка считается пустой",
        "formula {value} has no saved value: the cell counts as blank",
    ),
    "sheet": ("взят лист «{value}», а не Worksheet", "sheet “{value}” is taken, not Worksheet"),
    "sheet-left-out": ("лист «{value}» не читался", "sheet “{value}” left out"),
    "row-left-out": ("строка пропущена: «{value}»", "row left out: “{value}”"),
    "column-left-out": ("столбец пропущен: «{value}»", "column left out: “{value}”"),
    "first-row": ("первая строка не пустая", "row 1 is not blank"),
    "no-gap": ("нет пустой строки перед заголовком", "no blank row before a header"),
    "no-header": ("заголовка нет, столбцы взяты так: {value}", "no header; columns: {value}"),
    "tours-unknown": (
        "длины туров не указаны: {value} вопросов взяты как один тур (есть --tours)",
        "no lengths of tours: {value} questions taken as one tour (see --tours)",
    ),
    "numbers-restart": (
        "номера вопросов начинаются снова с 1: продолжены",
        "question numbers begin at 1 again: carried on",
    ),
    "tour-number": ("номер тура не по порядку: «{value}»", "tour out of order: “{value}”"),
    "tour-blank": ("номер тура не указан", "the tour is not given"),
    "contested": ("спорный ответ: «{value}»", "contested: “{value}”"),
    "odd-number": (
        "не 1 и не 0, взято как спорный: {value}",
        "neither 1 nor 0, taken as contested: {value}",
    ),
    "looks-removed": (
        "вопрос {value}: у всех X – снят? взят как спорный",
        "question {value}: X everywhere – removed? taken as contested",
    ),
    "no-id": ("у команды нет номера: «{value}»", "a team without an id: “{value}”"),
    "twice": ("команда второй раз: «{value}»", "a team once more: “{value}”"),
    "name-differs": ("название другое: {value}", "the name differs: {value}"),
    "town-differs": ("город другой: {value}", "the town differs: {value}"),
    "team-missing": ("нет в туре: {value}", "missing in a tour: {value}"),
    "same-name": ("такое название уже есть: «{value}»", "the same name once more: “{value}”"),
    "said-as-0": ("записано как 0: {value}", "written as 0: {value}"),
    "long-name": ("название слишком длинное: {value}", "the name is too long: {value}"),
}
"""A word of `exchange.noticed.KINDS` -> what it says."""

SAY: Mapping[str, tuple[str, str]] = {
    "noticed": ("Замечено", "Noticed"),
    "faults": ("Не взять, пока не исправлено", "Cannot be taken until it is mended"),
    "file": ("файл", "file"),
    "row": ("строка {row}", "row {row}"),
    "column": ("столбец {column}", "column {column}"),
    "sheet": ("лист {sheet}", "sheet {sheet}"),
    "more": ("… и ещё {count}", "… and {count} more"),
    "grid": (
        "команд {teams}, вопросов {questions} ({tours}), спорных {contested}, не внесено {missing}",
        "teams {teams}, questions {questions} ({tours}), contested {contested}, "
        "not entered {missing}",
    ),
    "missing": ("Не внесено", "Not yet entered"),
    "question": ("вопрос {question}: {teams}", "question {question}: {teams}"),
    "differ": ("Записи расходятся", "The entries differ"),
    "differs": (
        "вопрос {question}, {team}: {first} и {second}",
        "question {question}, {team}: {first} and {second}",
    ),
    "decided": ("Решение только в одной записи", "A decision in one entry only"),
    "once": ("Есть только в одной записи", "In one entry only"),
    "once-kept": ("взято (--once)", "taken (--once)"),
    "once-left": ("не взято; --once возьмёт", "not taken; --once takes it"),
    "in-file": ("вопрос {question}, {team}: {file}", "question {question}, {team}: {file}"),
    "agree": ("Записи не расходятся.", "The entries do not differ."),
    "nothing-written": ("Ничего не записано.", "Nothing is written."),
    "written": ("Записано: {path}", "Written: {path}"),
    "list": (
        "команд {count}; кодировка {encoding}, разделитель {delimiter}, столбцы: {columns}",
        "teams {count}; encoding {encoding}, delimiter {delimiter}, columns: {columns}",
    ),
    "not-taken": (
        "Это просмотр: ничего не взято. Взять: --take PLAN",
        "This is a preview: nothing is taken. To take it: --take PLAN",
    ),
    "id": ("номер", "id"),
    "name": ("название", "name"),
    "town": ("город", "town"),
    "category": ("категория", "category"),
    "semicolon": ("точка с запятой", "semicolon"),
    "comma": ("запятая", "comma"),
    "tab": ("табуляция", "tab"),
    "none": ("нет", "none"),
}

MOST = 40
"""Lines printed of one kind; a broken file may have thousands."""

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "": "none"}


def noticed_lines(noticed: Iterable["Noticed"], lang: str) -> list[str]:
    """Return oddities as lines for people, those of one kind together."""
    lines = []
    for one in noticed:
        value = say(lang, DELIMITERS[one.value], SAY) if one.what == "delimiter" else one.value
        lines.append(f"{_place(one, lang)}: {say(lang, one.what, NOTICED, value=value)}")
    return cut(lines, lang)


def _place(one: "Noticed", lang: str) -> str:
    from firmware_host.exchange.noticed import letters

    parts = [say(lang, "sheet", SAY, sheet=one.sheet)] if one.sheet else []
    parts += [say(lang, "row", SAY, row=one.row)] if one.row else []
    parts += [say(lang, "column", SAY, column=letters(one.column))] if one.column else []
    return ", ".join(parts) or say(lang, "file", SAY)


def cut(lines: Sequence[str], lang: str) -> list[str]:
    """Return no more than `MOST` lines, and how many there are besides."""
    more = len(lines) - MOST
    return [*lines[:MOST], *([say(lang, "more", SAY, count=more)] if more > 0 else [])]


def listed(title: str, lines: Sequence[str], lang: str) -> None:
    """Print lines below a title; nothing if there are none."""
    if lines:
        click.echo(f"{say(lang, title, SAY)}:")
        for line in cut(lines, lang):
            click.echo(f"  {line}")


def aligned(rows: Sequence[Sequence[object]]) -> None:
    """Print rows in columns."""
    texts = [["–" if cell in (None, "") else str(cell) for cell in row] for row in rows]
    widths = [max(len(row[nth]) for row in texts) for nth in range(len(texts[0]))]
    for row in texts:
        cells = (f"{cell:<{widths[nth]}}" for nth, cell in enumerate(row))
        click.echo("  ".join(cells).rstrip())


def language(lang: str) -> int:
    """Return the index of a language in a pair of texts."""
    return LANGUAGES.index(lang)
