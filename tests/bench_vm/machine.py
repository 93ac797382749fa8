"""The virtual appliance as a test sees it: commands, wires, USB devices, the service, its journal.

`machine.py` is the host's end; what runs in the guest is `guest/`. Whatever is asked of the guest
is slow (an emulated processor): tests assert on stamps, order and outcome, never on latency.
"""

from __future__ import annotations

import base64
import hashlib
import inspect
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_vm.cache import locked
from bench_vm.image import Image
from bench_vm.qemu import WAIT_S, Qemu, overlay

UNIT = "minuta.service"
JOURNAL = "/var/lib/minuta/events/bench/one/journal.jsonl"
BOOTED = "booted"
BROUGHT = Path(__file__).parent / "guest/brought"


@dataclass(frozen=True)
class Done:
    """A command that has ended in the guest."""

    code: int
    out: str
    err: str


class Machine:
    """A running guest. Not for more than one thread."""

    def __init__(self, qemu: Qemu) -> None:
        self.qemu = qemu
        self._last = 0

    # The agent

    def _ask(self, wait_s: float, **request: object) -> dict[str, Any]:
        self._last += 1
        self.qemu.agent.send({"id": self._last, **request})
        try:
            while (said := self.qemu.agent.receive(wait_s))["id"] != self._last:
                pass
        except (TimeoutError, ConnectionError) as error:
            raise AssertionError(f"the guest does not answer\n{self.qemu.console()}") from error
        return said

    def greet(self) -> None:
        """Wait until the guest's agent answers, and give it this host's modules."""
        self._ask(WAIT_S)
        for path in sorted(BROUGHT.glob("*.py")):
            self.put(f"/run/bench/{path.name}", path.read_bytes())

    def call(self, *argv: str, check: bool = True, limit_s: float = 120.0) -> Done:
        """Run a command in the guest, as root.

        Args:
            check: Whether a code other than 0 is a failure of the test.
        """
        said = self._ask(limit_s + WAIT_S, argv=argv, limit_s=limit_s)
        done = Done(said["code"], said["out"], said["err"])
        assert not check or done.code == 0, f"{argv}: {done}"
        return done

    def shell(self, script: str, *, check: bool = True, limit_s: float = 120.0) -> str:
        """Run a shell script in the guest, as root; return its standard output."""
        return self.call("sh", "-c", script, check=check, limit_s=limit_s).out

    def python(self, code: str, *, limit_s: float = WAIT_S, **names: object) -> Any:
        """Run Python in the guest's agent; names stay from call to call.

        It is the system's Python (evdev is there); what it leaves in `result` is returned.
        """
        said = self._ask(limit_s, code=inspect.cleandoc(code), names=names)
        assert "error" not in said, said["error"]
        return said["result"]

    def put(self, path: str, data: bytes | str, mode: int = 0o644) -> None:
        """Write a file in the guest, with its folders."""
        raw = data.encode() if isinstance(data, str) else data
        self._ask(WAIT_S, put=path, data=base64.b64encode(raw).decode(), mode=mode)

    def get(self, path: str) -> bytes:
        """Return a file's bytes."""
        code = "import base64; result = base64.b64encode(open(path, 'rb').read()).decode()"
        return base64.b64decode(self.python(code, path=path))

    def now_ns(self) -> int:
        """Return the guest's monotonic clock."""
        return int(self.python("import time; result = time.monotonic_ns()"))

    # Wires of the header

    def drive(self, pin: int, closed: bool) -> tuple[int, int]:
        """Close or open the switch at a BCM pin; return the guest's clock before and after."""
        before, after = self.python(
            "import lines; result = lines.drive(pin, closed)", pin=pin, closed=closed
        )
        return before, after

    def play(self, plan: Iterable[Sequence[int]], limit_s: float = 300.0) -> list[list[int]]:
        """Drive many: `(after_ns, pin, closed)`, after from now; return (before, after) of each."""
        code = "import lines; result = lines.play(plan)"
        return list(self.python(code, limit_s=limit_s, plan=[list(step) for step in plan]))

    def high(self, pin: int) -> bool:
        """Tell whether a line is high: a lamp's, as the product drives it."""
        return bool(self.python("import lines; result = lines.value(pin)", pin=pin))

    # USB

    def plug(self, driver: str, name: str, **properties: object) -> None:
        """Plug a USB device in: `usb-kbd`, `usb-mouse`, or `usb-serial` (see `plug_serial`)."""
        self.qemu.monitor("device_add", driver=driver, id=name, bus="usb.0", **properties)

    def plug_serial(self, name: str, port: int) -> Path:
        """Plug a USB-serial adapter in (ftdi_sio); return the socket that is its far end.

        One that was unplugged comes back with the same far end. It has its own number and so
        its own name in /dev/serial/by-id; `port` is the socket of the hub.
        """
        path = self.qemu.folder / f"{name}.sock"
        if not path.exists():
            address = {"type": "unix", "data": {"path": str(path)}}
            backend = {"type": "socket", "data": {"addr": address, "server": True, "wait": False}}
            self.qemu.monitor("chardev-add", id=name, backend=backend)
        how = {"chardev": name, "serial": name, "port": str(port), "always-plugged": True}
        self.plug("usb-serial", name, **how)
        return path

    def unplug(self, name: str) -> None:
        """Pull a USB device out."""
        self.qemu.monitor("device_del", id=name)

    def type_key(self, code: str, down: bool) -> None:
        """Press or release a key of the plugged keyboard: QEMU's names, such as `a`, `spc`."""
        key = {"type": "qcode", "data": code}
        event = {"type": "key", "data": {"down": down, "key": key}}
        self.qemu.monitor("input-send-event", events=[event])

    @property
    def serial(self) -> Path:
        """The socket that is the far end of the guest's /dev/ttyS1."""
        return self.qemu.folder / "serial.sock"

    # The product

    def configure(self, text: str) -> None:
        """Write /etc/minuta/minuta.toml and begin a new evening; return when the service is ready.

        An evening that has begun keeps its format and settings, whatever the config says later.
        """
        self.put("/etc/minuta/minuta.toml", text)
        self.call("systemctl", "stop", UNIT)
        self.shell("rm -rf /var/lib/minuta/events /run/minuta/tail.ring")
        self.call("systemctl", "start", UNIT)

    def shown(self, name: str, unit: str = UNIT) -> str:
        """Return a property of a unit, such as ActiveState."""
        return self.call("systemctl", "show", "--value", f"--property={name}", unit).out.strip()

    def until(self, holds: Callable[[], object], what: str, limit_s: float = WAIT_S) -> None:
        """Wait until something holds; what the service said is the fault."""
        by_s = time.monotonic() + limit_s
        while not holds():
            assert time.monotonic() < by_s, f"not {what}\n{self.said()}"
            time.sleep(0.2)

    def said(self) -> str:
        """Return what the service has logged."""
        return self.shell(f"journalctl --no-pager --lines=60 --output=cat --unit={UNIT}")

    def ask(self, verb: str = "status", **args: object) -> Mapping[str, Any]:
        """Ask the daemon by its socket; the whole state by default."""
        code = "import box; result = box.ask(verb, args)"
        return dict(self.python(code, verb=verb, args=args) or {})

    def journal_bytes(self) -> bytes:
        """Return the journal of the bench's evening as it stands in the file."""
        return self.get(JOURNAL)

    def presses_kept(self) -> int:
        """Return how many presses are in it; counted there, so that waiting costs little."""
        return int(self.shell(f"""grep -c '"t":"pressed"' {JOURNAL}""", check=False))


