"""The rules of play as pure functions: no clock, no thread, no I/O, standard library only.

`game.step` takes the state and one input and gives the new state and facts; time is an input
like any other. Every instant and duration is an integer of nanoseconds.
"""
