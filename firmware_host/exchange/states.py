"""What a foreign sheet cannot say, and what is written there instead.

A sheet of the rating has 1, 0, text (contested) and blank (not yet entered). It has no word for a
technical void, for a removed question, or for an answer credited over another. What counts is
written, so that anybody who adds up the ones gets the same totals, places and question rating:

* void -> 0, as it is worth nothing. Not text: text there means that somebody contests it.
* removed -> 0 for every team that has answered anything; a team of which nothing has been
  entered stays blank all along.
* credited -> what counts: 1, but a void stays a void.
* not yet entered -> blank, and never 0.

The entries under these are lost in the sheet; each is listed. Minuta's own form keeps them all.
"""

from dataclasses import replace

from firmware_host.evening.answers import Answer, Grid, question_state
from firmware_host.evening.places import Team
from firmware_host.exchange.grid_file import GridFile
from firmware_host.exchange.noticed import Noticed

_WRITTEN = {"void": "not-taken", "removed": "not-taken"}


def sayable(file: GridFile) -> tuple[GridFile, tuple[Noticed, ...]]:
    """Return the grid as a foreign sheet says it, and what was changed for it.

    Totals of teams and tours and all places stay as they are.
    """
    grid = file.grid
    answered = {team for team, _ in (*grid.answers, *grid.credited)}
    answers: dict[tuple[Team, int], Answer] = {}
    noticed = []
    names = {one.team: one.shown for one in file.entrants}
    for team in grid.teams:
        for question in grid.questions:
            state = question_state(grid, team, question)
            if state == "removed" and team not in answered:
                continue
            if state in _WRITTEN:
                ground = grid.answers[team, question].ground if state == "void" else ""
                value = f"{names.get(team, team)}, {question}: {state} {ground}".strip()
                if state == "void":
                    noticed.append(Noticed("said-as-0", value))
            if state != "not-entered":
                answers[team, question] = Answer(_WRITTEN.get(state, state))
    noticed += [Noticed("said-as-0", f"{q}: removed") for q in sorted(grid.removed)]
    said = Grid(teams=grid.teams, tours=grid.tours, answers=answers)
    contested = {key for key, answer in answers.items() if answer.state == "contested"}
    texts = {key: text for key, text in file.texts.items() if key in contested}
    return replace(file, grid=said, texts=texts), tuple(noticed)
