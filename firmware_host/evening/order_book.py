"""Who plays when in a stage, by lot (A.7). Entry: draw-order {stage, seed, order}: the box records
the seed and what it drew, so that anybody can draw it again.
"""

from firmware_host.evening.book import Book, number_of, teams_of, word_of
from firmware_host.evening.draw import drawn_order
from firmware_host.evening.event import Entry
from firmware_host.evening.tour_book import MOST_SEED


def check_order(book: Book, entry: Entry) -> str | None:
    """An order by lot. Whether the stage has begun, the running order knows."""
    word_of(entry, "stage", {one.id: one for one in book.event.stages})
    seed, order = number_of(entry, "seed", 0, MOST_SEED), teams_of(entry, "order", book.event)
    if order != drawn_order(order, seed):
        raise ValueError("this seed draws another order")
    return None
