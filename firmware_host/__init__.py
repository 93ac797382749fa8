"""The timekeeper: from a closed contact to a verdict, a wall and a journal.

The flow, and the rooms it passes:

    hardware.buttons     an edge on a wire, with the instant it happened
    journal.ring         kept, before anything is decided
    intake.contacts      chatter out: one press of one key
    intake.gestures      short press or hold
    intake.frontier      inputs in stamp order, once no earlier one can come
    engine               inputs -> facts; pure, no clock
    journal              facts written, then recorded
    outputs              the state of the game -> displays, lamps, sounds
    control              snapshots and commands over a Unix socket -> web_admin
"""
