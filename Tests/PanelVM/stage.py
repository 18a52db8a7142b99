"""The kiosk on a machine, as a case drives it: boards, fingers, a server, and what has to be on the glass."""
import pathlib
import sys
import time

from panel_vm import Failed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "CommandLine"))
from pictures import Picture, png  # noqa: E402

BOARD = "/etc/vitrine/board.yaml"
# How far a finger moves before the page moves with it, at a scale of 1. Source: Sources/Motion/TouchMetrics.swift.
SLOP = 8


def turned(picture, degrees):
    """The picture turned clockwise, worked out here and not by what is tested."""
    rows = [[row[x:x + 3] for x in range(0, len(row), 3)] for row in picture.rows]
    for _ in range(degrees // 90):
        rows = [list(column) for column in zip(*rows[::-1])]
    result = object.__new__(Picture)
    result.width, result.height = len(rows[0]), len(rows)
    result.rows = [b"".join(row) for row in rows]
    return result


def same(one, other):
    return (one.width, one.height) == (other.width, other.height) and one.rows == other.rows


class Stage:
    def __init__(self, machine, pictures, name):
        self.machine, self.pictures, self.name = machine, pathlib.Path(pictures), name.replace(" ", "-").replace("/", "-")
        self.rotation = 0

    # What is shown.

    def show(self, board, options="", rotation=0):
        """Starts the kiosk with a board of /boards; systemd waits for the first frame on the glass."""
        self.rotation = rotation
        if rotation:
            options += f" --rotate {rotation}"
        self.machine.ask(
            f"cp /boards/{board}.yaml {BOARD}; echo 'VITRINE_OPTIONS={options}' >/etc/default/vitrine; "
            "systemctl reset-failed vitrine; systemctl restart vitrine")

    def snapshot(self, *options, size=None):
        """What the compositor makes of the same board, in a process of its own, as people see it."""
        width, height = size or self.machine.size
        self.machine.ask(
            f"vitrine snapshot {BOARD} -o /run/wanted.png --size {width}x{height} --rotate {self.rotation} {' '.join(options)}")
        (path := self.machine.directory / "wanted.png").write_bytes(self.machine.file("/run/wanted.png"))
        return Picture.read(path)

    def glass(self):
        """What is scanned out, turned back as people see it."""
        return turned(self.machine.picture(), (360 - self.rotation) % 360)

    def expect_glass(self, wanted, what, timeout=60):
        """Until every byte of the panel is as wanted."""
        end = time.monotonic() + timeout
        while not same(shown := self.glass(), wanted):
            if time.monotonic() > end:
                box = shown.difference(wanted) if (shown.width, shown.height) == (wanted.width, wanted.height) else "sizes"
                raise Failed(f"{what}: the panel shows something else at {box}: {self.keep(shown, 'shown')}, {self.keep(wanted, 'wanted')}")
            time.sleep(0.2)

    def rest(self, timeout=60):
        """What the panel shows once several looks have seen the same: longer than the scroll indicator stays before it fades."""
        end = time.monotonic() + timeout
        before, since = self.glass(), time.monotonic()
        while time.monotonic() < end:
            time.sleep(0.3)
            if not same(shown := self.glass(), before):
                before, since = shown, time.monotonic()
            elif time.monotonic() - since > 2:
                return shown
        raise Failed("the panel does not come to rest")

    def keep(self, picture, kind):
        self.pictures.mkdir(parents=True, exist_ok=True)
        path = self.pictures / f"{self.name}-{kind}.png"
        path.write_bytes(png(picture.width, picture.height, picture.rows))
        return path

    def save(self, path):
        """A file of the machine's, where pictures of failures go."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        kept = self.pictures / f"{self.name}-{path.rsplit('/', 1)[-1]}"
        kept.write_bytes(self.machine.file(path))
        return kept

    # What the service manager says.

    def property(self, name):
        return self.machine.ask(f"systemctl show -P {name} vitrine")

    def journal(self):
        return self.machine.ask("journalctl -b -u vitrine -o cat --no-pager")

    def expect_journal(self, words, timeout=60):
        self.machine.wait(f"journalctl -b -u vitrine -o cat --no-pager | grep -qF '{words}'", f"the journal says '{words}'", timeout)

    # What is done to it.

    def plug_touch(self, screen="touch", name="Panel touch", count=1):
        """- screen: what cases call it; count: how many there are with it."""
        width, height = self.machine.size
        self.machine.ask(f"test -p /run/{screen} || mkfifo /run/{screen}; rm -f /run/{screen}.log; modprobe uinput")
        self.machine.run(
            f"panel-touch {width} {height} '{name}' <>/run/{screen} >/run/{screen}.log 2>&1 & echo $! >/run/{screen}.pid")
        self.machine.wait(f"grep -q ready /run/{screen}.log", "the touch screen is there")
        self.await_touch(count)

    def await_touch(self, count=1):
        """Until a kiosk has found the touch screens that are there."""
        self.machine.wait(
            f"systemctl show -P StatusText vitrine | grep -q '{count} touch screen'", "the kiosk has seen the touch screen")

    def unplug_touch(self):
        self.machine.ask("kill -9 $(cat /run/touch.pid)")
        self.machine.wait("! systemctl show -P StatusText vitrine | grep -q '1 touch screen'", "the kiosk has seen it go")

    def finger(self, line, screen="touch"):
        """Lines of panel-touch with positions as people see them; returns when the last is done."""
        words = line.split()
        pairs = {"down": [2], "move": [2], "drag": [1, 3]}.get(words[0], [])
        for index in pairs:
            words[index], words[index + 1] = (str(n) for n in self.on_panel(int(words[index]), int(words[index + 1])))
        self.machine.ask(
            f"before=$(wc -l </run/{screen}.log); echo '{' '.join(words)}' >/run/{screen}; "
            f"while [ $(wc -l </run/{screen}.log) -le $before ]; do sleep 0.02; done; "
            f"grep -v -e done -e ready /run/{screen}.log || true")

    def tap(self, x, y):
        self.finger(f"drag {x} {y} {x} {y} 64 0")

    def on_panel(self, x, y):
        """Where on the glass people's pixel lies."""
        width, height = self.machine.size
        return {0: (x, y), 90: (width - 1 - y, x), 180: (width - 1 - x, height - 1 - y), 270: (y, height - 1 - x)}[self.rotation]

    def serve(self, names):
        """An HTTP server in the machine that answers with a list of these names."""
        self.answer(names)
        self.machine.ask("rm -f /run/list.log; busybox httpd -p 127.0.0.1:8080 -h /server")

    def answer(self, names):
        items = ", ".join(f'{{"id": {number}, "name": "{name}", "note": "Number {number}"}}' for number, name in enumerate(names))
        self.machine.ask(f"cat >/run/list.json <<'END'\n{{\"items\": [{items}]}}\nEND")

    def requests(self):
        return int(self.machine.ask("cat /run/list.log 2>/dev/null | wc -l"))


def expect(condition, words):
    if not condition:
        raise Failed(words)
