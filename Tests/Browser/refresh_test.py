#!/usr/bin/env python3
"""Proves refreshing, live editing and trouble in a real browser, on a board of its own.

    refresh_test.py PROGRAM              the program `vitrine`

Every settled picture is compared, pixel by pixel, with what `vitrine snapshot` makes of the same board and data.
Needs Playwright and Debian's chromium, as preview_test.py does. Whatever is missing is a failure: exit 1.
"""
import argparse
import base64
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from preview_test import CHROMIUM, FLAGS, PATIENCE, Failed, Tab, check

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "CommandLine"))
from pictures import Picture, plain
from stub_server import Reply, StubServer

SIZE = (800, 480)
OTHER_SIZE = (1280, 800)
# Seconds without a change after which nothing more will: the scroll indicator stays for 1.2 and then fades.
STILLNESS = 1.6
# Colours that nothing else on the board has.
GOOD, BAD = (0x00, 0xB0, 0x50), (0xE0, 0x00, 0xE0)
BOARD = """board: Harbour
theme: {mode: light, scale: 1, good: "#00b050", bad: "#e000e0"}
refresh: {style: compass}
sources:
  ferries: {url: "SERVER/ferries.json", items: departures, key: id, every: 1h}
  news: {url: "SERVER/news.json", key: id, every: 1h}
cards:
  - header: {title: "{$board}", subtitle: Departures}
  - section: {title: Ferries}
  - row: {each: ferries, title: "{to}", subtitle: "Pier {pier}", trail: "{note}"}
  - section: {title: News}
  - row: {each: news, image: "{image}", title: "{title}", subtitle: "{summary}"}
"""

# Notes which of these colours are in any picture that is drawn from now on.
WATCH = """colors => {
  const canvas = CanvasRenderingContext2D.prototype;
  window.testDraw = window.testDraw || canvas.putImageData;
  window.testSeen = [];
  canvas.putImageData = function (image, ...place) {
    const words = new Uint32Array(image.data.buffer);
    for (const [name, word] of Object.entries(colors)) {
      if (!testSeen.includes(name) && words.includes(word)) testSeen.push(name);
    }
    return testDraw.call(this, image, ...place);
  };
}"""


def word(color):
    """A colour as the canvas's 32-bit words hold it."""
    return color[0] | color[1] << 8 | color[2] << 16 | 255 << 24


def written(size):
    return f"{size[0]}x{size[1]}"


class Board:
    """The board file, its data, and the running program."""

    def __init__(self, program, pictures):
        self.program = program
        self.pictures = pictures
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="vitrine-refresh-"))
        self.file = self.directory / "board.yaml"
        self.log = self.directory / "log"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.directory), "LANG": "C.UTF-8"}
        self.server = StubServer()
        self.serve("as planned", "Regatta on Sunday")
        self.write(BOARD)
        self.process = None

    def serve(self, note, headline):
        departures = [{"id": n, "to": f"Island {n}", "pier": n % 3 + 1, "note": note} for n in range(6)]
        news = [{"id": n, "title": f"{headline} {n}", "summary": "All boats welcome", "image": self.server.url("/boat.png")}
                for n in range(3)]
        self.server.on("/ferries.json", Reply(json.dumps({"departures": departures})))
        self.server.on("/news.json", Reply(json.dumps(news)))
        self.server.on("/boat.png", Reply(plain(32, 32, (30, 90, 160)), content_type="image/png"))

    def write(self, text):
        """Replaces the file as editors do: beside it, then by rename."""
        part = self.directory / "board.yaml.new"
        part.write_text(text.replace("SERVER", self.server.url()))
        part.rename(self.file)

    def requests(self):
        return {path: self.server.count(path) for path in ("/ferries.json", "/news.json", "/boat.png")}

    def snapshot(self, name, size=SIZE):
        """What the panel should show now; asks the server for everything once more."""
        path = self.pictures / f"{name}.png"
        subprocess.run(
            [self.program, "snapshot", str(self.file), "--size", written(size), "-o", str(path)], check=True,
            env=self.environment, stdout=subprocess.DEVNULL, timeout=60)
        return Picture.read(path)

    def start(self, port=0):
        log = open(self.log, "ab")
        self.process = subprocess.Popen(
            [self.program, "run", str(self.file), "--port", str(port), "--size", written(SIZE), "--cache",
             str(self.directory / "cache")], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)
        self.wait_for_line("first frame")
        self.url = re.findall(r" at (http\S+)", self.log.read_text())[-1]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def lines(self):
        return self.log.read_text().splitlines()

    def wait_for_line(self, text, count=1):
        end = time.monotonic() + PATIENCE
        while sum(text in line for line in self.lines()) < count:
            if self.process.poll() is not None or time.monotonic() > end:
                raise Failed(f'"{text}" was not said: {self.lines()}')
            time.sleep(0.05)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            code = self.process.wait(timeout=10)
            check(code == 0, f"the program ends with 0 when it is told to ({code})")


