"""Asks over plain HTTP from wherever it is run, and prints what came back, as JSON.

Standard library only. On standard input: {to, port, patient, requests: [{method, path, headers,
body}]}; `patient`: where nobody listens it waits for them.
"""

from __future__ import annotations

import http.client
import json
import sys
import time
from typing import Any

WAIT_S = 60.0


def ask(to: str, port: int, request: dict[str, Any]) -> dict[str, Any]:
    """Ask once; a stream is read up to its first beat."""
    connection = http.client.HTTPConnection(to, port, timeout=10)
    try:
        headers = {"Host": f"{to}:{port}", **request.get("headers", {})}
        connection.request(
            request.get("method", "GET"), request["path"], request.get("body"), headers
        )
        reply = connection.getresponse()
        stream = (reply.getheader("Content-Type") or "").startswith("text/event-stream")
        raw = b"" if stream else reply.read()
        while stream and b"event: beat" not in raw:
            raw += reply.read1(65536)
        text = raw.decode("utf-8", "replace")
        return {"code": reply.status, "headers": reply.getheaders(), "text": text}
    except OSError as error:
        return {"error": type(error).__name__}
    finally:
        connection.close()


def main() -> None:
    """Read what to ask, ask it, say what came."""
    told = json.load(sys.stdin)
    answers = []
    by_s = time.monotonic() + WAIT_S
    for request in told["requests"]:
        answer = ask(told["to"], told["port"], request)
        while "error" in answer and told["patient"] and time.monotonic() < by_s:
            time.sleep(0.1)
            answer = ask(told["to"], told["port"], request)
        answers.append(answer)
    json.dump(answers, sys.stdout)


main()
