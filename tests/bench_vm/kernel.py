"""The guest's kernel: the newest one that has gpio-sim, its few modules, and an initrd."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

from bench_vm.packages import fetch_kernel

FOR_ROOT = ("virtio_pci", "virtio_blk", "ext4")
MODULES = (
    *FOR_ROOT, "virtio_console", "gpio-sim", "uinput", "uhid", "evdev", "xhci_pci", "usbhid",
    "hid-generic", "hid-sony", "usbserial", "ftdi_sio", "snd-aloop", "snd-seq", "snd-pcm",
    "softdog", "autofs4", "configfs",
)  # fmt: skip

_INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /root
/bin/busybox mount -t devtmpfs dev /dev
for module in $(/bin/busybox cat /modules); do /bin/busybox insmod "$module"; done
while ! [ -b /dev/vda ]; do /bin/busybox sleep 0.02; done
/bin/busybox mount -t ext4 /dev/vda /root
/bin/busybox mount --move /dev /root/dev
exec /bin/busybox switch_root /root /lib/systemd/systemd
"""


def _closure(unpacked: Path, version: str, names: tuple[str, ...]) -> list[Path]:
    """Return the files of these modules and of what they need, in the order of loading."""
    # Debian's kernels lie in /usr/lib; modprobe of Debian 12 looks below /lib.
    link = unpacked / "lib"
    if not link.exists():
        link.symlink_to("usr/lib")
    subprocess.run(["depmod", "-b", unpacked, version], check=True)
    found: dict[Path, None] = {}
    for name in names:
        shown = subprocess.run(
            ["modprobe", "-d", unpacked, "-S", version, "--show-depends", name],
            capture_output=True, text=True,
        )  # fmt: skip
        if shown.returncode:
            raise RuntimeError(f"the kernel {version} has no module {name}: {shown.stderr}")
        for line in shown.stdout.splitlines():
            if line.startswith("insmod "):
                found[Path(line.split()[1])] = None
    return list(found)


def build_kernel(folder: Path) -> Path:
    """Make `vmlinuz`, `initrd` and `modules/` (what goes to /lib/modules) in an empty folder."""
    work = folder / "kernel-work"
    work.mkdir(parents=True)
    version, unpacked = fetch_kernel(work)
    [image] = unpacked.rglob("vmlinuz*")
    shutil.copy(image, folder / "vmlinuz")
    modules = _closure(unpacked, version, MODULES)
    target = folder / "modules" / version
    source = unpacked / "lib/modules" / version
    for path in [*modules, *source.glob("modules.builtin*"), source / "modules.order"]:
        inside = target / path.resolve().relative_to(source.resolve())
        inside.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, inside)
    _initrd(work / "initrd", _closure(unpacked, version, FOR_ROOT), folder / "initrd")
    base = folder / "depmod"
    (base / "lib").mkdir(parents=True)
    (base / "lib/modules").symlink_to(folder / "modules")
    subprocess.run(["depmod", "-b", base, version], check=True)
    shutil.rmtree(base)
    shutil.rmtree(work)
    return folder


def _initrd(tree: Path, modules: list[Path], target: Path) -> None:
    (tree / "bin").mkdir(parents=True)
    busybox = shutil.which("busybox")
    assert busybox is not None
    shutil.copy(busybox, tree / "bin/busybox")
    names = []
    for path in modules:
        # An initrd's insmod knows no compression.
        plain = tree / path.name.removesuffix(".xz")
        data = path.read_bytes()
        if path.suffix == ".xz":
            data = subprocess.run(["xz", "-dc"], input=data, capture_output=True, check=True).stdout
        plain.write_bytes(data)
        names.append(f"/{plain.name}")
    (tree / "modules").write_text("\n".join(names) + "\n")
    (tree / "init").write_text(_INIT)
    (tree / "init").chmod(0o755)
    files = "\n".join(str(path.relative_to(tree)) for path in sorted(tree.rglob("*")))
    packed = subprocess.run(
        ["cpio", "--quiet", "-o", "-H", "newc"],
        input=files.encode(), cwd=tree, capture_output=True, check=True,
    ).stdout  # fmt: skip
    target.write_bytes(gzip.compress(packed, 1))
