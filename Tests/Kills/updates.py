"""Kills a panel of a fleet at moments spread over the whole course of an update: one whole bundle is left each time, and the next start
shows it.

The course is cut where its steps begin, as the directory of bundles tells: a bundle comes, is unpacked, the link is turned, the trial ends.
Each part gets as many kills as the others, evenly spread in it; the fifth part goes through single changes of that directory, one by one.
"""
import concurrent.futures
import ctypes
import hashlib
import os
import pathlib
import random
import select
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Fleet"))
from world import Kiosk, Maker, Web, wait_for

BOARD = """board: Version {version}
theme: {{mode: dark, scale: 1}}
sources:
  a: {{url: noise.bin}}
{sources}cards:
  - header: {{title: "Version {version}"}}
"""
# Small files beside the large one: each is waited for until the disk has it.
FILES = [f"deep/{number}.bin" for number in range(24)]
IN_CREATE, IN_MOVED_TO = 0x100, 0x80
COMING, UNPACKING, TRIAL, END, STEPS = "while it came", "while it was unpacked", "on trial", "as its trial ended", "at a single change"
PARTS = (COMING, UNPACKING, TRIAL, END, STEPS)
# Changes of the directory in an update, from the first byte that comes to the last record.
CHANGES = 15


def digests(root):
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(root.rglob("*")) if path.is_file()}


class Moments:
    """What becomes of the directory of bundles. Source: inotify(7)."""

    def __init__(self, place):
        library = ctypes.CDLL(None, use_errno=True)
        self.descriptor = library.inotify_init1(os.O_CLOEXEC)
        self.names = []
        if library.inotify_add_watch(self.descriptor, str(place).encode(), IN_CREATE | IN_MOVED_TO) < 0:
            sys.exit(f"{place} cannot be watched: {os.strerror(ctypes.get_errno())}")

    def wait(self, isIt, seconds=20):
        """Until a change is it; when that was."""
        end = time.monotonic() + seconds
        while True:
            while self.names:
                if isIt(self.names.pop(0)):
                    return time.monotonic()
            if not select.select([self.descriptor], [], [], max(end - time.monotonic(), 0))[0]:
                return None
            data, place = os.read(self.descriptor, 4096), 0
            while place < len(data):
                length = int.from_bytes(data[place + 12:place + 16], sys.byteorder)
                self.names.append(data[place + 16:place + 16 + length].rstrip(b"\0").decode())
                place += 16 + length

    def close(self):
        os.close(self.descriptor)


