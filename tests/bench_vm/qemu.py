"""One QEMU process: its command line, its monitor, its agent's line, and its end.

Always emulated (`tcg`), also where /dev/kvm is: so a figure or a fault is the same everywhere.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench_vm.image import Image

WAIT_S = 600.0  # patience: beside other work a boot takes minutes
KERNEL = (
    "root=/dev/vda console=ttyS0 quiet loglevel=3 systemd.show_status=0 edd=off mitigations=off"
    " tsc=reliable no_timer_check random.trust_cpu=on panic=-1 net.ifnames=0"
)


class Line:
    """JSON lines over a socket that QEMU made."""

    def __init__(self, path: Path, process: subprocess.Popen[bytes]) -> None:
        by_s = time.monotonic() + WAIT_S
        self._socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self._socket.connect(str(path))
                break
            except OSError:
                assert process.poll() is None, "qemu has ended"
                assert time.monotonic() < by_s, f"no {path}"
                time.sleep(0.02)
        self._waiting = b""

    def send(self, message: object) -> None:
        """Send one object."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self, limit_s: float) -> dict[str, Any]:
        """Return the next object.

        Raises:
            TimeoutError: None came in time.
            ConnectionError: The other end has gone.
        """
        by_s = time.monotonic() + limit_s
        while b"\n" not in self._waiting:
            self._socket.settimeout(max(0.01, by_s - time.monotonic()))
            data = self._socket.recv(1 << 20)
            if not data:
                raise ConnectionError("qemu has hung up")
            self._waiting += data
        line, _, self._waiting = self._waiting.partition(b"\n")
        return dict(json.loads(line))

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class Qemu:
    """A running machine; `folder` has its sockets, its console's text and its disk."""

    def __init__(
        self, image: Image, folder: Path, disk: Path, *, processors: int, memory_mb: int = 512,
        restored: str = "", more: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Start it.

        Args:
            disk: A qcow2 over the image's disk; written to.
            restored: The name of a snapshot of that disk to go on from; empty: it boots.
            more: More of the command line.
        """
        self.folder = folder
        sockets = {name: folder / f"{name}.sock" for name in ("agent", "monitor", "serial")}
        for path in sockets.values():
            path.unlink(missing_ok=True)
        chardevs = [
            word
            for name, path in sockets.items()
            for word in ("-chardev", f"socket,id={name},path={path},server=on,wait=off")
        ]
        command = [
            "qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi,tb-size=512",
            "-cpu", "max,la57=off", "-smp", str(processors), "-m", str(memory_mb),
            "-nodefaults", "-display", "none", "-no-reboot",
            "-kernel", image.vmlinuz, "-initrd", image.initrd, "-append", KERNEL,
            "-drive", f"if=none,id=root,file={disk},format=qcow2,cache=writeback",
            "-device", "virtio-blk-pci,drive=root", *chardevs,
            "-mon", "chardev=monitor,mode=control",
            "-device", "virtio-serial-pci",
            "-device", "virtserialport,chardev=agent,name=bench",
            "-serial", f"file:{folder / 'console.log'}", "-serial", "chardev:serial",
            "-device", "qemu-xhci,id=usb", *(["-loadvm", restored] if restored else []), *more,
        ]  # fmt: skip
        with (folder / "qemu.err").open("w") as said:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )
        self._lines: list[Line] = []
        try:
            self._monitor = self._line(sockets["monitor"])
            self._monitor.receive(WAIT_S)
            self.monitor("qmp_capabilities")
            self.agent = self._line(sockets["agent"])
        except BaseException as error:
            self.cut()
            raise RuntimeError((folder / "qemu.err").read_text()) from error

    def _line(self, path: Path) -> Line:
        self._lines.append(Line(path, self._process))
        return self._lines[-1]

    def monitor(self, command: str, **arguments: object) -> Any:
        """Ask QEMU itself; events between are passed over."""
        self._monitor.send({"execute": command, "arguments": arguments})
        while True:
            said = self._monitor.receive(WAIT_S)
            if "error" in said:
                raise RuntimeError(f"{command}: {said['error']}")
            if "return" in said:
                return said["return"]

    def save(self, name: str) -> None:
        """Keep the machine's state in its disk under a name."""
        said = self.monitor("human-monitor-command", **{"command-line": f"savevm {name}"})
        assert not said.strip(), said

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def console(self) -> str:
        """Return what the kernel said."""
        path = self.folder / "console.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def cut(self) -> None:
        """Cut its power: SIGKILL, nothing is flushed. Idempotent."""
        if self._process.poll() is None:
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for line in self._lines:
            line.close()


def overlay(image: Image, path: Path) -> Path:
    """Make a disk over the image's, empty."""
    subprocess.run(
        ["qemu-img", "create", "-q", "-f", "qcow2", "-b", image.disk, "-F", "raw", path], check=True
    )
    return path
