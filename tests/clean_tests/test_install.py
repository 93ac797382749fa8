"""`make install` on a clean Debian: what it puts there, and for whom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clean_tests import root as roots
from clean_tests.pages_user import ASK, CONFIG, INSTALL

pytestmark = pytest.mark.slow


def _put(installed: roots.CleanRoot) -> dict[str, tuple[int, int, int, bytes]]:
    """Return mode, owner, group and bytes of all that is put there; programs by their names."""
    found = {}
    for place in ("etc", "usr/local", "var/lib/minuta", "opt/minuta"):
        for path in (installed.folder / place).rglob("*"):
            if path.is_symlink() or not path.is_file() or "cache" in str(path):
                continue
            stat, program = path.stat(), place == "opt/minuta"
            data = b"" if program or path.name.endswith("-") else path.read_bytes()
            found[str(path)] = (stat.st_mode, stat.st_uid, stat.st_gid, data)
    return found


def test_it_needs_root_and_says_so(installed: roots.CleanRoot) -> None:
    done = installed.call(INSTALL)
    assert done.returncode == 1
    assert "sudo make install" in done.stderr


def test_a_second_install_changes_nothing_and_leaves_the_config_alone(
    installed: roots.CleanRoot,
) -> None:
    """The control: the first one did put things there."""
    config = installed.folder / "etc/minuta/minuta.toml"
    assert 'board  = "four-seats"' in config.read_text(encoding="utf-8")
    config.write_text(CONFIG, encoding="utf-8")
    before = _put(installed)
    assert {Path(path).name for path in before} >= {
        *(
            "minuta",
            "minuta.service",
            "minuta-web.service",
            "minuta-copy.service",
            "99-minuta.rules",
            "pack.toml",
        ),
        *("minuta.conf", "minuta.toml"),
    }
    done = installed.call(INSTALL, user="0:0", limit_s=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert _put(installed) == before


def test_the_daemon_has_the_devices_and_the_pages_have_the_daemon(
    installed: roots.CleanRoot,
) -> None:
    done = installed.call("id -Gn minuta; id -Gn minuta-web; id -Gn minuta-copy", user="0:0")
    assert [set(line.split()) for line in done.stdout.splitlines()] == [
        {"minuta", "gpio", "spi", "i2c", "input", "dialout", "audio"}, {"minuta-web", "minuta"},
        {"minuta-copy", "minuta"},
    ]  # fmt: skip


def test_each_starts_as_its_user_with_its_units_folders(installed: roots.CleanRoot) -> None:
    """Without systemd: the users and rights alone carry both, and the pages see the daemon."""
    (installed.folder / "etc/minuta/minuta.toml").write_text(CONFIG, encoding="utf-8")
    (installed.folder / "ask.py").write_text(ASK, encoding="utf-8")
    script = """
    umask 027
    as() {
        user=$1; shift
        setpriv --init-groups --reuid=$user --regid=$user env -i LANG=C.UTF-8 PATH=$PATH \\
            STATE_DIRECTORY=/var/lib/minuta RUNTIME_DIRECTORY=/run/minuta "$@"
    }
    mkdir -p /var/cache/minuta-web && chown minuta-web: /var/cache/minuta-web
    as minuta LG_WD=/run/minuta minuta run & box=$!
    as minuta-web CACHE_DIRECTORY=/var/cache/minuta-web minuta web & web=$!
    for try in $(seq 100); do
        as minuta-web /opt/minuta/bin/python /ask.py 2>/run/said && break
        sleep 0.3
    done
    kill $box $web; wait $box && wait $web || cat /run/said >&2
    """
    done = installed.call(script, network=False, user="0:0")
    assert done.stdout, done.stderr
    seen = json.loads(done.stdout)
    assert seen["page"] == 200
    assert seen["wrote"] is False