class Panel:
    """One panel, its web server, and what it has been shown."""

    def __init__(self, program, directory, seed):
        self.random = random.Random(seed)
        self.maker = Maker(program, directory / "maker")
        (self.maker.root / "deep").mkdir()
        # Slowly, so that a kill can come within it.
        self.web = Web(directory / "web", rate="4m")
        self.kiosk = Kiosk(
            program, directory / "home", "--key", self.maker.line, "--bundle-every", "1s", "--bundle-trial", "1s", self.web.url("x.vitrine"))
        self.place = self.kiosk.root / "state/vitrine/bundles"
        self.bad, self.whole, self.version = [], {}, 0
        self.reached = dict.fromkeys(("coming", "unpacked", "trial", "kept"), 0)
        self.shown = set()
        self.lengths = {}

    def publish(self):
        """The next version; returns what becomes of the directory of bundles from then on."""
        self.version += 1
        (self.maker.root / "noise.bin").write_bytes(self.random.randbytes(self.random.randrange(1 << 20, 2 << 20)))
        for name in FILES:
            (self.maker.root / name).write_bytes(self.random.randbytes(1000))
        sources = "".join(f"  b{place}: {{url: {name}}}\n" for place, name in enumerate(FILES))
        bundle = self.maker.bundle(self.version, board=BOARD.format(version=self.version, sources=sources))
        self.whole[self.version] = {
            name: hashlib.sha256((self.maker.root / name).read_bytes()).hexdigest() for name in ["board.yaml", "noise.bin", *FILES]}
        moments = Moments(self.place) if self.place.exists() else None
        self.web.publish("x.vitrine", bundle)
        return moments

    def measure(self):
        """How long the parts take when nobody is killed."""
        self.publish()
        self.kiosk.start().wait(state="kept", version=1)
        moments = self.publish()
        times = [moments.wait(lambda name: name.startswith("incoming"))]
        for wanted in ("new", "current", "record"):
            times.append(moments.wait(wanted.__eq__))
        moments.close()
        if None in times:
            sys.exit(f"an update has not run through: {times}")
        self.lengths = dict(zip((COMING, UNPACKING, TRIAL), (b - a for a, b in zip(times, times[1:]))))
        self.kiosk.wait(state="kept", version=2)

    def kill(self, part, share):
        """A kill at this share of a part of the update that comes next."""
        moments = self.publish()
        if part == STEPS:
            left = [1 + int(share * CHANGES)]

            def enough(_):
                left[0] -= 1
                return left[0] == 0

            moments.wait(enough)
        else:
            start = {COMING: lambda name: name.startswith("incoming"), UNPACKING: "new".__eq__}.get(part, "current".__eq__)
            began = moments.wait(start)
            if began is None:
                self.bad.append(f"version {self.version}: it has not come {part}")
            else:
                length = self.lengths[TRIAL]
                wanted = length - 0.2 + 0.4 * share if part == END else share * self.lengths[part]
                time.sleep(max(began + wanted - time.monotonic(), 0))
        moments.close()
        if self.kiosk.process.poll() is not None:
            self.bad.append(f"version {self.version}: ended by itself with {self.kiosk.process.returncode}")
        self.kiosk.end(signal.SIGKILL)
        self.look()

    def look(self):
        """What is left is one whole bundle, as it was made, and the next start shows it, or the one before where it was on trial."""
        names = os.listdir(self.place)
        current = (self.place / "current").resolve()
        if not (current / "board.yaml").is_file() or current.name == "nothing":
            self.bad.append(f"version {self.version}: nothing is on show: {names}")
        record = (self.place / "record").read_text().splitlines()
        version = self.check(current)
        known = {line.split()[0]: line.split() for line in record}
        # The link is turned after the record: it is on trial only where both say so.
        isOnTrial = "trial" in known and known["trial"][1] == current.name
        wanted = int(known["good"][2]) if isOnTrial else version
        if "new" in names or f"{self.version}" in [known.get("trial", [""] * 3)[2]] and not isOnTrial:
            self.reached["unpacked"] += 1
        elif any(name.startswith("incoming") for name in names):
            self.reached["coming"] += 1
        elif isOnTrial:
            self.reached["trial"] += 1
        elif version == self.version:
            self.reached["kept"] += 1
        # What the server has is not to come before the first look.
        self.web.hide("x.vitrine")
        self.kiosk.start()
        status = wait_for(lambda: self.on_glass(), 30, lambda: f"a picture after the kill in version {self.version}")
        shown = status["bundle"]["version"]
        if shown != wanted or status["board"]["sha256"] != self.whole.get(wanted, {}).get("board.yaml"):
            self.bad.append(f"version {self.version}: {wanted} was wanted, and {shown} is on show: {status['bundle']}, {record}")
        self.check((self.place / "current").resolve())
        self.shown.add(shown)

    def on_glass(self):
        status = self.kiosk.status()
        return status if status and status["frames"]["flips"] and status["board"]["sha256"] else None

    def check(self, directory):
        """Whether a bundle is what was made; its version."""
        found = digests(directory)
        if found.pop("manifest", None) is None:
            self.bad.append(f"version {self.version}: {directory} has no manifest: {found}")
            return 0
        manifest = (directory / "manifest").read_text().split()
        version = int(manifest[manifest.index("version") + 1])
        if found != self.whole.get(version):
            self.bad.append(f"version {self.version}: version {version} is not whole: {found}")
        return version

    def finish(self):
        """After all of it an update goes through, and nothing is left lying."""
        self.publish()
        self.kiosk.wait(state="kept", version=self.version)
        left = sorted(name for name in os.listdir(self.place) if name not in ("current", "lock", "nothing", "record"))
        # Beside each bundle lies what its files are.
        left = [name for name in left if name.removesuffix(".files") == name or name.removesuffix(".files") not in left]
        if len(left) > 2 or any(len(name) != 32 for name in left):
            self.bad.append(f"this is left: {left}")

    def close(self):
        self.kiosk.end()
        self.web.stop()


def run(program, kills, generator, panels=1):
    """How many kills there were, and where; and what was wrong."""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="vitrine-updates-"))
    directory.chmod(0o755)
    # Whatever part a kill is of, the shares of its part are evenly spread.
    rounds = -(-kills // len(PARTS))
    moments = [(part, (number + 0.5) / rounds) for number in range(rounds) for part in PARTS][:kills]

    def work(number):
        (directory / str(number)).mkdir()
        panel = Panel(program, directory / str(number), generator.random())
        try:
            panel.measure()
            for part, share in moments[number::panels]:
                panel.kill(part, share)
            panel.finish()
        finally:
            panel.close()
        return panel

    try:
        with concurrent.futures.ThreadPoolExecutor(panels) as pool:
            done = list(pool.map(work, range(panels)))
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    bad = [line for panel in done for line in panel.bad]
    reached = {name: sum(panel.reached[name] for panel in done) for name in done[0].reached}
    for name, count in reached.items():
        if count < kills // 20:
            bad.append(f"only {count} of {kills} kills came with a bundle {name}: {reached}")
    words = ", ".join(f"{count} with it {name}" for name, count in reached.items())
    return f"{kills} kills of updates ({words}), {sum(len(panel.shown) for panel in done)} versions seen on show", bad
