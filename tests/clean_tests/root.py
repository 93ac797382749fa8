"""A root with python3, make and nothing else, and a person without rights in it.

Where packages come from is the machine's business: apt's sources and pip's index, proxies and
certificates are those of this machine, read when a root is built; none is named here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import locks
from tracked import tracked

PACKAGES = "python3,python3-venv,make,ca-certificates"
UID = 1234
HOME = "/home/host"
FOLDER = f"{HOME}/minuta"
_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
_CERTIFICATES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_CERT")
_PROXIES = ("http_proxy", "https_proxy", "no_proxy", "all_proxy")

# As root, in namespaces of its own; what is mounted and what runs goes when the command ends.
_ENTER = """
set -e
mount --bind "$ROOT_FOLDER" "$ROOT_FOLDER"
mount -t proc proc "$ROOT_FOLDER/proc"
mount -t tmpfs -o mode=0755 tmpfs "$ROOT_FOLDER/dev"
for name in null zero full random urandom tty; do
    : > "$ROOT_FOLDER/dev/$name"
    mount --bind "/dev/$name" "$ROOT_FOLDER/dev/$name"
done
ln -s /proc/self/fd "$ROOT_FOLDER/dev/fd"
mkdir "$ROOT_FOLDER/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$ROOT_FOLDER/dev/pts"
ln -s pts/ptmx "$ROOT_FOLDER/dev/ptmx"
if [ "$ROOT_SHM" = yes ]; then
    mkdir "$ROOT_FOLDER/dev/shm"
    mount -t tmpfs -o mode=1777 tmpfs "$ROOT_FOLDER/dev/shm"
fi
for path in $ROOT_SHARED; do
    mkdir -p "$ROOT_FOLDER$path"
    mount --bind -o ro "$path" "$ROOT_FOLDER$path"
done
if [ "$ROOT_NETWORK" = no ]; then
    chroot "$ROOT_FOLDER" /usr/bin/python3 -c "$ROOT_LOOPBACK"
