"""PNG files made and read with nothing but the standard library."""
import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, rows):
    """A true-colour PNG; `rows` may be fewer than `height` when it shall be a lie."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def plain(width, height, color):
    return png(width, height, [bytes(color) * width] * height)


class Picture:
    """A decoded PNG of 8 bits a channel, as RGB rows."""

    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG"
        at, packed = 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
                assert depth == 8 and color in (2, 6) and not interlaced, "a kind of PNG that is not made here"
                step = 3 if color == 2 else 4
            elif kind == b"IDAT":
                packed += body
            at += 12 + length
        raw, stride = zlib.decompress(packed), self.width * step
        above, self.rows = bytearray(stride), []
        for y in range(self.height):
            start = y * (stride + 1)
            row = unfilter(raw[start], bytearray(raw[start + 1:start + 1 + stride]), above, step)
            above = row
            if step == 4:
                row = bytes(b for i, b in enumerate(row) if i % 4 < 3)
            self.rows.append(bytes(row))

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return Picture(file.read())

    def pixel(self, x, y):
        return tuple(self.rows[y][3 * x:3 * x + 3])

    def difference(self, other):
        """The smallest box around all pixels that differ, as x0, y0, x1, y1; None when the pictures are the same."""
        assert (self.width, self.height) == (other.width, other.height), "pictures of different sizes"
        box = None
        for y, (mine, theirs) in enumerate(zip(self.rows, other.rows)):
            if mine == theirs:
                continue
            columns = [x for x in range(self.width) if mine[3 * x:3 * x + 3] != theirs[3 * x:3 * x + 3]]
            x0, x1 = columns[0], columns[-1] + 1
            box = (x0, y, x1, y + 1) if box is None else (min(box[0], x0), box[1], max(box[2], x1), y + 1)
        return box

    def count(self, color):
        """Pixels of exactly this colour."""
        return sum(row[i:i + 3] == bytes(color) for row in self.rows for i in range(0, len(row), 3))


def unfilter(kind, row, above, step):
    """Undoes a row's filter. Source: PNG specification, section 9.2."""
    if kind == 0:
        return row
    if kind == 2:
        return bytearray((a + b) & 255 for a, b in zip(row, above))
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        up = above[i]
        if kind == 1:
            row[i] = (row[i] + left) & 255
        elif kind == 3:
            row[i] = (row[i] + (left + up) // 2) & 255
        else:
            corner = above[i - step] if i >= step else 0
            guess = left + up - corner
            near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
            row[i] = (row[i] + near[2]) & 255
    return row
