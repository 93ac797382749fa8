"""The control socket: JSON lines between the daemon and everything that is not the daemon."""
