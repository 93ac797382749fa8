"""The evening above the turns: draws, totals, places, cuts, tie-breaks, answers, appeals, clocks.

Pure functions over frozen values. Points are half-points, times nanoseconds, instants are given
in. The source of every rule is RULES.md part A, named by document and ambiguity id.
"""
