"""Records and traces of a kiosk that runs: what is kept, when, and that it is what it says.

Usage: records.py VITRINE
"""
import os
import pathlib
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
    tracks, open_slices, names = {}, {}, set()
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
        elif event.type == Event.TYPE_SLICE_END:
            assert stack and packet.timestamp >= stack.pop()
        elif event.type == Event.TYPE_COUNTER:
            assert track.HasField("counter"), track
        else:
            assert event.type == Event.TYPE_INSTANT and event.name
            names.add(event.name)
    assert not any(open_slices.values())
    assert "resident memory" in {track.name for track in tracks.values()}
    assert {"turn", "draw", "frame", "flip", "pages"} <= names, names


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
TURN, CLOCK, WAITED, NOTE, PART = 2, 3, 4, 14, 15

kiosk = Kiosk()
call("ctl", "record", "--control", socket, "-o", place / "bug.vrec")
call("ctl", "refresh", "--control", socket)
call("ctl", "trace", "10s", "--control", socket, "-o", place / "ctl.pftrace")
check_trace(place / "ctl.pftrace")
said = call("replay", place / "bug.vrec", "--trace", place / "out.pftrace", "--frame", place / "out.png")
assert "compared" in said, said
check_trace(place / "out.pftrace")
assert (place / "out.png").read_bytes().startswith(b"\x89PNG")
call("replay", place / "bug.vrec", "--until", "0.5s")

# A frame that was another is named, with its layer.
bytes_ = bytearray((place / "bug.vrec").read_bytes())
(place / "none.vrec").write_bytes(b"board: Harbour\n")
assert "no record" in call("replay", place / "none.vrec", status=1)
(place / "cut.vrec").write_bytes(bytes_[:40])
assert "within its header" in call("replay", place / "cut.vrec", status=1)
header, happened = bytes(bytes_[:HEADER]), list(events(bytes(bytes_)))
(place / "again.vrec").write_bytes(written(header, happened))
assert call("replay", place / "again.vrec") == said.replace("bug.vrec", "again.vrec")

# Cut anywhere, it is played as far as it goes, or refused in words.
for share in (0.1, 0.35, 0.6, 0.85, 0.999):
    (place / "cut.vrec").write_bytes(bytes_[:int(len(bytes_) * share)])
    result = subprocess.run([vitrine, "replay", place / "cut.vrec"], capture_output=True, text=True, env=environment, timeout=60)
    assert result.returncode in (0, 1) and "Fatal" not in result.stderr, result
    assert "compared" in result.stdout or "cut.vrec: " in result.stderr, result

# A clock that runs backwards, in the middle.
turns = [number for number, event in enumerate(happened) if event[0] == TURN]
assert len(turns) > 3, len(turns)
backwards = list(happened)
backwards[turns[len(turns) // 2]] = (TURN, varint(2 * 5_000_000_000 - 1))
(place / "backwards.vrec").write_bytes(written(header, backwards))
told = call("replay", place / "backwards.vrec", status=1)
assert "a clock that runs on was expected" in told, told

# A million events that mean nothing, and nothing else.
(place / "million.vrec").write_bytes(written(header, happened[:turns[1]] + [(NOTE, b"")] * 1_000_000 + happened[turns[1]:]))
assert "compared" in call("replay", place / "million.vrec")
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

bytes_[8] = 77
(place / "other.vrec").write_bytes(bytes_)
assert "format 77" in call("replay", place / "other.vrec", status=1)

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
