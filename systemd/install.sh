#!/bin/sh
# Puts Minuta on Debian 12 or later, or on Raspberry Pi OS (64 bit), as root; again for each new
# version. What it puts where, and what it leaves alone: README.md beside it.
#   install.sh WHEEL LOCK       (this is what `make install` calls)
#   install.sh --uninstall      the journals, the config and the users stay
set -eu
umask 022

DIR=/opt/minuta
NEW=$DIR.new
OLD=$DIR.old
UNITS="minuta.service minuta-web.service minuta-copy.service"
MOUNT=media-minuta.mount
MAYBE=minuta-screen.service # put there; who has a monitor enables it

stop() {
    echo "install.sh: $1" >&2
    exit 1
}

# Whether systemd runs here: in a root that is only being built, it does not.
running() { [ -d /run/systemd/system ]; }

look() {
    [ "$(id -u)" -eq 0 ] || stop "run it as root: sudo make install / нужен root: sudo make install"
    command -v systemd-sysusers >/dev/null || stop "this system has no systemd / здесь нет systemd"
    if [ -e $DIR ] && [ ! -f $DIR/pyvenv.cfg ]; then
        stop "$DIR is not an installation of Minuta: move it away / $DIR занята, освободите её"
    fi
}

look_for_python() {
    command -v python3 >/dev/null || stop "apt install python3 python3-venv"
    python3 -c 'import ensurepip, venv' 2>/dev/null || stop "apt install python3-venv"
    python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' ||
        stop "Python 3.11 to 3.13 is needed / нужен Python от 3.11 до 3.13"
    python3 -c 'import sys; sys.exit(sys.maxsize < 2**32)' ||
        stop "this is a 32-bit system: install the 64-bit Raspberry Pi OS / нужна 64-битная система"
}

pip() {
    env -u PYTHONPATH -u PYTHONHOME PIP_USER=0 $NEW/bin/python -m pip install -qq --no-input \
        --disable-pip-version-check "$@"
}

# A whole new venv beside the old one, moved there at the end: a network that fails on the way
# leaves what runs as it was.
build() {
    echo "Building $DIR, about 30 MB to download / Собираю, скачаю около 30 МБ"
    rm -rf $NEW
    python3 -m venv $NEW
    pip --only-binary :all: --require-hashes -r "$2"
    pip --no-index --no-deps "$1"
    # Only now: lgpio and spidev are the system's, everything else is the lock's.
    sed -i 's/^include-system-site-packages = .*/include-system-site-packages = true/' \
        $NEW/pyvenv.cfg
    for file in $NEW/pyvenv.cfg $NEW/bin/*; do
        [ -L "$file" ] || [ -d "$file" ] || sed -i "s|$NEW|$DIR|g" "$file"
    done
    rm -rf $OLD
    [ ! -e $DIR ] || mv $DIR $OLD
    mv $NEW $DIR
    rm -rf $OLD
}

put() {
    from=$DIR/share/minuta/systemd
    for unit in $UNITS $MAYBE $MOUNT; do
        install -D -m 644 "$from/$unit" "/etc/systemd/system/$unit"
    done
    install -D -m 644 "$from/99-minuta.rules" /etc/udev/rules.d/99-minuta.rules
    install -D -m 644 "$from/minuta.sysusers" /etc/sysusers.d/minuta.conf
    install -D -m 644 "$from/minuta.tmpfiles" /etc/tmpfiles.d/minuta.conf
    ln -sfn $DIR/bin/minuta /usr/local/bin/minuta
    systemd-sysusers /etc/sysusers.d/minuta.conf
    systemd-tmpfiles --create /etc/tmpfiles.d/minuta.conf
}

start() {
    systemctl --quiet enable $UNITS
    if running; then
        systemctl daemon-reload
        udevadm control --reload
        udevadm trigger --subsystem-match=gpio --subsystem-match=spidev \
            --subsystem-match=i2c-dev --subsystem-match=input --subsystem-match=tty --subsystem-match=block
        # A turn that runs goes on: the ring stays where it is.
        systemctl try-restart $MAYBE || true
        systemctl restart $UNITS || echo "It does not start yet / Пока не запускается"
    fi
}

tell() {
    lacking=$($DIR/bin/python -c '
from importlib.util import find_spec
print(*(f"python3-{name}" for name in ("lgpio", "spidev") if not find_spec(name)))')
    [ -z "$lacking" ] || echo "For real devices / для настоящих устройств: apt install $lacking"
    echo "Minuta is in $DIR, its config is /etc/minuta/minuta.toml / Минута в $DIR, настройки там"
    echo "Next / дальше: minuta check; minuta wiring -o wiring.svg; systemctl status minuta"
}

uninstall() {
    systemctl --quiet disable $UNITS $MAYBE || true
    ! running || systemctl stop $UNITS $MAYBE || true
    for unit in $UNITS $MAYBE $MOUNT; do
        rm -f "/etc/systemd/system/$unit"
    done
    rm -f /etc/udev/rules.d/99-minuta.rules /etc/sysusers.d/minuta.conf /etc/tmpfiles.d/minuta.conf
    [ "$(readlink /usr/local/bin/minuta)" != $DIR/bin/minuta ] || rm /usr/local/bin/minuta
    rm -rf $DIR $NEW $OLD /var/cache/minuta-web
    ! running || systemctl daemon-reload
    echo "Left / осталось: /etc/minuta, /var/lib/minuta (journals / журналы), users / пользователи"
}

# All of it is read before anything is done: an uninstall removes this very file.
main() {
    look
    if [ "${1-}" = --uninstall ]; then
        uninstall
        return
    fi
    [ $# -eq 2 ] && [ -f "$1" ] && [ -f "$2" ] || stop "install.sh WHEEL LOCK | --uninstall"
    look_for_python
    build "$1" "$2"
    put
    start
    tell
}

main "$@"
exit
