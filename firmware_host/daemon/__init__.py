"""The composition root: the only room that knows everything."""

from firmware_host.daemon.daemon import Daemon
from firmware_host.daemon.devices import Devices, build_devices

__all__ = ["Daemon", "Devices", "build_devices"]
