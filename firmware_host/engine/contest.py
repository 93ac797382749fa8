"""Who was first, where every stamp has a doubt (REALTIME b.4).

The contact of a press lies in [at - u, at]. Overlap of two presses is not transitive, so it is
no ground for a tie; what can be said is who *may* have been first.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contender:
    """One press of a contest: whose, its stamp and the stamp's one-sided doubt."""

    who: str
    at_ns: int
    u_ns: int


def possible_firsts(presses: Sequence[Contender]) -> tuple[Contender, ...]:
    """Return the presses that may have been the first, in order: one is a winner, more a tie."""
    certain_ns = min((press.at_ns for press in presses), default=0)
    return tuple(
        sorted(
            (press for press in presses if press.at_ns - press.u_ns <= certain_ns),
            key=lambda press: (press.at_ns, press.who),
        )
    )


def ranked(presses: Sequence[Contender]) -> list[tuple[Contender, ...]]:
    """Return all presses in order, those that tie together: the same rule, again and again."""
    left = list(presses)
    order = []
    while left:
        firsts = possible_firsts(left)
        order.append(firsts)
        left = [press for press in left if press not in firsts]
    return order