class Viewer(Tab):
    """A page, and what its canvas shows."""

    def picture(self):
        data = self.page.evaluate("document.getElementById('canvas').toDataURL('image/png')")
        return Picture(base64.b64decode(data.split(",")[1]))

    def hash(self):
        return self.look()["hash"]

    def settled(self):
        """The hash of a picture that has come to rest."""
        end = time.monotonic() + PATIENCE
        last, since = self.hash(), time.monotonic()
        while time.monotonic() - since < STILLNESS:
            if time.monotonic() > end:
                raise Failed("the picture does not come to rest")
            self.page.wait_for_timeout(50)
            now = self.hash()
            if now != last:
                last, since = now, time.monotonic()
        return last

    def shows(self, expected, what, pictures):
        """Waits for exactly this picture."""
        end = time.monotonic() + PATIENCE
        while True:
            self.settled()
            box = self.picture().difference(expected)
            if box is None:
                print("ok  ", what, flush=True)
                return
            if time.monotonic() > end:
                self.page.screenshot(path=pictures / "failed.png")
                raise Failed(f"{what}: the picture differs in {box}; see failed.png")

    def is_again(self, wanted, what, pictures):
        """Waits until the picture is one that was seen before."""
        end = time.monotonic() + PATIENCE
        while self.hash() != wanted:
            if time.monotonic() > end:
                self.page.screenshot(path=pictures / "failed.png")
                raise Failed(f"{what}: it is another picture; see failed.png")
            self.page.wait_for_timeout(50)
        self.page.wait_for_timeout(300)
        check(self.hash() == wanted, what)

    def watch(self, **colors):
        self.page.evaluate(WATCH, {name: word(color) for name, color in colors.items()})

    def seen(self):
        return self.page.evaluate("testSeen")

    def pull(self):
        """Pulls with the mouse, and lets go when the panel has followed it."""
        before = self.look()
        x, y = self.at(0.5, 0.3)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, y + 190, steps=12)
        self.wait_for_change(before, "the page follows the pull")
        self.page.wait_for_timeout(300)
        self.page.mouse.up()

    def pulls_until(self, outcome, serve=lambda attempt: None):
        """Pulls until the outcome's mark is seen: on a busy machine a page may sleep through the second for which it stands.

        Returns how many pulls it took, three at most; `serve` is called before each.
        """
        self.watch(good=GOOD, bad=BAD)
        for attempt in range(1, 4):
            serve(attempt)
            self.pull()
            with contextlib.suppress(Failed):
                self.wait(f"testSeen.includes('{outcome}')", f"a pull ends as {outcome}")
                break
        else:
            raise Failed(f"no pull ended as {outcome}")
        self.settled()
        check(self.seen() == [outcome], f"and never otherwise {self.seen()}")
        return attempt


