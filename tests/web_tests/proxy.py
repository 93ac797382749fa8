"""A reverse proxy on the box: what a browser says goes on to the pages, with other headers."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OWN = frozenset({"connection", "transfer-encoding"})
PIECE = 65536


@contextmanager
def proxy(to_port: int, sets: Mapping[str, str], keeps_back: str = "") -> Iterator[int]:
    """Serve in front of the pages; give its port. Host is the browser's, unless `sets` has one.

    `keeps_back`: the path of an answer of which nothing is passed on while it lasts.
    """

    class PassedOn(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            pages = HTTPConnection("127.0.0.1", to_port, timeout=30)
            with closing(pages), suppress(OSError, HTTPException):  # either side may go
                pages.request(self.command, self.path, body, {**dict(self.headers), **sets})
                with pages.getresponse() as reply:
                    self.send_response_only(reply.status)
                    for name, value in reply.getheaders():
                        if name.lower() not in OWN:
                            self.send_header(name, value)
                    self.end_headers()
                    while piece := reply.read1(PIECE):
                        if self.path != keeps_back:
                            self.wfile.write(piece)

        do_POST = do_GET  # noqa: N815  # the library's name

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), PassedOn) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
