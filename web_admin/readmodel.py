"""The read model of the log: an SQLite file made of the journal, which may be lost at any time.

It follows the journal file by file and keeps, in one transaction with each batch, how far it
is and the hash of the last record there. Where that record is no longer there (the tail was
lost in a power cut and its numbers used again) everything is forgotten and read anew.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from web_admin.journal_files import ZERO_HASH, Record, Tail, evening_of, parts_of, tail
from web_admin.logfilter import Filter
from web_admin.logrows import COLUMNS, input_of, pause_of, row_of

PAGE_ROWS = 50
PREPARE = "prepare"
"""The formats' word for a phase before the play: the time of the turn begins after it."""
_VERSION = 3
_SCHEMA = f"""
CREATE TABLE place (file TEXT PRIMARY KEY, offset INTEGER, hash TEXT);
CREATE TABLE rows (id INTEGER PRIMARY KEY, {", ".join(COLUMNS)});
CREATE INDEX rows_turn ON rows (turn);
CREATE INDEX rows_i ON rows (kind, i);
CREATE TABLE inputs (i INTEGER PRIMARY KEY, source TEXT, u_ns INTEGER, noticed TEXT);
CREATE TABLE turns (turn INTEGER PRIMARY KEY, number, tour, boot, format, team);
CREATE TABLE beginnings (turn INTEGER, boot, at_ns INTEGER);
CREATE TABLE phases (turn INTEGER, phase);
CREATE INDEX phases_turn ON phases (turn);
CREATE INDEX beginnings_turn ON beginnings (turn);
CREATE TABLE pauses (turn INTEGER, from_ns INTEGER, to_ns INTEGER);
PRAGMA user_version = {_VERSION};
"""
_SELECT = """
SELECT rows.*, inputs.source, inputs.u_ns, inputs.noticed, turns.number, turns.format, turns.team,
       begun.at_ns AS begun_ns,
       (SELECT d FROM rows AS about WHERE rows.kind = 'ruling' AND about.kind = 'verdict'
        AND about.i = rows.target LIMIT 1) AS about,
       (SELECT total(min(coalesce(to_ns, at), at) - from_ns) FROM pauses,
        (SELECT coalesce(rows.from_ns, rows.at_ns) AS at)
        WHERE pauses.turn = rows.turn AND from_ns < at AND from_ns >= begun.at_ns) AS paused_ns,
       (SELECT d FROM rows AS later WHERE later.kind = 'rejudged' AND later.i = rows.i
        ORDER BY later.id DESC LIMIT 1) AS rejudged
FROM rows LEFT JOIN inputs ON inputs.i = rows.i AND rows.grp = 'press'
LEFT JOIN turns ON turns.turn = rows.turn
LEFT JOIN beginnings AS begun ON begun.rowid =
       (SELECT max(rowid) FROM beginnings WHERE turn = rows.turn AND boot = rows.boot
        AND at_ns <= coalesce(rows.from_ns, rows.at_ns))
"""


