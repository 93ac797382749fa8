"""The event streams: a plain ASGI route outside Flask's threads, one latest slot a stream.

On connect a stream gets the whole snapshot, then the latest one after a change, never a queue.
A `beat` with the present instant comes often enough for a page to know that it is not stale;
the comment ping every 15 s is for whatever stands between. More streams than allowed get 503:
those pages poll /snapshot.json.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from web_admin.link import Link, mono_ns
from web_admin.security import host_allowed

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

BEAT_S = 0.7
PING_S = 15.0
_STALL_S = 10.0
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-accel-buffering", b"no"),  # nginx keeps a stream back until it ends, unless told
]


class LiveStreams:
    """All event streams of the process. Lives in the ASGI server's loop."""

    def __init__(self, link: Link, host_names: frozenset[str], limit: int) -> None:
        self._link = link
        self._host_names = host_names
        self._limit = limit
        self._wakers: set[asyncio.Event] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False
        link.listen(self._changed)

    def _changed(self) -> None:
        """The link's thread says that the state has changed."""
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for waker in self._wakers:
            waker.set()

    def close(self) -> None:
        """End all streams, so that the server can stop. In the server's loop."""
        self.closing = True
        self._wake()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream until either side ends it."""
        self._loop = asyncio.get_running_loop()
        headers = dict(scope["headers"])
        if scope["method"] != "GET":
            await _say(send, 405, b"GET only")
        elif not host_allowed(headers.get(b"host", b"").decode("latin-1"), self._host_names):
            await _say(send, 400, b"unknown host")
        elif len(self._wakers) >= self._limit:
            await _say(send, 503, b"too many streams: poll /snapshot.json")
        else:
            await self._stream(receive, send)

    async def _stream(self, receive: Receive, send: Send) -> None:
        waker = asyncio.Event()
        self._wakers.add(waker)
        gone = asyncio.create_task(_disconnected(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await _put(send, b"retry: 2000\n\n")
            await self._follow(send, waker, gone)
        except (TimeoutError, OSError):
            pass  # it takes nothing any more
        finally:
            self._wakers.discard(waker)
            gone.cancel()
        with suppress(OSError, RuntimeError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _follow(self, send: Send, waker: asyncio.Event, gone: "asyncio.Task[None]") -> None:
        seen, pinged_s = -1, asyncio.get_running_loop().time()
        while not self.closing and not gone.done():
            state = self._link.state
            if state.version != seen:
                seen = state.version
                await _put(send, b"id: %d\ndata: %b\n\n" % (state.n, state.body))
            await _put(send, b'event: beat\ndata: {"mono_ns":"%d"}\n\n' % mono_ns())
            now_s = asyncio.get_running_loop().time()
            if now_s - pinged_s >= PING_S:
                pinged_s = now_s
                await _put(send, b": ping\n\n")
            waker.clear()
            if self._link.state.version == seen and not self.closing:
                with suppress(TimeoutError):
                    await asyncio.wait_for(waker.wait(), BEAT_S)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _put(send: Send, data: bytes) -> None:
    """Send a piece; a reader that takes nothing for too long is let go."""
    message = {"type": "http.response.body", "body": data, "more_body": True}
    await asyncio.wait_for(send(message), _STALL_S)


async def _say(send: Send, status: int, text: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS[1:]]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": False})
