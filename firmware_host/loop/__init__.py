"""The one thread that owns the game: it takes reports and commands, and hands on the time."""
