"""Scenarios: an evening as plain text, played at full speed on a simulated clock.

The same composition root as `minuta run`, with another clock and board.
"""
