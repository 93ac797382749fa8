"""The daemon as a process: its rights, its threads, its memory, and the word to systemd."""