class ReadModel:
    """The read model. Any thread; one of them at a time writes."""

    def __init__(self, journal_folder: Path, cache_folder: Path) -> None:
        self._journal_folder = journal_folder
        self._path = cache_folder / "log.sqlite3"
        self._lock = threading.Lock()

    def follow(self) -> bool:
        """Take in what has been written since; return whether there is a journal at all."""
        with self._lock:
            evening = evening_of(self._journal_folder)
            if evening is None:
                return False
            try:
                self._take(evening)
            except sqlite3.DatabaseError:  # a cache that is no database any more
                self._forget()
                self._take(evening)
            return True

    def page(self, wanted: Filter, number: int) -> tuple[list[dict[str, Any]], int]:
        """Return the rows of a page, newest first, and how many rows there are on all pages."""
        where, values = wanted.sql()
        with closing(self._open()) as db:
            count = db.execute(f"SELECT count(*) FROM rows WHERE {where}", values).fetchone()[0]
            tail_sql = f"WHERE {where} ORDER BY rows.id DESC LIMIT ? OFFSET ?"
            place = (PAGE_ROWS, PAGE_ROWS * (number - 1))
            return [dict(row) for row in db.execute(_SELECT + tail_sql, (*values, *place))], count

    def all(self, wanted: Filter) -> Iterator[dict[str, Any]]:
        """Yield all rows, oldest first."""
        where, values = wanted.sql()
        with closing(self._open()) as db:
            for row in db.execute(f"{_SELECT} WHERE {where} ORDER BY rows.id", values):
                yield dict(row)

    def rulings(self) -> list[dict[str, Any]]:
        """Return the rulings that were taken, oldest first: i, verb, target, d."""
        sql = (
            "SELECT i, verb, target, d FROM rows AS asked WHERE kind = 'ruling' AND EXISTS "
            "(SELECT 1 FROM rows WHERE kind = 'ruled' AND i = asked.i AND reason IS NULL) "
            "ORDER BY id"
        )
        with closing(self._open()) as db:
            return [dict(row) for row in db.execute(sql)]

    def choices(self) -> tuple[list[tuple[int, int]], list[str]]:
        """Return (turn, number) of all turns, and all keys that were pressed."""
        with closing(self._open()) as db:
            turns = db.execute("SELECT turn, number FROM turns ORDER BY turn DESC").fetchall()
            keys = db.execute("SELECT DISTINCT key FROM rows WHERE grp = 'press' ORDER BY key")
            return [(row[0], row[1]) for row in turns], [row[0] for row in keys if row[0]]

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(self._path, timeout=5)
        db.row_factory = sqlite3.Row
        if db.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
            db.execute("PRAGMA journal_mode=WAL")
            with db:
                for (name,) in db.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table'"
                ).fetchall():
                    db.execute(f'DROP TABLE "{name}"')
            db.executescript(_SCHEMA)
        db.execute("PRAGMA synchronous=OFF")  # it can be built again
        return db

    def _forget(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                self._path.with_name(self._path.name + suffix).unlink()

    def _take(self, evening: Path) -> None:
        with closing(self._open()) as db:
            parts = [(path, upto) for path, upto in parts_of(evening)]
            known = {row["file"] for row in db.execute("SELECT file FROM place")}
            if not known <= {str(path) for path, _ in parts}:
                _wipe(db)
            for first, (path, upto) in enumerate(parts):
                start = (0, "" if first else ZERO_HASH)
                while not self._batch(db, path, upto, start):
                    pass

    def _batch(
        self, db: sqlite3.Connection, path: Path, upto: int | None, start: tuple[int, str]
    ) -> bool:
        """Take one batch of a file; return whether there is no more."""
        where = "SELECT offset, hash FROM place WHERE file = ?"
        offset, digest = db.execute(where, (str(path),)).fetchone() or start
        added = tail(path, offset, digest)
        if added.rebuild:
            _wipe(db)
            return False
        items = [item for item in added.items if upto is None or item.offset < upto]
        with db:
            _store(db, added, items)
            place = (str(path), added.offset, added.hash)
            db.execute("INSERT OR REPLACE INTO place VALUES (?, ?, ?)", place)
        return added.offset == offset


def _wipe(db: sqlite3.Connection) -> None:
    with db:
        for table in ("place", "rows", "inputs", "turns", "pauses", "beginnings", "phases"):
            db.execute(f"DELETE FROM {table}")


def _store(db: sqlite3.Connection, added: Tail, items: list[Any]) -> None:
    marks = ", ".join("?" * len(COLUMNS))
    insert = f"INSERT INTO rows ({', '.join(COLUMNS)}) VALUES ({marks})"
    db.executemany(insert, [row_of(item) for item in items])
    for record in items:
        if not isinstance(record, Record):
            continue
        given = input_of(record)
        if given is not None:
            db.execute("INSERT OR REPLACE INTO inputs VALUES (?, ?, ?, ?)", given)
        _pause(db, *pause_of(record))
        turn = record.data.get("turn")
        if record.kind == "opened":
            names = ("number", "tour", "boot", "format", "team")
            opened = {**record.data, "boot": record.boot}
            values = (turn, *(opened.get(name) for name in names))
            db.execute("INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?, ?, ?)", values)
        elif record.kind == "phase":
            _begin(db, record)


def _begin(db: sqlite3.Connection, record: Record) -> None:
    """Keep from where the time of a turn is counted: its first phase, and what was prepared."""
    turn = record.data.get("turn")
    sql = "SELECT phase FROM phases WHERE turn = ? ORDER BY rowid DESC LIMIT 1"
    before = db.execute(sql, (turn,)).fetchone()
    db.execute("INSERT INTO phases VALUES (?, ?)", (turn, record.data.get("phase")))
    if before is None or before[0] == PREPARE != record.data.get("phase"):
        place = (turn, record.boot, record.data.get("at_ns"))
        db.execute("INSERT INTO beginnings VALUES (?, ?, ?)", place)


def _pause(db: sqlite3.Connection, what: str, turn: int | None, at_ns: int | None) -> None:
    """Keep the pauses of a turn: its time is shown without them, as on the wall."""
    if what == "from":
        db.execute("INSERT INTO pauses VALUES (?, ?, NULL)", (turn, at_ns))
    elif what == "to":
        sql = "UPDATE pauses SET to_ns = ? WHERE turn = ? AND to_ns IS NULL"
        db.execute(sql, (at_ns, turn))
    elif what == "never":
        db.execute("DELETE FROM pauses WHERE turn = ? AND to_ns IS NULL", (turn,))
