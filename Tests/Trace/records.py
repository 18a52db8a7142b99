"""Records and traces of a kiosk that runs: what is kept, when, and that it is what it says.

Usage: records.py VITRINE
"""
import hashlib
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

from google.protobuf import unknown_fields
from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as perfetto

vitrine = pathlib.Path(sys.argv[1]).resolve()
place = pathlib.Path(tempfile.mkdtemp(prefix="vitrine-trace"))
environment = dict(os.environ, XDG_RUNTIME_DIR=str(place / "run"), XDG_STATE_HOME=str(place / "state"))
(place / "run").mkdir()
(place / "state").mkdir()
socket = place / "control"


def call(*arguments, status=0):
    result = subprocess.run([vitrine, *arguments], capture_output=True, text=True, env=environment, timeout=60)
    assert result.returncode == status, (arguments, result.returncode, result.stdout, result.stderr)
    return result.stdout + result.stderr


def bounded(*arguments, gigabytes=1):
    """What it says, of whatever it is given: within a minute and so much memory, and without a trap."""
    result = subprocess.run(
        [vitrine, *arguments], capture_output=True, text=True, env=environment, timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (gigabytes << 30, gigabytes << 30)))
    assert result.returncode in (0, 1) and "Fatal" not in result.stderr, (arguments, result)
    return result.stdout + result.stderr


class Kiosk:
    """A demo board on a panel in memory."""

    def __init__(self, *options):
        self.log = (place / "log").open("w+")
        self.process = subprocess.Popen(
            [vitrine, "run", "--port", "0", "--control", socket, *options], stdout=self.log, stderr=self.log, env=environment)
        end = time.monotonic() + 30
        while "first frame" not in self.text() and time.monotonic() < end:
            time.sleep(0.05)
        assert "first frame" in self.text(), self.text()

    def text(self):
        return (place / "log").read_text()

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait(30)


def messages(message):
    yield message
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for part in value if field.is_repeated else [value]:
                yield from messages(part)


def check_trace(path):
    trace = perfetto.Trace()
    trace.ParseFromString(path.read_bytes())
    assert trace.IsInitialized() and len(trace.packet) > 20, len(trace.packet)
    for message in messages(trace):
        assert len(unknown_fields.UnknownFieldSet(message)) == 0, message
    tracks, open_slices, names, where = {}, {}, set(), set()
    Event = perfetto.TrackEvent
    for packet in trace.packet:
        assert packet.trusted_packet_sequence_id == 1
        if packet.HasField("track_descriptor"):
            assert packet.track_descriptor.uuid not in tracks
            tracks[packet.track_descriptor.uuid] = packet.track_descriptor
            continue
        event = packet.track_event
        assert event.track_uuid in tracks and packet.timestamp > 0
        track = tracks[event.track_uuid]
        stack = open_slices.setdefault(event.track_uuid, [])
        if event.type == Event.TYPE_SLICE_BEGIN:
            stack.append(packet.timestamp)
            names.add(event.name)
            where.add((event.name, track.name))
        elif event.type == Event.TYPE_SLICE_END:
            assert stack and packet.timestamp >= stack.pop()
        elif event.type == Event.TYPE_COUNTER:
            assert track.HasField("counter"), track
        else:
            assert event.type == Event.TYPE_INSTANT and event.name
            names.add(event.name)
            where.add((event.name, track.name))
    assert not any(open_slices.values())
    # Each on a row of its own.
    rows = [track.name for track in tracks.values()]
    for row in ("frame thread", "commit thread", "content queue", "tile queue", "second tile queue", "frames on their way", "flips",
                "vertical blanks", "messages", "fingers and keys", "late and missed frames", "resident memory"):
        assert rows.count(row) == 1, (row, rows)
    assert {"turn", "draw", "frame", "flip", "blank", "pages", "board", "content", "card"} <= names, names
    homes = {"turn": "frame thread", "draw": "drawing", "commit": "commit thread", "content": "content queue", "flip": "flips",
             "blank": "vertical blanks", "frame": "frames on their way"}
    for name, row in where:
        assert homes.get(name, row) == row, (name, row)
        assert name != "card" or row in ("tile queue", "second tile queue"), row


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, at


