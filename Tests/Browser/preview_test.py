#!/usr/bin/env python3
"""Proves the preview in a real browser.

    preview_test.py URL                  a board that runs already: pictures, drag, wheel, bar, reconnect
    preview_test.py --fixture PROGRAM    starts PreviewFixture and checks every event exactly, and that a restart is survived

Needs Playwright (pip install playwright, in a virtual environment) and Debian's chromium. Whatever is missing is a failure: exit 1.
"""
import argparse
import contextlib
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-dev-shm-usage",
]
# Seconds.
PATIENCE = 15

# A hash of the whole canvas, and how many different colours a grid of points shows.
LOOK = """() => {
  const c = document.getElementById('canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
  const words = new Uint32Array(d.buffer), colors = new Set();
  let hash = 0;
  for (let i = 0; i < words.length; i++) hash = (Math.imul(hash, 31) + words[i]) | 0;
  for (let i = 0; i < words.length; i += 997) colors.add(words[i]);
  return {hash, colors: colors.size, width: c.width, height: c.height};
}"""


class Failed(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failed(what)
    print("ok  ", what, flush=True)


def until(page, condition, what):
    """Polls from outside: Playwright's own wait_for_function evaluates in the page, whose security policy forbids it."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(f"Boolean({condition})"):
        if time.monotonic() > end:
            raise Failed(f"{what}: waited for {condition} in vain; {page.evaluate('JSON.stringify(window.stats)')}")
        page.wait_for_timeout(20)


class Tab:
    """One page, with everything it complained about."""

    def __init__(self, browser, url, **options):
        self.complaints = []
        self.requests = []
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        # Reading the canvas back is what this test does, not the page.
        self.page.on(
            "console",
            lambda m: m.type in ("error", "warning") and "readback" not in m.text and self.complaints.append(m.text))
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.goto(url)
        self.wait("window.stats && stats.connected && stats.frames > 0 && stats.info", "a first picture")

    def wait(self, condition, what):
        until(self.page, condition, f"{what} {self.complaints}")
        print("ok  ", what, flush=True)

    def look(self):
        return self.page.evaluate(LOOK)

    def box(self):
        return self.page.locator("#panel").bounding_box()

    def at(self, u, v):
        """Page position of a fraction of the upright picture."""
        box = self.box()
        return box["x"] + box["width"] * u, box["y"] + box["height"] * v

    def log_has(self, text, what):
        self.wait(f"stats.info.status.split(', ').includes({text!r})", what)

    def wait_for_change(self, before, what):
        self.page.wait_for_timeout(50)
        for _ in range(100):
            if self.look()["hash"] != before["hash"]:
                print("ok  ", what, flush=True)
                return
            self.page.wait_for_timeout(100)
        raise Failed(f"{what}: the picture stayed the same")

    def close(self):
        self.context.close()


def any_board(browser, url):
    """What holds for every board."""
    tab = Tab(browser, url, viewport={"width": 1400, "height": 1000})
    look = tab.look()
    check(look["colors"] > 1, f"the canvas shows a picture: {look['width']} x {look['height']}, {look['colors']} colours")
    host = re.match(r"https?://[^/]+", url).group(0)
    check(all(r.startswith((host, "data:", host.replace("http", "ws"))) for r in tab.requests), "nothing is loaded from elsewhere")

    tab.wait("document.querySelectorAll('#mirror > *').length > 0", "a screen reader finds the panel in words")

    before = tab.look()
    x, y = tab.at(0.5, 0.8)
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(x, tab.at(0.5, 0.3)[1], steps=12)
    tab.wait_for_change(before, "a drag moves the picture")
    tab.page.mouse.up()
    before = tab.look()
    tab.page.mouse.wheel(0, 300)
    tab.wait_for_change(before, "a wheel moves the picture")
    before = tab.look()
    tab.page.locator("#panel").focus()
    tab.page.keyboard.press("Home")
    tab.wait_for_change(before, "Home moves the picture")

    tab.page.select_option("#size", "1280x800")
    tab.wait("stats.size[0] === 1280 && stats.size[1] === 800", "a size can be chosen")
    tab.page.click("[data-turn='90']")
    tab.wait("stats.orientation === 90 && stats.info.orientation === 90", "the panel can be turned")
    box = tab.box()
    check(box["height"] > box["width"], "a turned panel stands upright")
    tab.page.click("[data-turn='0']")
    tab.wait("stats.orientation === 0", "and turned back")
    styles = tab.page.evaluate("stats.info.styles")
    for style in styles[:2]:
        tab.page.select_option("#style", style)
        tab.wait(f"stats.info.style === {style!r}", f"the refresh style can be {style}")
    ratio = tab.page.evaluate("getComputedStyle(document.getElementById('canvas')).width")
    check(float(ratio[:-2]) <= 1280, "the panel fits")
    check(not tab.complaints, f"the page has no complaints {tab.complaints}")
    tab.close()

    phone = browser.new_context(viewport={"width": 390, "height": 760}, device_scale_factor=3, has_touch=True, is_mobile=True)
    page = phone.new_page()
    sockets = []

    def through(page_side):
        page_side.connect_to_server()
        sockets.append(page_side)

    page.route_web_socket(re.compile(r".*/ws.*"), through)
    page.goto(url)
    until(page, "window.stats && stats.frames > 0", "a picture on a phone")
    fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight")
    check(fits, "the page fits a phone")
    frames = page.evaluate("stats.frames")
    sockets[-1].close()
    until(page, f"stats.connections === 2 && stats.connected && stats.frames > {frames}", "a lost connection")
    check(page.evaluate("document.getElementById('notice').textContent") == "", "a lost connection comes back")
    phone.close()


class Fixture:
    def __init__(self, program, port=0):
        self.process = subprocess.Popen([program, str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            raise Failed(f"{program} did not start")
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)


def exact(browser, program, pictures):
    """Every event, with its place, against the fixture."""
    fixture = Fixture(program)
    with contextlib.ExitStack() as stack:
        running = [fixture]
        stack.callback(lambda: running[0].stop())
        any_board(browser, fixture.url)

        tab = Tab(browser, fixture.url, viewport={"width": 1400, "height": 1100}, has_touch=True)
        tab.page.select_option("#size", "800x480")
        tab.wait("stats.size[0] === 800 && stats.size[1] === 480", "800 x 480")
        # The any-board checks pressed Home once, which stopped the pattern; once more starts it.
        tab.page.locator("#panel").focus()
        tab.page.keyboard.press("Home")
        frames, moves = tab.page.evaluate("[stats.frames, stats.moves]")
        tab.wait(f"stats.frames > {frames} + 20 && stats.moves > {moves}", "the pattern scrolls, by moving what is there")
        tab.wait("stats.fps > 0 && stats.rate > 0", "the rate is shown")
        print("    ", tab.page.evaluate("`${stats.fps.toFixed(1)} fps, ${(stats.rate / 1000).toFixed(0)} kB/s`"))
        tab.page.keyboard.press("Home")

        for turn in (0, 90, 180, 270):
            tab.page.click(f"[data-turn='{turn}']")
            tab.wait(f"stats.orientation === {turn} && stats.info.orientation === {turn}", f"turned by {turn}")
            width, height = (800, 480) if turn in (0, 180) else (480, 800)
            box = tab.box()
            check(abs(box["width"] - width) < 1 and abs(box["height"] - height) < 1, "one canvas pixel is one pixel")
            # A drag with the mouse, in whole pixels of the upright picture.
            tab.page.mouse.move(box["x"] + 200.5, box["y"] + 300.5)
            tab.page.mouse.down()
            tab.log_has("down mouse 200 300", "mouse down arrives")
            tab.page.mouse.move(box["x"] + 230.5, box["y"] + 250.5, steps=3)
            tab.log_has("motion mouse 230 250", "mouse motion arrives")
            # The mark is red where the finger is, on the canvas as the person sees it.
            shot = pictures / f"turn-{turn}.png"
            tab.page.wait_for_timeout(200)
            tab.page.screenshot(path=shot)
            red = tab.page.evaluate(RED, [turn, 230, 250, width, height])
            check(red == [255, 0, 0], f"the mark is under the mouse {red}")
            tab.page.mouse.up()
            tab.log_has("up mouse 230 250", "mouse up arrives")
            tab.page.touchscreen.tap(box["x"] + 100.5, box["y"] + 150.5)
            tab.log_has("down finger 100 150", "a finger arrives")
            tab.log_has("up finger 100 150", "and lifts")

        tab.page.click("[data-turn='0']")
        tab.wait("stats.orientation === 0 && stats.info.orientation === 0", "turned back")
        box = tab.box()
        # Two fingers at once, through the browser's own input pipeline.
        devtools = tab.context.new_cdp_session(tab.page)
        fingers = [{"x": box["x"] + 50.5, "y": box["y"] + 200.5, "id": 1}, {"x": box["x"] + 300.5, "y": box["y"] + 200.5, "id": 2}]
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers})
        tab.log_has("down finger 50 200", "the first of two fingers arrives")
        tab.log_has("down finger 300 200", "and the second")
        devtools.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
        tab.log_has("cancel finger 50 200", "the browser's cancel arrives")

        tab.page.mouse.move(box["x"] + 400.5, box["y"] + 300.5)
        tab.page.mouse.wheel(0, 120)
        tab.log_has("wheel + 400 300", "the wheel arrives")
        tab.page.mouse.wheel(0, -120)
        tab.log_has("wheel - 400 300", "both ways")
        tab.page.locator("#panel").focus()
        for key, name in [
            ("ArrowUp", "up"), ("ArrowDown", "down"), ("PageUp", "pageUp"), ("PageDown", "pageDown"), ("End", "end"),
            ("ArrowLeft", "left"), ("ArrowRight", "right"), ("F5", "refresh"), ("Escape", "back"),
        ]:
            tab.page.keyboard.press(key)
            tab.log_has(f"key {name}", f"{key} arrives")
        # As on a panel, Tab moves over it, F1 begins its voice, and another key leads out of it and back.
        for key, name in [("Tab", "key next"), ("Shift+Tab", "key previous"), ("F1", "voice help")]:
            tab.page.keyboard.press(key)
            tab.log_has(name, f"{key} arrives")
        tab.wait("!document.getElementById('heard').hidden && document.getElementById('heard').textContent === 'Fixture. Pfeiltasten bewegen.'",
                 "what would be heard stands below the panel")
        tab.page.keyboard.press("Shift+F1")
        tab.wait("document.getElementById('heard').hidden", "until it is muted")
        tab.page.keyboard.press("F6")
        check(tab.page.evaluate("document.activeElement.closest('#bar') !== null"), "F6 leads to the bar")
        tab.page.keyboard.press("F6")
        check(tab.page.evaluate("document.activeElement.id") == "panel", "and back")
        tab.page.select_option("#style", "train")
        tab.log_has('style("train")', "the style arrives")
        check(tab.page.evaluate("document.getElementById('style').value") == "train", "and the bar shows it")
        before = tab.page.evaluate("stats.info.status")
        tab.page.locator("#style").focus()
        tab.page.keyboard.press("Backspace")
        check(tab.page.evaluate("stats.info.status") == before, "the bar keeps its own keys")

        # What a screen reader reads, by its roles and names, and what it presses.
        mirror = tab.page.locator("#mirror")
        check(mirror.get_attribute("lang") == "de", "what is read is in the panel's language")
        check(mirror.get_by_role("heading", name="Abfahrten", level=1).count() == 1, "a heading is a heading")
        check(mirror.get_by_text("Hamburg; 12:30").count() == 1, "a row is text")
        # What is there stays: the row has other words after each press, and nothing comes, goes or loses the focus.
        tab.page.evaluate("""() => {
          window.comings = 0; window.held = [...document.querySelectorAll('#mirror button')].find(b => b.textContent === 'Lampe');
          window.row = document.querySelector('#mirror > p').textContent;
          new MutationObserver(all => { comings += all.length; }).observe(document.getElementById('mirror'), {childList: true, subtree: true});
          held.focus();
          held.click();
        }""")
        tab.wait("held.ariaChecked === 'true' && document.querySelector('#mirror > p').textContent !== row", "a switch is pressed, and a row has other words")
        check(tab.page.evaluate("comings === 0 && document.activeElement === held"), "all elements stay, and the focus")
        focused = "document.activeElement.textContent"
        # It asks, and the answer that does nothing has the focus.
        mirror.get_by_role("button", name="Karte", exact=True).evaluate("button => { held = button; button.click(); }")
        tab.wait("stats.info.status.includes('press(item: 2, part: nil, version: 7)')", "a button is pressed")
        tab.wait(f"{focused} === 'Nein'", "a question takes the focus of who reads")
        check(mirror.get_by_role("alertdialog", name="Senden?").count() == 1, "it is a dialog")
        tab.page.keyboard.press("Tab")
        check(tab.page.evaluate(focused) == "Ja", "Tab goes from answer to answer")
        tab.page.keyboard.press("Tab")
        check(tab.page.evaluate(focused) == "Nein", "and back")
        tab.page.keyboard.press("Escape")
        tab.wait("stats.info.status.includes('answer(false)')", "Escape is no")
        tab.wait("document.activeElement === held", "and the focus is back where it was")
        for role, name, said in [
            ("button", "Karte", "press(item: 2, part: nil, version: 7)"), ("button", "Ja", "answer(true)"),
            ("radio", "an", "press(item: 3, part: Optional(1), version: 7)"),
            ("button", "b", "press(item: 7, part: Optional(2), version: 7)"),
        ]:
            mirror.get_by_role(role, name=name, exact=True).evaluate("button => button.click()")
            tab.wait(f"stats.info.status.includes({said!r})", f"{name} is pressed")
        check(mirror.get_by_role("radiogroup", name="Licht").get_by_role("radio", checked=True).count() == 1, "a choice has one that is chosen")
        check(mirror.get_by_role("img", name="Ein Hafen").count() == 1, "a picture is its words")
        check(mirror.get_by_role("group", name="Tastatur").get_by_role("button").count() == 2, "a gap between keys is none")
        slider = mirror.get_by_role("slider", name="Dimmer")
        check(slider.get_attribute("aria-valuetext") == "20 Prozent", "a slider says what it is set to")
        slider.focus()
        tab.page.keyboard.press("ArrowRight")
        tab.wait("stats.info.status.includes('slide(item: 5, share: 0.25')", "a slider is moved by keys")
        tab.wait("document.querySelector('#mirror input').ariaValueText === '25 Prozent'", "and says so")
        tab.wait("document.getElementById('said').textContent.includes('Karte; Fertig')", "what has come of it is announced")
        check(tab.page.get_by_role("status").filter(has_text="Noch da?").count() == 1, "what is said at the edge is announced")
        check("Lampe; ein" in tab.page.locator("[role=alert]").inner_text(), "what has changed and matters is an alert")
        check(tab.page.get_by_text("vorher").count() == 0, "what was announced before the page was open is not")
        tab.page.locator("#panel").focus()
        for _ in range(3):
            tab.page.keyboard.press("Tab")
        check(tab.page.evaluate("document.activeElement.closest('#mirror') === null"), "Tab goes past what nobody sees")

        # A finger that is down when the page goes away is cancelled.
        other = Tab(browser, fixture.url, viewport={"width": 1400, "height": 1100})
        x, y = other.at(0.5, 0.5)
        other.page.mouse.move(x, y)
        other.page.mouse.down()
        tab.log_has("down mouse 400 240", "a second viewer's mouse arrives")
        other.close()
        tab.log_has("cancel mouse 400 240", "and is cancelled when it leaves")

        # The ninth viewer is told why nothing comes, and gets in when another leaves.
        tab.page.evaluate("() => { window.crowd = [...Array(7)].map(() => new WebSocket(`ws://${location.host}/ws`)); }")
        tab.wait("crowd.every(socket => socket.readyState === 1)", "a crowd is connected")
        late = browser.new_context().new_page()
        late.goto(fixture.url)
        until(late, "document.getElementById('notice').textContent.includes('Too many viewers')", "the ninth viewer")
        check(late.evaluate("!stats.connected && stats.connections === 0"), "the ninth viewer is told that there are too many")
        tab.page.evaluate("crowd.forEach(socket => socket.close())")
        until(late, "stats.connected && stats.frames > 0", "room for the ninth")
        check(late.evaluate("document.getElementById('notice').textContent") == "", "and gets in when there is room")
        late.context.close()

        # The program goes away and comes back.
        running[0].stop()
        tab.wait("!stats.connected && document.getElementById('notice').textContent.includes('Trying again')", "the page says so when the panel is gone")
        tab.page.screenshot(path=pictures / "gone.png")
        frames = tab.page.evaluate("stats.frames")
        running[0] = Fixture(program, fixture.port)
        tab.wait(f"stats.connected && stats.connections === 2 && stats.frames > {frames}", "and comes back with it")
        tab.page.select_option("#size", "1080x1920")
        tab.wait("stats.size[0] === 1080 && stats.size[1] === 1920", "a large panel")
        tab.page.screenshot(path=pictures / "large.png")
        expected = [c for c in tab.complaints if "WebSocket connection" not in c]
        check(not expected, f"the page has no complaints but the lost connection {expected}")
        tab.close()


# The colour of a pixel of the upright picture, looked up where the turned canvas has it.
RED = """([turn, x, y, w, h]) => {
  const [px, py] = turn === 0 ? [x, y] : turn === 90 ? [h - 1 - y, x] : turn === 180 ? [w - 1 - x, h - 1 - y] : [y, w - 1 - x];
  return [...document.getElementById('canvas').getContext('2d').getImageData(px, py, 1, 1).data].slice(0, 3);
}"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("url", nargs="?", help="of a preview that runs")
    which.add_argument("--fixture", help="the program PreviewFixture")
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for screenshots")
    arguments = parser.parse_args()
    pictures = arguments.pictures or pathlib.Path(tempfile.mkdtemp(prefix="preview-"))
    pictures.mkdir(parents=True, exist_ok=True)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
            if arguments.fixture:
                exact(browser, arguments.fixture, pictures)
            else:
                any_board(browser, arguments.url)
            browser.close()
    except Exception as error:
        print(f"FAIL {error}", file=sys.stderr, flush=True)
        return 1
    print("all passed; pictures in", pictures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
