"""Displays that show a short text; one kind, one file."""