HEADER = 64


def events(data):
    """Kinds and payloads of a record, those that are longer than a block put together."""
    at, begun = HEADER, b""
    while at + 16 <= len(data):
        size = int.from_bytes(data[at + 8:at + 16], "little")
        place, end = at + 16, at + size
        while place < end:
            kind = data[place]
            length, place = read_varint(data, place + 1)
            payload = begun + data[place:place + length]
            place += length
            begun = payload if kind == PART else b""
            if kind != PART:
                yield kind, payload
        at = end


def written(header, list_):
    """A record of these events."""
    blocks, block = [], b""
    room = 65536 - 16
    for kind, payload in list_:
        while len(payload) > room - 6:
            if block:
                blocks.append(block)
            blocks.append(bytes([PART]) + varint(room - 6) + payload[:room - 6])
            block, payload = b"", payload[room - 6:]
        event = bytes([kind]) + varint(len(payload)) + payload
        if len(block) + len(event) > room:
            blocks.append(block)
            block = b""
        block += event
    blocks.append(block)
    heads = [(number + 1).to_bytes(8, "little") + (len(block) + 16).to_bytes(8, "little") for number, block in enumerate(blocks)]
    return header + b"".join(head + block for head, block in zip(heads, blocks))


# RecordKind.
TURN, CLOCK, WAITED, MESSAGE, BOARD, NOTE, PART = 2, 3, 4, 9, 13, 14, 15

kiosk = Kiosk()
assert "bug.vrec" in call("ctl", "record", "--control", socket, "-o", place / "bug.vrec")
call("ctl", "refresh", "--control", socket)
assert "ctl.pftrace" in call("ctl", "trace", "10s", "--control", socket, "-o", place / "ctl.pftrace")
check_trace(place / "ctl.pftrace")
said = call("replay", place / "bug.vrec", "--trace", place / "out.pftrace", "--frame", place / "out.png")
assert "compared" in said, said
check_trace(place / "out.pftrace")
assert (place / "out.png").read_bytes().startswith(b"\x89PNG")
call("replay", place / "bug.vrec", "--until", "0.5s")

# A film of it, and frame by frame; where there is nothing to write it says so.
assert "film.png: " in call("replay", place / "bug.vrec", "--film", place / "film.png")
film = (place / "film.png").read_bytes()
assert film.startswith(b"\x89PNG") and b"acTL" in film
told = call("replay", place / "bug.vrec", "--frames", "1-2", "--pictures", place / "steps")
assert "frame 1 at " in told and (place / "steps" / "00001.png").read_bytes().startswith(b"\x89PNG"), told
assert "no frame came in that time" in call("replay", place / "bug.vrec", "--film", place / "late.png", "--from", "30m", status=1)
assert not (place / "late.png").exists()
assert "none of 90000-90001" in call("replay", place / "bug.vrec", "--frames", "90000-90001", "--pictures", place / "steps", status=1)
assert "are no frames" in call("replay", place / "bug.vrec", "--frames", "2-1", "--pictures", place / "steps", status=1)
for command in ("check", "film"):
    assert f"`vitrine replay {place / 'bug.vrec'}`" in call(command, place / "bug.vrec", status=1), command

# A frame that was another is named, with its layer.
bytes_ = bytearray((place / "bug.vrec").read_bytes())
(place / "none.vrec").write_bytes(b"board: Harbour\n")
assert "no record" in call("replay", place / "none.vrec", status=1)
(place / "cut.vrec").write_bytes(bytes_[:40])
assert "within its header" in call("replay", place / "cut.vrec", status=1)
header, happened = bytes(bytes_[:HEADER]), list(events(bytes(bytes_)))
(place / "again.vrec").write_bytes(written(header, happened))
assert call("replay", place / "again.vrec") == said.replace("bug.vrec", "again.vrec")