fi
unset ROOT_SHM ROOT_SHARED ROOT_NETWORK ROOT_LOOPBACK
folder=$ROOT_FOLDER
unset ROOT_FOLDER
# This shell stays, as root: a change of user would lose the signal that --kill-child asks for.
code=0
chroot --userspec="$1" "$folder" /bin/sh -c "cd $2 && $3" || code=$?
exit $code
"""
# SIOCSIFFLAGS with IFF_UP for lo: a new network namespace has its loopback down, and here is no ip.
_LOOPBACK = """
import fcntl, socket, struct
with socket.socket() as any_socket:
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14x", b"lo", 1))
"""


def missing() -> str:
    """Return why no root can be built here; empty where one can."""
    if os.geteuid() != 0:
        return "building a root and entering it needs root"
    if not shutil.which("mmdebstrap"):
        return "mmdebstrap is missing: apt install mmdebstrap"
    tried = subprocess.run(
        ["unshare", "--mount", "--pid", "--net", "--fork", "true"], capture_output=True, text=True
    )
    return f"no namespaces here: {tried.stderr.strip()}" if tried.returncode else ""


def apt_lines() -> tuple[str, list[str]]:
    """Return this machine's suite and its sources of that suite, as lines of a sources.list."""
    release = dict(
        line.split("=", 1)
        for line in Path("/etc/os-release").read_text().splitlines()
        if "=" in line
    )
    suite = release["VERSION_CODENAME"].strip('"')
    listed = subprocess.run(
        *(["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)"],),
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    rows = {tuple(line.split()) for line in listed.splitlines() if len(line.split()) == 3}
    ours = sorted(row for row in rows if row[1].split("-")[0] == suite and row[2] == "main")
    return suite, [f"deb {uri} {codename} main" for uri, codename, _ in ours]


def _apt_options() -> list[str]:
    """Return this machine's proxies and certificates for apt."""
    dump = subprocess.run(
        ["apt-config", "dump", "--format", '%F "%v";%n', "Acquire"],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    named = [line for line in dump if "Proxy" in line or "CaInfo" in line]
    return [f"--aptopt={line}" for line in named if not line.endswith('"";')]


def _pip_environment() -> dict[str, str]:
    """Return pip's settings on this machine (files, then variables) as variables."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, str] = {}
    for line in sorted(listed.splitlines(), key=lambda line: line.startswith(":env:")):
        name, _, value = line.partition("=")
        words = value.strip("'\"").replace("\\n", " ").split()
        found[f"PIP_{name.rsplit('.', 1)[-1].upper().replace('-', '_')}"] = " ".join(words)
    return found


def _environment() -> dict[str, str]:
    """Return what of this machine's settings goes in: the way to packages, and nothing else."""
    names = [n for n in os.environ if n.lower() in _PROXIES or n in _CERTIFICATES]
    return {name: os.environ[name] for name in names} | _pip_environment()


def _local_paths(environment: dict[str, str]) -> Iterator[Path]:
    """Yield what the settings name on this machine's own disk."""
    for value in environment.values():
        for word in value.split():
            if word.startswith("file://"):
                yield Path(urllib.parse.urlsplit(word).path)
            elif word.startswith("/"):
                yield Path(word)


@dataclass(frozen=True)
class CleanRoot:
    """A built root: `folder` is its `/`, `FOLDER` in it has Minuta as git has it."""

    folder: Path
    environment: dict[str, str]
    shared: tuple[str, ...]

    def call(
        self,
        script: str,
        *,
        network: bool = True,
        memory: bool = True,
        home: str = HOME,
        limit_s: float = 300.0,
        user: str = f"{UID}:{UID}",
    ) -> subprocess.CompletedProcess[str]:
        """Run a shell script in FOLDER as the person without rights; nothing of it outlives it.

        Args:
            user: Somebody else, as chroot's --userspec takes it.
            network: Whether there is more than loopback.
            memory: Whether there is a /dev/shm.
            home: HOME; empty leaves it unset.
        """
        inner = {"PATH": _PATH, **self.environment, **({"HOME": home} if home else {})}
        outer = {
            "ROOT_FOLDER": str(self.folder), "ROOT_SHM": "yes" if memory else "no",
            "ROOT_NETWORK": "yes" if network else "no", "ROOT_LOOPBACK": _LOOPBACK,
            "ROOT_SHARED": " ".join(self.shared),
        }  # fmt: skip
        spaces = ["--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"])]
        return subprocess.run(
            ["unshare", *spaces, "/bin/sh", "-c", _ENTER, "enter", user, FOLDER, script],
            env=inner | outer, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=limit_s,
        )  # fmt: skip


def build(folder: Path, packages: str = PACKAGES) -> CleanRoot:
    """Build a root of this machine's own system into an empty folder, and put Minuta in."""
    suite, sources = apt_lines()
    assert sources, "apt has no source of its own system here"
    command = ["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--format=directory"]
    command += [f"--include={packages}", *_apt_options(), suite, str(folder), "-"]
    done = subprocess.run(command, input="\n".join(sources), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    subprocess.run(
        ["chroot", folder, "useradd", "-m", "-d", HOME, "-u", str(UID), "host"], check=True
    )
    copy_tracked(folder / FOLDER[1:])
    return entered(folder)


def entered(folder: Path) -> CleanRoot:
    """Give a built root this machine's way to packages, so that things can be called in it."""
    environment = _environment()
    shared = set()
    for path in _local_paths(environment):
        if path.is_file():
            (folder / path.relative_to("/").parent).mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / path.relative_to("/"))
        elif path.is_dir():
            # An index of files refers to its neighbours.
            shared.add(str(path.parent if path.name == "simple" else path))
    for name in ("/etc/resolv.conf", "/etc/hosts"):
        shutil.copy(name, folder / name[1:])
    return CleanRoot(folder, environment, tuple(sorted(shared)))


def copy_tracked(target: Path) -> None:
    """Copy Minuta as it stands, without what was built, to the person without rights."""
    for name in tracked():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(locks.ROOT / name, target / name)
    subprocess.run(["chown", "-R", f"{UID}:{UID}", target], check=True)
