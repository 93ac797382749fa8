"""`minuta rules PLAN.toml`: what a plan has chosen, each with its source, in both languages."""

from collections.abc import Iterator, Mapping

from firmware_host.cli.wording import say

Words = Mapping[str, tuple[str, str, str]]

PLAN: Words = {
    "advance_by": (
        "000 l.5-8; 0-d",
        "Кто проходит дальше: по сумме туров (cumulative) или по последнему (last_tour)",
        "Who goes on: by all tours (cumulative) or by the last one (last_tour)",
    ),
    "tiebreak": (
        "002 l.43; 1-i, 2-k",
        "Что решает равенство за первое место, по порядку; иначе место делят",
        "What decides a tie for the first place, in order; else it is shared",
    ),
    "tiebreak_all": (
        "002 l.43; 1-i",
        "Так же решаются и все прочие равенства",
        "All other ties are decided so too",
    ),
    "tours": ("003 l.3-8; 004 l.5", "Вопросов в турах", "Questions in each tour"),
    "series": (
        "003 l.23-24; 004 l.38; 3-c",
        "Столько вопросов перестрелки задают сразу, потом по одному",
        "So many questions of a series at once, then one at a time",
    ),
    "prizes": (
        "003 l.23; 004 l.38; 4-i",
        "Перестрелка играется за столько первых мест",
        "A series is played for so many first places",
    ),
    "rating": (
        "RULES C.1",
        "Равные команды разделяет рейтинг вопросов",
        "Equal teams are parted by question rating",
    ),
    "deposit": ("004 l.35", "Залог за апелляцию, рублей", "Deposit of an appeal, roubles"),
    "appeals": (
        "004 l.34; 4-e",
        "Столько после объявления принимают апелляции",
        "So long after an announcement appeals are taken",
    ),
    "first_day": ("4-d", "Столько туров в первый день", "So many tours are of the first day"),
    "begin": ("RULES A.7, 004", "Номер первого вопроса дня", "Number of the day's first question"),
    "teams": ("0-k", "Команды", "Teams"),
    "players": ("0-c", "Кто объясняет, по очереди", "Who explains, in turn"),
    "categories": ("000 l.5-8; 004 l.39; 4-i", "Зачёты", "Standings of their own"),
    "decks": ("001 l.46; RULES A.7", "Билеты", "Tickets"),
    "programme": ("003 l.3-8; 3-e", "Распорядок дня", "The day's programme"),
}
"""Key of a plan -> where it comes from, and what it is in Russian and English."""

STAGE: Words = {
    "formats": ("0-g", "Что играют", "What is played"),
    "circles": ("002 l.2; 2-h", "Кругов", "Circles"),
    "slots": ("000 l.10", "Пар за столом", "Pairs at a table"),
    "passes_per_stage": ("0-b", "Столько раз идёт шапка по кругу", "So often the hat goes round"),
    "keep": ("000 l.5-8", "Столько команд проходит дальше", "So many teams go on"),
    "order": (
        "RULES A.7",
        "Порядок команд: список, rotating (по кругу) или drawn (жребий)",
        "The order of teams: a list, rotating, or drawn",
    ),
    "questions": ("RULES A.7", "Дуплеты и блицы", "Duplets and blitzes"),
    "hour": ("002 l.2; 2-h", "Час этапа", "The stage's hour"),
    "changeover": ("002; 2-h", "От хода до хода", "From turn to turn"),
    "overlap": (
        "002; 2-h",
        "Следующая команда готовится во время хода",
        "The next team prepares while the present one plays",
    ),
    "secret": ("001 l.64", "Тайна до первого хода", "Secret until its first turn"),
    "set": ("", "Настройки форматов", "Settings of the formats"),
}
"""The same of a stage."""


def plan_lines(text: str, file: str, lang: str) -> Iterator[str]:
    """Yield what a plan has chosen or left at its default.

    Raises:
        FileFaults: It is no sound plan.
    """
    from firmware_host.config.plan import load_plan
    from firmware_host.config.plan_text import PlanText
    from firmware_host.formats import builtin
    from firmware_host.formats.reading import parse

    load_plan(text, file, builtin())
    tables = PlanText.model_validate(parse(text, file))
    yield f"{say(lang, 'plan')}: {file}"
    for key in PLAN:
        yield _line(key, getattr(tables, key), PLAN, lang)
    for stage in tables.stage:
        yield ""
        yield f"{say(lang, 'stage')} {stage.id}:"
        for key in STAGE:
            yield f"  {_line(key, getattr(stage, key), STAGE, lang)}"


def _line(key: str, value: object, words: Words, lang: str) -> str:
    source, russian, english = words[key]
    of = f" [{source}]" if source else ""
    return f"{key} = {_shown(value, lang)}{of} {russian if lang == 'ru' else english}"


def _shown(value: object, lang: str) -> str:
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, bool):
        return say(lang, "yes" if value else "no")
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_shown(one, lang)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(_shown(one, lang) for one in value)
    if hasattr(value, "model_dump"):
        return _shown({k: v for k, v in value.model_dump().items() if v}, lang)
    return str(value)