# Cut anywhere, it is played as far as it goes, or refused in words: at its beginning, at its end and at each 97th byte between.
random.seed(7)
ends = [*range(70), *range(70, len(bytes_), 97), *range(len(bytes_) - 30, len(bytes_))]
for end in ends:
    (place / "cut.vrec").write_bytes(bytes_[:end])
    told = bounded("replay", place / "cut.vrec", "--trace", place / "cut.pftrace")
    assert "compared" in told or "cut.vrec: " in told, (end, told)
    assert end >= HEADER or "no record" in told or "within its header" in told, (end, told)
    assert "differs from" not in told, (end, told)


# Each 97th byte another one, by a bit or by all of them, and a byte here and there: whatever comes of it is said.
for at in range(len(bytes_)):
    if at % 97 and at >= HEADER:
        continue
    garbled = bytearray(bytes_)
    for place_, bits in [(at, random.choice([0xFF, 1 << at % 8]))] + [(random.randrange(len(bytes_)), 0x55)] * (at % 2):
        garbled[place_] ^= bits
    (place / "garbled.vrec").write_bytes(garbled)
    told = bounded("replay", place / "garbled.vrec", "--trace", place / "garbled.pftrace", "--frame", place / "garbled.png", gigabytes=4)
    assert "compared" in told or "garbled.vrec: " in told, (at, told)

# A clock that runs backwards, by a nanosecond or by hours, in any of its turns but the first.
turns = [number for number, event in enumerate(happened) if event[0] == TURN]
assert len(turns) > 3, len(turns)
for turn in turns[1:]:
    for by in (1, 5_000_000_000, 1 << 62):
        backwards = list(happened)
        backwards[turn] = (TURN, varint(2 * by - 1))
        (place / "backwards.vrec").write_bytes(written(header, backwards))
        told = call("replay", place / "backwards.vrec", "--trace", place / "backwards.pftrace", status=1)
        assert "a clock that runs on was expected" in told, told

