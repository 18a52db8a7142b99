"""Kills a panel of a fleet while it takes bundles, at any moment: one whole bundle is on show each time, and the next start shows it."""
import ctypes
import hashlib
import os
import pathlib
import select
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Fleet"))
from world import Kiosk, Maker, Web

BOARD = """board: Version {version}
theme: {{mode: dark, scale: 1}}
sources:
  a: {{url: noise.bin}}
  b: {{url: deep/more.bin}}
cards:
  - header: {{title: "Version {version}"}}
"""
IN_CREATE, IN_MOVED_TO = 0x100, 0x80


def digests(root):
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(root.rglob("*")) if path.is_file()}


class Moments:
    """Each change in the directory of bundles. Source: inotify(7)."""

    def __init__(self, place):
        library = ctypes.CDLL(None, use_errno=True)
        self.descriptor = library.inotify_init1(os.O_CLOEXEC)
        if library.inotify_add_watch(self.descriptor, str(place).encode(), IN_CREATE | IN_MOVED_TO) < 0:
            sys.exit(f"{place} cannot be watched: {os.strerror(ctypes.get_errno())}")

    def wait(self, count, seconds):
        """Until so many changes have come."""
        end = time.monotonic() + seconds
        while count > 0 and select.select([self.descriptor], [], [], max(end - time.monotonic(), 0))[0]:
            data, place = os.read(self.descriptor, 4096), 0
            while place < len(data):
                place += 16 + int.from_bytes(data[place + 12:place + 16], sys.byteorder)
                count -= 1
        os.close(self.descriptor)
        return count <= 0


def run(program, kills, generator):
    """How many kills there were, in how many an update was under way, and what was wrong."""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="vitrine-updates-"))
    directory.chmod(0o755)
    maker = Maker(program, directory / "maker")
    web = Web(directory / "web")
    bad, whole, seen, torn = [], {}, set(), 0

    def publish(version):
        (maker.root / "deep").mkdir(exist_ok=True)
        (maker.root / "noise.bin").write_bytes(generator.randbytes(generator.randrange(1, 2 << 20)))
        (maker.root / "deep/more.bin").write_bytes(generator.randbytes(1000))
        web.publish("x.vitrine", maker.bundle(version, board=BOARD.format(version=version)))
        whole[version] = {name: hashlib.sha256((maker.root / name).read_bytes()).hexdigest() for name in ("board.yaml", "noise.bin", "deep/more.bin")}

    def look(number):
        """What is on show is one bundle, as it was made."""
        place = kiosk.root / "state/vitrine/bundles"
        current = (place / "current").resolve()
        if not (current / "board.yaml").is_file():
            return bad.append(f"update {number}: nothing is on show: {os.listdir(place)}")
        found = digests(current)
        if current.name == "nothing":
            return bad.append(f"update {number}: the good bundle is gone: {os.listdir(place)}")
        manifest = (current / "manifest").read_text().split()
        found.pop("manifest")
        version = int(manifest[manifest.index("version") + 1])
        if found != whole.get(version):
            bad.append(f"update {number}: version {version} is not whole: {found}")
        seen.add(version)

    kiosk = Kiosk(program, directory / "home", "--key", maker.line, "--bundle-every", "1s", "--bundle-trial", "1s", web.url("x.vitrine"))
    try:
        publish(1)
        kiosk.start().wait(state="kept", version=1)
        kiosk.end()
        for number in range(2, kills + 2):
            publish(number)
            moments = Moments(kiosk.root / "state/vitrine/bundles")
            before = set(os.listdir(kiosk.root / "state/vitrine/bundles"))
            kiosk.start()
            # A third of them at any moment, the others at one of the steps of an update, or a little later.
            if number % 3 == 0:
                time.sleep(generator.uniform(0, 2.5))
                os.close(moments.descriptor)
            elif moments.wait(generator.randrange(1, 9), 5):
                time.sleep(generator.choice([0, 0, generator.uniform(0, 0.02), generator.uniform(0, 0.5)]))
            if kiosk.process.poll() is not None:
                bad.append(f"update {number}: ended by itself with {kiosk.process.returncode}")
            kiosk.end(signal.SIGKILL)
            after = set(os.listdir(kiosk.root / "state/vitrine/bundles"))
            torn += bool({"new", "turning", "record.new", "incoming-0", "incoming-1"} & after) or len(after) > len(before)
            look(number)
        kiosk.start()
        publish(kills + 2)
        kiosk.wait(state="kept", version=kills + 2)
        left = [name for name in os.listdir(kiosk.root / "state/vitrine/bundles") if len(name) == 32]
        if len(left) > 2:
            bad.append(f"{len(left)} bundles are kept")
    finally:
        kiosk.end()
        web.stop()
        shutil.rmtree(directory, ignore_errors=True)
    if torn < kills // 5:
        bad.append(f"only {torn} kills came within an update")
    return f"{kills} kills of updates, {torn} of them in the midst of one, {len(seen)} versions seen on show", bad
