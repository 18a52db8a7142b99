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
    assert {"turn", "draw", "frame", "flip", "pages"} <= names, names


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
# Ended as it is meant to be, it leaves nothing.
kiosk.end(signal.SIGTERM)
kiosk = Kiosk("--no-recorder")
assert len(list(records.iterdir())) == 1
assert "--no-recorder" in call("ctl", "record", "--control", socket, "-o", place / "x.vrec", status=1)
kiosk.end(signal.SIGTERM)
print("records are replayed, kept after a kill, and are traces")
