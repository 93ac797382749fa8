"""Each key: is it quiet, is it heard, how does its contact chatter."""

from collections.abc import Iterator

from firmware_host.intake.contact_words import GPIO, MS
from firmware_host.intake.fingers import Finger
from firmware_host.preflight.person import BY_KEY, Person
from firmware_host.preflight.rig import Typed
from firmware_host.preflight.row import BAD, GOOD, Row
from firmware_host.preflight.words import say, with_name
from firmware_host.wiring.words import of_key

WATCH_NS = 2000 * MS
"""So long no hand is on the keys."""
PRESSES = 2
"""So one that stays down is seen, and one that is heard by chance."""
WORN_NS = GPIO.confirm_max_ns
"""A contact that chatters longer may be taken for no press at all."""


def try_keys(person: Person) -> Iterator[Row]:
    """Watch all keys with no hand on them, then ask for each in the order of the config."""
    rig = person.rig
    person.ask("keys", "", say("hands-off"))
    rig.show("----")
    since_ns = rig.clock.now_ns()
    rig.rest(WATCH_NS)
    stuck = rig.listener.closed
    board = rig.devices.board
    noisy = {
        one.key: count for one in board.keys if (count := rig.listener.edges(one.key, since_ns))
    }
    for nth, one in enumerate(board.keys, 1):
        rig.show(f"P {nth}")
        if one.source in rig.listener.lost:
            yield Row("key", one.key, BAD, say("key-source", source=one.source))
        elif one.key in stuck:
            yield Row("key", one.key, BAD, say("key-stuck"))
        elif one.key in noisy:
            facts = {"edges": noisy[one.key]}
            text = say("key-noisy", seconds=WATCH_NS // 10**9, **facts)
            yield Row("key", one.key, BAD, text, facts)
        else:
            yield _asked(person, one.key)
    rig.show("")


def _asked(person: Person, key: str) -> Row:
    """Ask for a key, and wait for its presses and its release."""
    rig = person.rig
    rig.forget()
    since_ns, until_ns = rig.clock.now_ns(), person.until_ns()
    person.ask("key", key, with_name("press", of_key(key)))
    count, others = 0, dict[str, None]()
    while count < PRESSES and (news := rig.news(until_ns)) is not None:
        if isinstance(news, Typed):
            break  # whoever types has given it up
        if not isinstance(news, Finger):
            continue
        count += news.key == key
        if news.key != key:
            others[news.key] = None
            person.tell(with_name("that-was", of_key(news.key)))
        kind = "accepted" if news.key == key else "refused"
        rig.outputs.blip(kind, rig.clock.now_ns())
    while key in rig.listener.closed and rig.clock.now_ns() < until_ns:
        rig.rest(10 * MS)
    rig.rest(WORN_NS)  # the chatter of its opening
    edges, longest_ns = rig.listener.worst(key, since_ns)
    facts = {"presses": count, "edges": edges, "longest_ns": longest_ns}
    longest = f"{longest_ns / MS:.1f}"
    if not count:
        word = say("key-other", other=", ".join(others).upper()) if others else say("key-silent")
        return Row("key", key, BAD, word, facts)
    if key in rig.listener.closed:
        return Row("key", key, BAD, say("key-held"), facts)
    if count < PRESSES:
        return Row("key", key, BAD, say("key-once"), facts)
    if key in BY_KEY:
        person.answers_by.add(key)
    if longest_ns > WORN_NS:
        return Row("key", key, BAD, say("key-worn", edges=edges, longest=longest), facts)
    return Row("key", key, GOOD, say("key-good", edges=edges, longest=longest), facts)
