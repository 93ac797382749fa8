"""Devices of the hall: keys, lamps, buzzers, displays, loudspeaker, clock.

This package knows devices, not games. Nothing here imports `firmware_host` or
`web_admin`. `ports.py` says what each kind of device must do, `registry.py`
names the drivers; one driver, one file.
"""
