"""The config against the machine, before the evening: what `minuta check` finds."""
