"""Loudspeakers; one player, one file."""
