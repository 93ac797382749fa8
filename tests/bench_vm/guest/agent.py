"""The guest's end: one JSON request a line on a virtio-serial port, one JSON answer a line.

`{"id", "argv", "limit_s"}` runs a command; `{"id", "code", "names"}` runs Python here, in names
that stay, and answers with what it left in `result`; `{"id", "put", "data", "mode"}` writes a file.
"""

import base64
import contextlib
import json
import subprocess
import sys
import time
import traceback
from pathlib import Path

PORT = Path("/dev/virtio-ports/bench")
BROUGHT = "/run/bench"  # modules that the host brings with it
KEPT = {"__name__": "bench"}


def run(argv, limit_s=120):
    """Run a command; 124 stands for one that took too long."""
    try:
        done = subprocess.run(
            argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit_s,
        )  # fmt: skip
        code, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        code, out, err = 124, late.stdout or b"", late.stderr or b""
    return {"code": code, "out": out.decode(errors="replace"), "err": err.decode(errors="replace")}


def python(code, names):
    """Run Python in the kept names; standard output belongs to whoever reads the unit's log."""
    KEPT.update(names)
    KEPT["result"] = None
    try:
        exec(compile(code, "<bench>", "exec"), KEPT)
        return {"result": KEPT["result"]}
    except BaseException:
        return {"error": traceback.format_exc()}


def put(path, data, mode):
    """Write a file, with its folders."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(base64.b64decode(data))
    target.chmod(mode)
    return {}


def answer(request):
    """Do what is asked."""
    if "argv" in request:
        return run(request["argv"], request.get("limit_s", 120))
    if "code" in request:
        return python(request["code"], request.get("names", {}))
    if "put" in request:
        return put(request["put"], request["data"], request.get("mode", 0o644))
    return {}


def say(port, answer):
    """Write one answer; a port takes 32 KiB at a time."""
    left = json.dumps(answer).encode() + b"\n"
    while left:
        left = left[port.write(left) or 0 :]


def main():
    """Answer for ever; a line that is no request is passed over (a restored machine's rest)."""
    sys.path.insert(0, BROUGHT)
    while not PORT.exists():
        time.sleep(0.05)
    with PORT.open("r+b", buffering=0) as port:
        waiting = b""
        while True:
            data = port.read(65536)
            if not data:
                time.sleep(0.02)
                continue
            *lines, waiting = (waiting + data).split(b"\n")
            for line in lines:
                with contextlib.suppress(ValueError):
                    request = json.loads(line)
                    say(port, {"id": request["id"], **answer(request)})


if __name__ == "__main__":
    main()
