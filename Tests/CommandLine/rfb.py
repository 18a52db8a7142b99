"""A viewer of VNC made of the standard library and openssl: raw and ZRLE, and as rude as one likes. Source: RFC 6143."""
import socket
import struct
import subprocess
import zlib


class Refused(Exception):
    pass


def des(password, challenge):
    """What knows the password answers: openssl's DES, with each byte of the key the other way round."""
    key = bytes(int(f"{byte:08b}"[::-1], 2) for byte in password.encode()[:8].ljust(8, b"\0"))
    return subprocess.run(["openssl", "enc", "-des-ecb", "-K", key.hex(), "-nopad", "-provider", "legacy", "-provider", "default"],
                          input=challenge, capture_output=True, check=True).stdout


class Viewer:
    """One that is let in and has said what it can read."""

    def __init__(self, port, password=None, version=b"RFB 003.008\n", encodings=(16, 0), form=None, receive=None):
        self.socket = socket.socket()
        if receive:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(30)
        self.socket.connect(("127.0.0.1", port))
        self.greeting = self.read(12)
        self.socket.sendall(version)
        minor = int(version[8:11])
        if minor >= 7:
            kinds = self.read(self.read(1)[0])
            self.kind = kinds[0]
            self.socket.sendall(bytes([self.kind]))
        else:
            self.kind = struct.unpack(">I", self.read(4))[0]
        if self.kind == 2:
            self.socket.sendall(des(password or "", self.read(16)))
        if self.kind == 2 or minor >= 8:
            if struct.unpack(">I", self.read(4))[0]:
                raise Refused(self.read(struct.unpack(">I", self.read(4))[0]).decode() if minor >= 8 else "")
        self.socket.sendall(b"\1")
        self.width, self.height = struct.unpack(">HH", self.read(4))
        self.form = self.read(16)
        self.name = self.read(struct.unpack(">I", self.read(4))[0]).decode()
        if form:
            self.form = form
            self.socket.sendall(b"\0\0\0\0" + form)
        self.socket.sendall(struct.pack(f">BBH{len(encodings)}i", 2, 0, len(encodings), *encodings))
        self.stream = zlib.decompressobj()
        self.clear()
        self.updates = 0

    def clear(self):
        self.rows = [bytearray(3 * self.width) for _ in range(self.height)]

    def read(self, count):
        parts = []
        while count:
            part = self.socket.recv(min(count, 1 << 16))
            if not part:
                raise ConnectionError("the panel has hung up")
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def ask(self, only_changes=True, area=None):
        x, y, width, height = area or (0, 0, self.width, self.height)
        self.socket.sendall(struct.pack(">BBHHHH", 3, only_changes, x, y, width, height))

    def update(self):
        """Takes one update; the areas it was about."""
        kind, count = struct.unpack(">BxH", self.read(4))
        assert kind == 0, f"message {kind}"
        areas = []
        for _ in range(count):
            x, y, width, height, encoding = struct.unpack(">HHHHi", self.read(12))
            if encoding == -223:
                self.width, self.height = width, height
                self.clear()
            elif encoding == 0:
                self.raw(x, y, width, height)
            elif encoding == 16:
                self.zrle(x, y, width, height)
            else:
                raise AssertionError(f"encoding {encoding}")
            areas.append((x, y, width, height))
        self.updates += 1
        return areas

    # Pixels, whatever they were asked for as.

    def color(self, data):
        bits, _, big, _, red, green, blue, rs, gs, bs = struct.unpack(">BBBBHHHBBBxxx", self.form)
        value = int.from_bytes(data, "big" if big else "little")
        if len(data) == 3 and (red << rs | green << gs | blue << bs) & 0xFF == 0:
            value <<= 8
        return bytes(((value >> shift & most) * 255 + most // 2) // most for most, shift in ((red, rs), (green, gs), (blue, bs)))

    def raw(self, x, y, width, height):
        size = self.form[0] // 8
        data = self.read(width * height * size)
        for row in range(height):
            line = data[row * width * size:(row + 1) * width * size]
            self.rows[y + row][3 * x:3 * (x + width)] = b"".join(self.color(line[n:n + size]) for n in range(0, len(line), size))

    def zrle(self, x, y, width, height):
        data = self.stream.decompress(self.read(struct.unpack(">I", self.read(4))[0]))
        at, size = 0, 3 if self.form[0] == 32 else self.form[0] // 8
        for top in range(0, height, 64):
            for left in range(0, width, 64):
                wide, high = min(64, width - left), min(64, height - top)
                kind = data[at]
                at += 1
                if kind == 0:
                    pixels = [self.color(data[at + n * size:at + n * size + size]) for n in range(wide * high)]
                    at += wide * high * size
                else:
                    assert kind <= 16, f"tile of kind {kind}"
                    colors = [self.color(data[at + n * size:at + n * size + size]) for n in range(kind)]
                    at += kind * size
                    bits = 0 if kind == 1 else 1 if kind == 2 else 2 if kind <= 4 else 4
                    stride = (wide * bits + 7) // 8
                    pixels = [colors[data[at + row * stride + n * bits // 8] >> (8 - bits - n * bits % 8) & ((1 << bits) - 1)] if bits else colors[0]
                              for row in range(high) for n in range(wide)]
                    at += stride * high
                for row in range(high):
                    self.rows[y + top + row][3 * (x + left):3 * (x + left + wide)] = b"".join(pixels[row * wide:(row + 1) * wide])
        assert at == len(data), f"{len(data) - at} bytes too many"

    # Hands.

    def point(self, x, y, buttons=0):
        self.socket.sendall(struct.pack(">BBHH", 5, buttons, x, y))

    def tap(self, x, y):
        self.point(x, y, 1)
        self.point(x, y, 0)

    def key(self, symbol):
        for is_down in (1, 0):
            self.socket.sendall(struct.pack(">BBxxI", 4, is_down, symbol))

    def close(self):
        self.socket.close()