# A million events that mean nothing, and nothing else.
(place / "million.vrec").write_bytes(written(header, happened[:turns[1]] + [(NOTE, b"")] * 1_000_000 + happened[turns[1]:]))
assert "compared" in bounded("replay", place / "million.vrec", "--trace", place / "million.pftrace")
# A million turns of the loop.
(place / "turns.vrec").write_bytes(written(header, happened + [(TURN, varint(2000)), (CLOCK, varint(0))] * 500_000))
assert "compared" in bounded("replay", place / "turns.vrec", "--trace", place / "turns.pftrace")
# A clock that is read before the moment it was read at.
clocks = [number for number, event in enumerate(happened) if event[0] == CLOCK]
early = list(happened)
for number in clocks[len(clocks) // 2:]:
    early[number] = (CLOCK, varint(2 * 3_000_000_000 - 1))
(place / "early.vrec").write_bytes(written(header, early))
assert "compared" in bounded("replay", place / "early.vrec", "--trace", place / "early.pftrace")


def picture(number, side):
    """A picture that is told of, and not carried."""
    def signed(value):
        return varint(2 * value)
    return varint(number) + signed(side) * 2 + signed(0) + bytes([0, 1]) + signed(0) + signed(0) * 2 + signed(side) * 2 + b"\0"


# Pages with icons that take more memory than there is.
offers = b"".join(varint(2 * number) + b"\0\1" + picture(1_000_000 + number, 8192) for number in range(40))
(place / "large.vrec").write_bytes(written(header, happened[:turns[1] + 1] + [(MESSAGE, b"\0\0\0" + varint(2 * 40) + offers)] + happened[turns[1] + 1:]))
assert "MB of pictures at once was expected" in bounded("replay", place / "large.vrec", gigabytes=4)
(place / "notes.vrec").write_bytes(written(header, [(NOTE, b"")] * 1_000_000))
assert "nothing to play from" in call("replay", place / "notes.vrec", status=1)
assert "nowhere.vrec" in call("replay", place / "nowhere.vrec", status=1)

# Fingers of another file go on where it ends.
touch = '''devices:
- node: /dev/input/event0
  evdev:
    name: "Goodix"
    absinfo: {53: [0, 1279, 0, 0, 0], 54: [0, 799, 0, 0, 0]}
    properties: [1]
  events:
  - evdev: [[0, 0, 3, 57, 1], [0, 0, 3, 53, 640], [0, 0, 3, 54, 700], [0, 0, 0, 0, 0]]
''' + "".join(f"  - evdev: [[0, {10000 * n}, 3, 54, {700 - 25 * n}], [0, {10000 * n}, 0, 0, 0]]\n" for n in range(1, 20)) + '''  - evdev: [[0, 200000, 3, 57, -1], [0, 200000, 0, 0, 0]]
'''
(place / "touch.yml").write_text(touch)
(place / "frames").mkdir()
call("film", "Boards/demo.yaml", "--tail", "1", "--fps", "2", "--frames", place / "frames", "--record", place / "film.vrec")
assert "compared" in call("replay", place / "film.vrec", "--frame", place / "before.png")
told = call("replay", place / "film.vrec", "--touch", place / "touch.yml", "--frame", place / "after.png")
assert "reports of Goodix" in told, told
assert (place / "after.png").read_bytes() != (place / "before.png").read_bytes()
(place / "touch.yml").write_text(touch.replace("[0, 0, 3, 53, 640]", "[0, 0]"))
assert "touch.yml:8:31: error: an event was expected" in call("replay", place / "bug.vrec", "--touch", place / "touch.yml", status=1)
(place / "touch.yml").write_text("board: Harbour\n")
assert "no recording" in call("replay", place / "bug.vrec", "--touch", place / "touch.yml", status=1)

# Whose board it is: the record knows it by its hashes.
(place / "style.yaml").write_text("sprites: {d: {disc: 20, color: \"#ff0000\"}}\nlayers:\n  - {sprite: d, y: 20}\n")
board = "board: Harbour\nrefresh: {style: style.yaml}\ncards:\n  - header: {title: Harbour}\n"
(place / "board.yaml").write_text(board)
(place / "styled").mkdir()
call("film", place / "board.yaml", "--tail", "1", "--fps", "2", "--frames", place / "styled", "--outcome", "success", "--record", place / "styled.vrec")
digest = hashlib.sha256((place / "board.yaml").read_bytes()).hexdigest()[:16]
style = hashlib.sha256((place / "style.yaml").read_bytes()).hexdigest()[:16]
told = call("replay", place / "styled.vrec")
assert f"on show: board {digest}, style file {style}, language and words" in told, told
assert f"of a style file that is not here (its sha256 begins with {style})" in told and "differs" not in told, told
told = call("replay", place / "styled.vrec", "--board", place / "board.yaml")
counts = re.search(r"(\d+) frames of [0-9.]+ s, (\d+) compared", told)
assert counts and counts[1] == counts[2], told
assert "board.yaml is what was on show from 0.0 s on" in told and "style file that is not here" not in told, told
assert "style file that is not here" not in call("replay", place / "styled.vrec", "--style", place / "style.yaml")
# An animation: which of its frames were there is in the record.
cup = pathlib.Path("Boards/styles/cup.json").resolve()
(place / "cup.yaml").write_text(board.replace("style.yaml", str(cup)))
call("film", place / "cup.yaml", "--tail", "1", "--fps", "2", "--frames", place / "styled", "--outcome", "success", "--record", place / "cup.vrec")
for beside in (("--board", place / "cup.yaml"), ("--style", cup)):
    told = call("replay", place / "cup.vrec", *beside)
    counts = re.search(r"(\d+) frames of [0-9.]+ s, (\d+) compared", told)
    assert counts and counts[1] == counts[2] and "is not here" not in told, told
told = call("replay", place / "cup.vrec")
assert f"begins with {hashlib.sha256(cup.read_bytes()).hexdigest()[:16]})" in told and "differs" not in told, told
(place / "board.yaml").write_text(board.replace("Harbour", "Garden"))
told = call("replay", place / "styled.vrec", "--board", place / "board.yaml", status=1)
now = hashlib.sha256((place / "board.yaml").read_bytes()).hexdigest()[:16]
assert f"not the board that was on show: board {digest} was on show from 0.0 s on, here it is {now}." in told, told
assert "differs" not in told and "style file" not in told.split("not the board")[1], told
(place / "style.yaml").write_text((place / "style.yaml").read_text().replace("20", "24"))
told = call("replay", place / "styled.vrec", "--board", place / "board.yaml", status=1)
assert f"style file {style} was on show" in told and "differs from" not in told, told
(place / "board.yaml").write_text("board: [\n")
told = call("replay", place / "styled.vrec", "--board", place / "board.yaml", status=1)
assert "has mistakes" in told and "not the board that was on show" in told and "none" not in told, told
assert "nowhere.yaml" in call("replay", place / "styled.vrec", "--board", place / "nowhere.yaml", status=1)
assert "nowhere.yaml" in call("replay", place / "styled.vrec", "--style", place / "nowhere.yaml", status=1)
# One that says nothing of a board.
styled = (place / "styled.vrec").read_bytes()
(place / "mute.vrec").write_bytes(written(styled[:HEADER], [event for event in events(styled) if event[0] != BOARD]))
assert "does not say which board was on show" in call("replay", place / "mute.vrec", "--board", place / "board.yaml")

bytes_[8] = 77
(place / "other.vrec").write_bytes(bytes_)
assert "format 77" in call("replay", place / "other.vrec", status=1)
bytes_[8] = 1
(place / "old.vrec").write_bytes(bytes_)
told = call("replay", place / "old.vrec", status=1)
assert "this record is of format 1, and this program reads up to 7: use the version that wrote it" in told, told

# Killed, it leaves what happened, and the next one keeps it.
time.sleep(0.3)
kiosk.end(signal.SIGKILL)
kiosk = Kiosk()
records = place / "state/vitrine/records"
end = time.monotonic() + 10
while not list(records.glob("*-crash.vrec")) and time.monotonic() < end:
    time.sleep(0.05)
(kept,) = records.glob("*-crash.vrec")
assert kept.stat().st_mode & 0o077 == 0
assert "compared" in call("replay", kept)
# As systemd's watchdog ends it: the same.
kiosk.end(signal.SIGABRT)
kiosk = Kiosk()
end = time.monotonic() + 10
while len(list(records.glob("*-crash.vrec"))) < 2 and time.monotonic() < end:
    time.sleep(0.05)
assert len(list(records.glob("*-crash.vrec"))) == 2
for path in records.glob("*-crash.vrec"):
    assert "compared" in call("replay", path)
# Ended as it is meant to be, it leaves nothing.
kiosk.end(signal.SIGTERM)
kiosk = Kiosk("--no-recorder")
assert len(list(records.iterdir())) == 2
assert "--no-recorder" in call("ctl", "record", "--control", socket, "-o", place / "x.vrec", status=1)
kiosk.end(signal.SIGTERM)

# What was recorded with all its pictures is played where there are no fonts.
kiosk = Kiosk("--record-content")
call("ctl", "record", "--control", socket, "-o", place / "content.vrec")
kiosk.end(signal.SIGTERM)
assert "WITH CONTENT" in kiosk.text()
(place / "no-fonts.conf").write_text("<fontconfig></fontconfig>")
environment["FONTCONFIG_FILE"] = str(place / "no-fonts.conf")
assert "compared" in call("replay", place / "content.vrec", "--frame", place / "content.png")
assert (place / "content.png").stat().st_size > (place / "out.png").stat().st_size
print("records are replayed, kept after a kill, and are traces")
