"""Entries of the evening's books as clients ask for them, and what is answered."""

from collections.abc import Mapping

from firmware_host.control.protocol import Reply, Request
from firmware_host.errors import FileFaults
from firmware_host.evening.event import Entry
from firmware_host.evening.rooms import unknown_field
from firmware_host.loop.clerk import Clerk
from firmware_host.loop.previews import changed

MAX_TEXT = 500


def entry_asked(request: Request, at_ns: int) -> Entry:
    """Return the entry that a request asks for.

    Raises:
        ValueError: It says what nobody may say.
    """
    args, why, target = request.args, request.args.get("because", ""), request.args.get("target")
    if not isinstance(why, str) or len(why) > MAX_TEXT:
        raise ValueError(f"because is a text of at most {MAX_TEXT} letters")
    fields = args.get("args", {})
    assert isinstance(fields, Mapping)
    entry = Entry(
        i=0, what=str(args.get("what")), at_ns=at_ns, by=request.actor[:MAX_TEXT], why=why,
        target=target if isinstance(target, int) else None, args=fields,
        action_id=request.action_id or "",
    )  # fmt: skip
    if name := unknown_field(entry):
        raise ValueError(f"{entry.what} has no field {name!r}")
    return entry


def written(request: Request, entry: Entry, clerk: Clerk) -> Reply:
    """Write an entry, or only say what it would change; return the reply. Loop thread."""
    try:
        if request.args.get("preview"):
            reason, tables = clerk.preview(entry)
            result: dict[str, object] = {} if tables is None else {"standings": changed(*tables)}
        else:
            i, reason = clerk.enter(entry)
            result = {"i": i}
    except (ValueError, FileFaults) as error:
        return Reply(id=request.id, code="bad-args", text=str(error))
    if reason is not None:
        return refused(request, reason)
    return Reply(id=request.id, n=clerk.last_n, result=result)


def refused(request: Request, reason: str) -> Reply:
    """Return the reply that something was refused, with the reason word."""
    return Reply(id=request.id, code="refused", field_name=reason, text=f"refused: {reason}")
