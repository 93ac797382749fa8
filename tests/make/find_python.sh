#!/bin/sh
# Print the Python that builds .venv; or one plain sentence on standard error, and exit 1.
# PYTHON=... names one; else the first that fits of python3.13, 3.12, 3.11 and python3.
# A candidate is run, not only found: a version manager's shim may exist and yet start nothing.

check='
import struct, sys
if not (3, 11) <= sys.version_info[:2] <= (3, 13):
    sys.exit(11)
if struct.calcsize("P") != 8:
    sys.exit(12)
if sys.platform != "linux":
    sys.exit(13)
try:
    import ensurepip, venv
except ImportError:
    sys.exit(14)
'

fits() {
    command -v "$1" >/dev/null 2>&1 || return 10
    "$1" -c "$check" >/dev/null 2>&1
}

why_not() { # $1: the Python, $2: what `fits` answered
    version=$("$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null)
    case $2 in
    10) echo "Minuta needs Python 3.11, 3.12 or 3.13, and there is no $1 here (Debian, Raspberry Pi OS: apt install python3 python3-venv)." ;;
    11) echo "Minuta needs Python 3.11, 3.12 or 3.13, and $1 is $version: name another one, as in  make run PYTHON=/path/to/python3.12" ;;
    12) echo "Minuta needs a 64-bit system, and $1 is a 32-bit Python: install the 64-bit Raspberry Pi OS." ;;
    13) echo "Minuta runs on Linux only, and $1 is a Python for another system." ;;
    14) echo "Minuta needs Python's venv module, and $1 ($version) comes without it (Debian, Raspberry Pi OS: apt install python3-venv)." ;;
    *) echo "Minuta needs Python 3.11, 3.12 or 3.13, and $1 does not start." ;;
    esac >&2
}

if [ -n "${PYTHON:-}" ]; then
    fits "$PYTHON"
    answer=$?
    if [ "$answer" -eq 0 ]; then
        command -v "$PYTHON"
        exit 0
    fi
    why_not "$PYTHON" "$answer"
    exit 1
fi

blamed=python3 # the sentence tells of the candidate that came nearest
nearest=10
for candidate in python3.13 python3.12 python3.11 python3; do
    fits "$candidate"
    answer=$?
    if [ "$answer" -eq 0 ]; then
        command -v "$candidate"
        exit 0
    fi
    if [ "$answer" -ge "$nearest" ] && [ "$answer" -le 14 ]; then
        blamed=$candidate
        nearest=$answer
    fi
done
if [ "$nearest" -eq 10 ]; then
    fits python3
    nearest=$?
fi
why_not "$blamed" "$nearest"
exit 1
