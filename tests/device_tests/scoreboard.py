"""Two scoreboards as somebody else would build them: bytes in, what the hall reads out."""

import binascii


class PlainBoard:
    """Shows what stands between a carriage return and a line feed, if it is all `width` long."""

    def __init__(self, width=8):
        self.width = width
        self.shown = []
        self._got = None

    def feed(self, data):
        for byte in data:
            if byte == 0x0D:
                self._got = b""
            elif byte == 0x0A:
                if self._got is not None and len(self._got) == self.width:
                    self.shown.append(self._got.decode().strip())
                self._got = None
            elif self._got is not None:
                self._got += bytes([byte])
        return self


class CheckedBoard:
    """STX, one board's address, the text, ETX, a checksum in hexadecimal; else shows nothing."""

    def __init__(self, width=8, crc=True):
        self.width = width
        self.shown = []
        self._crc = crc
        self._got = None

    def feed(self, data):
        tail = 4 if self._crc else 2
        for byte in data:
            if byte == 0x02:
                self._got = b""
                continue
            if self._got is None:
                continue
            self._got += bytes([byte])
            if len(self._got) == 2 + self.width + 1 + tail:
                body, said = self._got[:-tail], self._got[-tail:]
                right = binascii.crc_hqx(body, 0) if self._crc else sum(body) % 256
                if body[:2] == b"A1" and body[-1:] == b"\x03" and said == b"%0*X" % (tail, right):
                    self.shown.append(body[2:-1].decode().strip())
                self._got = None
        return self
