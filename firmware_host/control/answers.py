"""The client's half of the codec: it says hello and requests, and reads what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.control.lines import PROTOCOL, ProtocolError, check_form, from_line, to_line
from firmware_host.control.protocol import Hello, Reply, Request


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A pushed snapshot, as the client reads it."""

    state: Mapping[str, object]


def encode_client_hello(actor: str) -> bytes:
    """Return a client's first line."""
    return to_line({"hello": PROTOCOL, "actor": actor})


def encode_request(request: Request) -> bytes:
    """Return the line of a request, what is not said left out."""
    message: dict[str, object] = {"id": request.id, "verb": request.verb, "args": request.args}
    optional = {"actor": request.actor, "action_id": request.action_id}
    message |= {key: value for key, value in optional.items() if value}
    if request.if_n is not None:
        message["if_n"] = request.if_n
    return to_line(message)


def parse_server_hello(line: bytes) -> Hello:
    """Return the server's first line as the client reads it.

    Raises:
        ProtocolError: The server refuses (`code`), or is no Minuta of this protocol.
    """
    message = from_line(line)
    if message.get("ok") is False:
        reply = _reply(message)
        raise ProtocolError(reply.code or "bad-line", reply.text, reply.field_name)
    if message.get("hello") != PROTOCOL:
        raise ProtocolError("bad-line", "the daemon speaks another protocol", "hello")
    check_form(message, _SERVER_HELLO, "bad-line", None)
    return Hello(boot=str(message["boot"]), n=_int(message["n"]), product=str(message["product"]))


def parse_answer(line: bytes) -> Reply | Snapshot:
    """Return what a server's line says.

    Raises:
        ProtocolError: It is neither a reply nor a snapshot, or an error of the whole line.
    """
    message = from_line(line)
    state = message.get("snapshot")
    if isinstance(state, dict):
        return Snapshot(state)
    reply = _reply(message)
    if reply.id < 0:
        raise ProtocolError(reply.code or "bad-line", reply.text, reply.field_name)
    return reply


_SERVER_HELLO = {"hello": "int!", "boot": "text!", "n": "int!", "product": "text!"}


def _reply(message: Mapping[str, object]) -> Reply:
    error, result = message.get("error"), message.get("result")
    number, n = message.get("id"), message.get("n")
    error = error if isinstance(error, dict) else {}
    if not isinstance(message.get("ok"), bool) or (not message["ok"] and "code" not in error):
        raise ProtocolError("bad-line", "neither a reply nor a snapshot")
    return Reply(
        id=_int(number) if number is not None else -1,
        n=_int(n) if n is not None else None,
        result=result if isinstance(result, dict) else {},
        code=None if message["ok"] else str(error["code"]),
        field_name=str(error.get("field", "")),
        text=str(error.get("text", "")),
    )


def _int(value: object) -> int:
    if type(value) is not int:
        raise ProtocolError("bad-line", "a whole number is expected")
    return value