def booted(built: Image, processors: int) -> Path:
    """Return a disk with the state of a machine whose service is ready; it boots only once."""
    version = subprocess.run(["qemu-system-x86_64", "--version"], capture_output=True).stdout
    digest = hashlib.sha256(version + (Path(__file__).parent / "qemu.py").read_bytes())
    kept = built.folder / f"booted-{processors}-{digest.hexdigest()[:12]}.qcow2"
    with locked(kept.with_suffix(".lock")):
        if not kept.exists():
            folder = built.folder / f"boot-{processors}"
            shutil.rmtree(folder, ignore_errors=True)
            with started(built, folder, processors=processors, restored=False) as machine:
                machine.until(lambda: machine.shown("ActiveState") == "active", "ready")
                machine.qemu.save(BOOTED)
            (folder / "root.qcow2").rename(kept)
            shutil.rmtree(folder)
    return kept


@contextmanager
def started(
    built: Image, folder: Path, *, processors: int = 2, restored: bool = True,
    more: Sequence[str] = (),
) -> Iterator[Machine]:  # fmt: skip
    """Start a machine; its power is cut when this ends.

    Args:
        restored: Whether it goes on from a state after its boot (half a second); it boots else.
    """
    folder.mkdir(parents=True, exist_ok=True)
    disk = folder / "root.qcow2"
    if restored:
        kept = booted(built, processors)
        subprocess.run(["cp", "--sparse=always", "--reflink=auto", kept, disk], check=True)
    elif not disk.exists():
        overlay(built, disk)
    qemu = Qemu(
        built, folder, disk, processors=processors, restored=BOOTED if restored else "", more=more
    )
    try:
        machine = Machine(qemu)
        machine.greet()
        yield machine
    finally:
        qemu.cut()
