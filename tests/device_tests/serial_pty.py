"""A serial port whose far end is in the test's process."""

import os
import select
import tty


class Pty:
    """A serial port whose far end is in this process, under a name that stays."""

    def __init__(self, folder):
        self.link = folder / "usb-box-if00"
        self.leader = -1
        self.plug()

    def plug(self):
        self.leader, follower = os.openpty()
        tty.setraw(follower)
        os.set_blocking(self.leader, False)
        self.link.symlink_to(os.ttyname(follower))
        self._follower = follower

    def unplug(self):
        self.link.unlink()
        os.close(self._follower)
        os.close(self.leader)
        self.leader = -1

    def read(self, within_s=0):
        """Return what has come; wait for some if nothing has. A pty is not instant."""
        if self.leader < 0:
            return b""
        try:
            select.select([self.leader], [], [], within_s)
            return os.read(self.leader, 4096)
        except (BlockingIOError, OSError):
            return b""

    def read_all(self, quiet_s=0.2):
        """Return all that comes until it is quiet."""
        said = b""
        while data := self.read(quiet_s):
            said += data
        return said