def story(browser, board, pictures):
    board.start()
    options = {"viewport": {"width": 1000, "height": 700}}
    one = Viewer(browser, board.url, **options)
    expected = board.snapshot("first")
    one.shows(expected, "the first picture is the snapshot's", pictures)
    two = Viewer(browser, board.url, **options)
    phone = Viewer(browser, board.url, viewport={"width": 390, "height": 760}, device_scale_factor=2)
    viewers = [one, two, phone]
    first = one.settled()
    for viewer in viewers[1:]:
        viewer.is_again(first, "a further viewer sees the same", pictures)

    # A pull brings what is new.
    before = board.requests()
    pulls = one.pulls_until("good", lambda attempt: board.serve(f"{11 + attempt} minutes late", "Storm warning"))
    asked = board.requests()
    check(all(asked[path] == before[path] + pulls for path in ("/ferries.json", "/news.json")), f"each source was asked once {asked}")
    second = board.snapshot("pulled")
    check(expected.difference(second) is not None, "the new data looks different")
    for viewer in viewers:
        viewer.shows(second, "the new data is seen", pictures)
    one.page.screenshot(path=pictures / "viewer.png")
    phone.page.screenshot(path=pictures / "phone.png")

    # A viewer that comes again.
    two.page.reload()
    two.wait("window.stats && stats.connected && stats.frames > 0", "a reload connects")
    two.shows(second, "a reloaded viewer sees the same", pictures)

    # An edit shows at once, and asks for nothing that is known.
    before = board.requests()
    edited = BOARD.replace("subtitle: Departures", "subtitle: Sailings today").replace("title: News", "title: From the harbour master")
    rest = one.settled()
    board.write(edited)
    board.wait_for_line("read again")
    one.wait_for_change({"hash": rest}, "an edit changes the picture")
    one.settled()
    check(board.requests() == before, "and asks for nothing")
    third = board.snapshot("edited")
    check(second.difference(third) is not None, "the edit looks different")
    for viewer in viewers:
        viewer.shows(third, "the edit is seen", pictures)

    # Another size, and back: still the edited board.
    for size in (OTHER_SIZE, SIZE):
        one.page.select_option("#size", written(size))
        one.wait(f"stats.size[0] === {size[0]} && stats.size[1] === {size[1]}", f"the panel has {written(size)} pixels")
        one.shows(board.snapshot(f"edited-{written(size)}", size), "it shows the edited board", pictures)

    # A source that is new is fetched, and it alone.
    before, reloads = board.requests(), sum("read again" in line for line in board.lines())
    board.server.on("/pool.json", Reply('{"celsius": 19.5}'))
    warmer = edited.replace("cards:", '  pool: {url: "SERVER/pool.json", every: 1h}\ncards:').replace(
        "  - section: {title: Ferries}", '  - row: {title: Harbour pool, trail: "{$pool.celsius}°"}\n  - section: {title: Ferries}')
    board.write(warmer)
    board.wait_for_line("read again", count=reloads + 1)
    deadline = time.monotonic() + PATIENCE
    while board.server.count("/pool.json") < 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    one.settled()
    check(board.server.count("/pool.json") == 1 and board.requests() == before, "the new source is asked, the others are not")
    fourth = board.snapshot("added")
    one.shows(fourth, "and what it says is seen", pictures)

    # A bad edit keeps the board and says so at the edge; a repair leaves no trace.
    # Somewhere in the page, while the server has other data: neither the place nor the data may change.
    board.serve("never asked for", "Never asked for")
    one.page.mouse.move(*one.at(0.5, 0.5))
    one.page.mouse.wheel(0, 250)
    one.wait_for_change({"hash": one.hash()}, "the wheel scrolls")
    before, rest, scrolled = board.requests(), one.settled(), one.picture()
    check(scrolled.difference(fourth) is not None, "the page is scrolled")
    for number, (broken, words) in enumerate([
        (warmer.replace("- row: {each: ferries", "- rwo: {each: ferries"), "unknown card"),
        (warmer.replace("cards:", "cards: ["), "error"), (warmer.replace("{to}", "{to +}"), "missing before"), (None, "does not exist"),
    ]):
        if broken is None:
            board.file.rename(board.directory / "gone.yaml")
        else:
            board.write(broken)
        board.wait_for_line(words)
        one.wait_for_change({"hash": rest}, f"a bad edit is seen ({words})")
        one.settled()
        strip = one.picture()
        one.page.screenshot(path=pictures / f"broken-{number}.png")
        box = strip.difference(scrolled)
        check(box[0] == 0 and box[3] == SIZE[1] and box[1] > SIZE[1] * 0.85 and box[2] < SIZE[0] * 0.1, f"as a mark in the corner only {box}")
        check(strip.pixel(2, SIZE[1] - 2) == BAD, f"in the colour of trouble {strip.pixel(2, SIZE[1] - 2)}")
        board.write(warmer)
        for viewer in viewers:
            viewer.is_again(rest, "a repair gives the picture from before", pictures)
    board.wait_for_line("in order again", count=4)
    check(board.requests() == before, "all that asks for nothing")
    # Broken, and repaired with a difference.
    one.page.locator("#panel").focus()
    one.page.keyboard.press("Home")
    one.shows(fourth, "back at the top", pictures)
    rest = one.settled()
    board.write(warmer.replace("- row:", "- rwo:"))
    one.wait_for_change({"hash": rest}, "another bad edit is seen")
    board.write(edited)
    one.shows(third, "a repair that is an edit as well is seen", pictures)
    check(board.requests() == before, "and asks for nothing")

    # Without the server.
    rest = one.settled()
    board.server.stop()
    one.pulls_until("bad")
    one.is_again(rest, "and what was there stays", pictures)
    board.wait_for_line("refused the connection")

    # The program comes back without the server: from disk.
    board.stop()
    for viewer in viewers:
        viewer.wait("!stats.connected", "the viewer notices that the panel is gone")
    board.log.write_text("")
    board.start(board.port)
    for viewer in viewers:
        viewer.wait("stats.connected", "the viewer comes back with the panel")
        viewer.is_again(rest, "which shows the last good data from disk", pictures)

    # The server comes back.
    board.server = StubServer(board.server.port)
    one.pulls_until("good", lambda attempt: board.serve(f"on time again, {attempt}", "Calm sea"))
    last = board.snapshot("recovered")
    check(third.difference(last) is not None, "the newest data looks different")
    for viewer in viewers:
        viewer.shows(last, "and the newest data is seen", pictures)

    for viewer in viewers:
        expected = [c for c in viewer.complaints if "WebSocket connection" not in c]
        check(not expected, f"no page has complaints but the lost connection {expected}")
        viewer.close()
    board.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program vitrine")
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for screenshots")
    arguments = parser.parse_args()
    pictures = arguments.pictures or pathlib.Path(tempfile.mkdtemp(prefix="refresh-"))
    pictures.mkdir(parents=True, exist_ok=True)
    board = Board(os.path.abspath(arguments.program), pictures)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
            story(browser, board, pictures)
            browser.close()
    except Exception as error:
        print(f"FAIL {error}\n" + "\n".join(board.lines() if board.log.exists() else []), file=sys.stderr, flush=True)
        return 1
    finally:
        with contextlib.suppress(Exception):
            board.process.kill()
    print("all passed; pictures in", pictures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
