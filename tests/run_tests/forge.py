"""The forge: it has imported the daemon once, and forks real `minuta` processes from that.

A `minuta run` starts in a twentieth of the time so, and is the same process in all else: its
own arguments, environment, folder, threads and exit. Orders come as JSON lines on standard
input, one answer a line on standard output. A `hook` is "module:function" with arguments,
called in the child before the command: the way in which a test makes a card slow.

Run as ``python forge.py``.
"""

import gc
import importlib
import json
import os
import sys
import time
from typing import Any

MARK = "-- code "
PRELOAD = (  # all that `minuta run` imports: an ordinary user may not read root's own Python
    "encodings.ascii",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_8_sig",
    "importlib.readers",
    "firmware_host.cli.run",
    "firmware_host.cli.journal",
    "firmware_host.cli.scenario",
    "firmware_host.cli.selftest",
    "firmware_host.daemon.service",
    "firmware_host.journal.verify",
    "firmware_host.preflight.selftest",
    "firmware_host.report",
    "firmware_host.scenario.play",
    "firmware_host.supervision.stderr",
    "hardware.simulated.display",
    "hardware.simulated.switch",
    "hardware.sound.silent",
    "run_tests.hooks",
)


def become(order: dict[str, Any]) -> None:
    """In the child: be `minuta` with these arguments; returns only by an exception."""
    os.setsid()
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    out = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for fd, at in ((nothing, 0), (out, 1), (out, 2)):
        os.dup2(fd, at)
    for name, args in order["hooks"]:
        module, _, function = name.partition(":")
        getattr(importlib.import_module(module), function)(**args)
    main = importlib.import_module("firmware_host.cli").main
    for argv in order["before"]:
        sys.argv = ["minuta", *argv]
        try:
            main()
        except SystemExit as ended:
            os.write(2, f"\n{MARK}{ended.code or 0}\n".encode())
    sys.argv = ["minuta", *order["argv"]]
    main()


def wait(pid: int, seconds: float) -> int | None:
    """Return the exit code of a child, negative for a signal; None: it runs."""
    by = time.monotonic() + seconds
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > by:
            return None
        time.sleep(0.002)


def serve() -> dict[str, Any] | None:
    """Take orders; in a child return its own, at the end of orders return None."""
    while line := sys.stdin.readline():
        order = json.loads(line)
        if order["do"] == "start":
            pid = os.fork()
            if not pid:
                return dict(order)
            answer: int | None = pid
        else:
            answer = wait(order["pid"], order["seconds"])
        print(json.dumps(answer), flush=True)  # noqa: T201  (the answer)
    return None


if __name__ == "__main__":
    for module in PRELOAD:
        importlib.import_module(module)
    gc.freeze()
    mine = serve()
    if mine is not None:
        become(mine)
