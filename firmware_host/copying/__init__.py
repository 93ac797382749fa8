"""The second copy of the journals, on a stick: a process of its own, which may hang with it."""
