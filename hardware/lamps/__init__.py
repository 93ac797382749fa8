"""Lamps and buzzers: things that are on or off."""
