"""What a result says of answers: masks, categories, appeals."""

from collections.abc import Iterable

from firmware_host.books import Books
from firmware_host.evening.answer_table import has_answers
from firmware_host.evening.answers import mask
from firmware_host.evening.appeal_book import filed, grid_of
from firmware_host.evening.places import place_text
from firmware_host.evening.series_book import category_places, keys_of


def answer_rows(books: Books) -> dict[str, object]:
    """Return what a result says of answers; nothing where an event has none."""
    book = books.book
    if not has_answers(book):
        return {}
    grid = grid_of(book)
    keys = keys_of(book, grid)
    return {
        "answers": {team: mask(grid, team) for team in grid.teams},
        "categories": {
            where: _texts(category_places(book, keys, where).items())
            for where in book.event.categories
        },
        "appeals": [
            {"i": one.appeal.id, "team": one.appeal.team, "question": one.appeal.question,
             "kind": one.appeal.kind, "word": one.word, "deposit": one.deposit,
             "also": list(one.also), "in_window": one.in_window, "late": one.late}
            for one in filed(book)
        ],
    }  # fmt: skip


def _texts(places: Iterable[tuple[str, tuple[int, int]]]) -> dict[str, str]:
    return {team: place_text(place) for team, place in places}
