"""What can go wrong with a device. Each error is ours and the fitting builtin's child."""


class HardwareError(Exception):
    """Any fault of a device or of its driver."""


class DeviceNotFound(HardwareError, LookupError):
    """The device is not there: no such pin, port, card or file."""


class DeviceBusy(HardwareError, OSError):
    """Another program holds the device; the text names it where that is known."""


class DeviceLost(HardwareError, OSError):
    """The device was there and is gone: unplugged, dead, or not answering in time."""


class DeviceUnsupported(HardwareError, ValueError):
    """The driver cannot do what the config asks of it."""


def plain(error: Exception) -> str:
    """Return what an error says; what is not ours says little without its kind."""
    return str(error) if isinstance(error, HardwareError) else f"{type(error).__name__}: {error}"
