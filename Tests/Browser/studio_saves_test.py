#!/usr/bin/env python3
"""The studio beside an editor: what a save has changed, marked on the panels; the rest of the controls by mouse, touch and keys; many at once.

    studio_saves_test.py PROGRAM [--pictures FOLDER]

Needs what studio_test.py needs. Whatever is missing is a failure: exit 1.
"""
import argparse
import json
import pathlib
import re
import statistics
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from preview_test import CHROMIUM, FLAGS, PATIENCE, Failed, check
from studio_test import BOARD, CONTROLS, THINGS, Page, Studio, check_quietly

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "CommandLine"))
from stub_server import Reply, StubServer

MARKED = "[...document.querySelectorAll('.saves i')].map(i => i.className)"
LIST = "[...document.querySelectorAll('.saved li')].map(li => li.textContent)"
# Seconds that marks are seen; as saves.js has them.
SHOWN = 8
# Names, as every_control of studio_test.py takes them.
NAMES = "() => { window.nameOf = e => e.getAttribute('aria-label') || e.textContent.trim(); }"


def fresh(program, folder, name):
    """A studio on a board of its own."""
    (folder / name).mkdir()
    return Studio(program, folder / name)


def saved(page, counts, what):
    """Until the page says of the last save what has become of cards."""
    page.until(f"document.getElementById('saved').textContent === 'Cards after the last save: {counts}.'", what)


def saves(browser, program, folder, pictures):
    """Boxes around what has changed, and the same in words."""
    studio = fresh(program, folder, "saves")
    page = Page(browser, studio)
    page.until(page.reads("Thing 3"), "a board with items")
    text = BOARD.format(title="First")

    def write(changed, what):
        page.page.wait_for_timeout(300)
        studio.file.write_text(changed)

    # A card that is put in: it is new, and what lies below has moved.
    more = text.replace("  - section", "  - text: {text: \"Here is more.\"}\n  - section")
    write(more, "a card more")
    page.until(f"{MARKED}.filter(c => c === 'new').length === 1 && {MARKED}.includes('moved')", "a new card is marked, and what it has moved")
    check(page.page.locator(".saves .new b").inner_text() == "New", "its box says what it is")
    check(page.page.evaluate(f"{LIST}[0]") == "New: Here is more.", "who does not see it reads it")
    page.until("document.getElementById('saved').textContent.startsWith('Cards after the last save: 1 new, ')", "and how many there are")
    page.page.wait_for_timeout(400)
    page.shot(pictures, "saves-new")
    page.axe("marks of a save")
    # The box is where the card is.
    box = page.page.locator(".saves .new").bounding_box()
    page.role("tab", "Inspect").click()
    page.role("button", "Point at a card").click()
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.until("document.getElementById('inspected').textContent.includes('Here is more.')", "it lies where the card lies")
    outline = page.page.locator(".outline").bounding_box()
    check(all(abs(outline[side] - box[side]) < 1.5 for side in outline), f"and is as large {outline} {box}")
    check(page.page.locator(".saves").count() == 0, "what is touched loses its marks")
    page.page.keyboard.press("Escape")
    page.role("tab", "Problems").click()
    again = page.role("button", "Mark them again")
    for how in ("mouse", "keys"):
        if how == "mouse":
            again.click()
        else:
            again.press("Enter")
        page.until(f"{MARKED}.includes('new')", f"marked again, by {how}")
    began = time.monotonic()
    page.until("!document.querySelector('.saves')", "and gone after a while")
    check(SHOWN - 2 < time.monotonic() - began < SHOWN + 3, f"after {time.monotonic() - began:.1f} s")

    write(more.replace("First", "Second").replace("Here is more.", "Here is less."), "two are other ones")
    saved(page, "2 changed", "two cards have changed")
    page.until(f"{MARKED}.length === 2 && {MARKED}.every(c => c === 'changed')", "both are marked")
    check(page.page.evaluate(LIST) == ["Changed: Second", "Changed: Here is less."], "with what they say now")
    page.page.wait_for_timeout(300)
    page.shot(pictures, "saves-changed")
    write(text.replace("First", "Second"), "one less")
    page.until(f"{LIST}.includes('Taken away: Here is less.')", "what is taken away is told")
    write(text.replace("First", "Second") + "# A remark.\n", "a remark")
    saved(page, "no card is another", "a remark changes nothing on a panel")
    check(page.page.evaluate(MARKED) == [], "and marks nothing")
    write(text.replace("First", "Second").replace("{{name}}", "{{count}}").replace("{name}", "No. {name}"), "all items")
    page.until("document.getElementById('saved').textContent.includes('40 changed')", "every item of a list")
    check(page.page.evaluate(f"{LIST}.some(t => t.endsWith('(not on the panel now)'))"), "also those that are not on the panel")
    # What conditions and data change is no save's work.
    page.page.wait_for_timeout(3500)
    before = page.page.evaluate("document.getElementById('saved').textContent")
    page.page.evaluate("studio.talk.say({do: 'size', size: 1.5})")
    page.page.wait_for_timeout(800)
    page.page.evaluate("studio.talk.say({do: 'size', size: 1})")
    page.page.wait_for_timeout(800)
    (studio.folder / "things.json").write_text(THINGS.replace("Thing 1", "Others 1"))
    page.until(page.reads("Others 1"), "data that is another")
    check(page.page.evaluate("document.getElementById('saved').textContent") == before, "is told of no save")
    # A page that comes later is told, and not shown boxes of long ago.
    page.page.wait_for_timeout(max(SHOWN * 1000 - 5000, 0))
    other = Page(browser, studio)
    other.until("document.getElementById('saved').textContent.includes('40 changed')", "another page is told")
    check(other.page.evaluate(MARKED) == [], "without boxes of long ago")
    other.close()
    # Each of several panels has its own.
    page.role("button", "Add panel").click()
    page.until("studio.panels.length === 2 && studio.panels[1].frames > 0", "a second panel")
    page.page.wait_for_timeout(500)
    write(text.replace("First", "Third"), "a title")
    page.until("[1, 2].every(n => document.querySelector(`[data-panel='${n}'] .saves .changed`))", "marks on both panels")
    page.until("/panel 1: .*; panel 2: /.test(document.getElementById('saved').textContent)", "and words of both")
    page.axe("marks on two panels")
    page.close()
    studio.stop()


def on_show_and_in_the_file(browser, program, folder, pictures):
    """The inspector, while the file has mistakes: the lines of the board on show, and what the file has in their place."""
    studio = fresh(program, folder, "shown")
    page = Page(browser, studio)
    page.until(page.reads("Thing 3"), "a board with items")
    text = BOARD.format(title="First")
    said = "document.getElementById('inspected').textContent"
    broken = text.replace("  - section", "  - text: {text: Above}\n  - section").replace("{count}", "{count | nothing}")
    studio.file.write_text(broken)
    page.until("document.getElementById('state').className === 'bad'", "a mistake")
    page.role("tab", "Inspect").click()
    page.role("button", "Point at a card").click()
    box = page.page.locator("[data-panel='1']").bounding_box()
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
    page.until(f"{said}.includes('On show, from line 5') && {said}.includes('In the file now')", "the lines on show, and those in the file")
    lines = page.page.get_by_role("list", name="Lines of this card that are others in the file")
    kinds = lines.locator("li").evaluate_all("all => all.map(li => li.className)")
    check(kinds == ["gone", "new"] and "nothing" in lines.inner_text(), f"what has become of them {kinds}")
    place = lambda: page.page.locator("#inspected a").get_attribute("href").rsplit(":", 2)[1]
    check(place() == "6", f"and the link leads to where they are now {place()}")
    check("{count}" in page.page.locator("#inspected pre").inner_text(), "what is on show stands above")
    page.page.wait_for_timeout(300)
    page.shot(pictures, "saves-inspector")
    page.axe("inspector with mistakes")
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    page.until(f"{said}.includes('These lines are as they are on show.')", "what is the same is said to be")
    studio.file.write_text(text)
    page.until("document.getElementById('state').className === 'good'", "mended")
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
    page.until(f"{said}.includes('In the file, line 5') && !{said}.includes('In the file now')", "and nothing to compare")
    page.close()
    studio.stop()


def press(page, element, how):
    """Presses something as somebody with a mouse, a finger or keys alone does."""
    if how == "touch":
        element.tap()
    elif how == "keys":
        element.focus()
        page.page.keyboard.press("Enter")
    else:
        element.click()


def by_each_hand(browser, program, folder, how):
    """What every_control of studio_test.py leaves out, because it takes the page away: full screen, dialogs, panels that go, the gallery."""
    studio = fresh(program, folder, f"hand-{how}")
    page = Page(browser, studio, has_touch=how == "touch")
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, page.role("button", "Full screen"), how)
    page.until("document.fullscreenElement", f"full screen by {how}")
    page.page.keyboard.press("Escape") if how == "keys" else page.page.evaluate("document.exitFullscreen()")
    page.page.evaluate("document.fullscreenElement && document.exitFullscreen()")
    page.until("!document.fullscreenElement", "and back")
    for answer, is_taken in (("Cancel", False), ("Use it", True)):
        page.page.get_by_label("Size to add").select_option("Own size…")
        press(page, page.role("button", "Add panel"), how)
        page.until("document.querySelector('dialog[open]')", "its size is asked for")
        press(page, page.role("button", answer), how)
        page.until(f"!document.querySelector('dialog[open]') && studio.panels.length === {2 if is_taken else 1}", f"“{answer}” by {how}")
    press(page, page.role("button", "Remove panel 2"), how)
    page.until("studio.panels.length === 1", f"a panel goes by {how}")
    studio.write("Second")
    page.until(f"{MARKED}.length > 0", "a save is marked")
    press(page, page.role("button", "Mark them again"), how)
    page.until(f"{MARKED}.length > 0", f"and again by {how}")
    press(page, page.role("button", "Gallery"), how)
    page.until("document.querySelectorAll('.item').length > 40", f"the gallery by {how}")
    page.page.evaluate("navigator.clipboard.writeText('')")
    press(page, page.role("button", "Copy gauge"), how)
    end = time.monotonic() + PATIENCE
    while "gauge:" not in page.page.evaluate("navigator.clipboard.readText()"):
        check_quietly(time.monotonic() < end, f"what to write is copied by {how}")
        page.page.wait_for_timeout(20)
    press(page, page.role("button", "Gallery"), how)
    page.until("!document.getElementById('stage').hidden", "and back to the panels")
    page.close()
    studio.stop()


def by_tab_alone(browser, program, folder):
    """Whoever has keys alone comes to every control: with Tab, and with arrows from tab to tab."""
    studio = fresh(program, folder, "tab")
    page = Page(browser, studio)
    page.page.evaluate(NAMES)
    names = lambda: {name for name, *_ in page.page.evaluate(CONTROLS)}
    reached = set()
    page.page.locator("#tab-problems").focus()
    for tab in ("Problems", "Inspect", "Conditions", "Motion", "Sources"):
        shown = names() - {"Problems", "Inspect", "Conditions", "Motion", "Sources"}
        shown = {name for name in shown if not name.startswith("Problems")}
        here = set()
        for _ in range(120):
            page.page.keyboard.press("Tab")
            here.add(page.page.evaluate("document.activeElement === document.body ? '' : nameOf(document.activeElement)"))
            if shown <= here:
                break
        check_quietly(shown <= here, f"Tab comes to everything beside “{tab}”: not to {sorted(shown - here)}")
        reached |= shown
        page.page.locator(f"#tab-{tab.lower()}").focus()
        page.page.keyboard.press("ArrowRight")
    check(len(reached) > 30, f"{len(reached)} controls are reached by Tab")
    page.close()
    studio.stop()


def ten_at_once(browser, program, folder):
    """Ten studios, each with a page and a board of its own: each shows its own edits."""
    studios = [fresh(program, folder, f"ten-{number}") for number in range(10)]
    pages = [Page(browser, studio) for studio in studios]
    took = []
    for turn in range(3):
        began = time.monotonic()
        for number, studio in enumerate(studios):
            studio.write(f"Studio {number} turn {turn}")
        waiting = dict(enumerate(pages))
        while waiting:
            for number, page in list(waiting.items()):
                if page.page.evaluate(page.reads(f"Studio {number} turn {turn}")):
                    took.append(time.monotonic() - began)
                    del waiting[number]
            check_quietly(time.monotonic() - began < PATIENCE, f"turn {turn} is not seen in studios {sorted(waiting)}")
    print(f"     ten edits at once are seen after {min(took) * 1000:.0f} to {max(took) * 1000:.0f} ms, {statistics.median(took) * 1000:.0f} at the median")
    check(len(took) == 30, "ten studios at once, each with its own board")
    for page in pages:
        page.close()
    for studio in studios:
        studio.stop()


def data_fifty_times_a_second(browser, program, folder):
    """A board whose data changes fifty times a second, while its file is edited."""
    server, last = StubServer(), 400

    def send(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "application/x-ndjson")
        handler.end_headers()
        for number in range(last + 1):
            handler.wfile.write(json.dumps({"count": number}).encode() + b"\n")
            handler.wfile.flush()
            time.sleep(0.02)
        # It stays open: a stream that ends is one that has failed.
        time.sleep(60)

    server.on("/ticks", Reply(send=send))
    place = folder / "pushed"
    place.mkdir()
    board = 'board: Pushed\ncards:\n  - header: {title: "TITLE"}\n  - row: {each: ticks, title: "Tick {count}"}\nsources:\n  ticks: {url: "URL", stream: lines}\n'
    board = board.replace("URL", server.url("/ticks"))
    (place / "board.yaml").write_text(board.replace("TITLE", "First"))
    studio = Studio(program, place)
    page = Page(browser, studio)
    page.until(page.reads("Tick 5"), "data comes")
    before, began = page.page.evaluate("studio.panels[0].frames"), time.monotonic()
    seen = set()
    for turn in range(3):
        (place / "board.yaml").write_text(board.replace("TITLE", f"Edit {turn}"))
        start = time.monotonic()
        while not page.page.evaluate(page.reads(f"Edit {turn}")):
            check_quietly(time.monotonic() - start < 2, f"edit {turn} is seen within two seconds though data comes fifty times a second")
            page.page.wait_for_timeout(10)
        end = time.monotonic() + 1
        while time.monotonic() < end:
            seen.update(re.findall(r"Tick (\d+)", page.page.evaluate("document.querySelector('.mirror').textContent")))
            page.page.wait_for_timeout(20)
    frames = (page.page.evaluate("studio.panels[0].frames") - before) / (time.monotonic() - began)
    print(f"     data fifty times a second: {frames:.0f} frames of the panel a second, {len(seen)} of the values seen")
    check(frames > 10 and len(seen) > 20, "the panel follows")
    page.until(page.reads(f"Tick {last}"), "and comes to the last of it")
    page.close()
    studio.stop()
    server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="vitrine")
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for screenshots")
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="studio-"))
    pictures = arguments.pictures or folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
            saves(browser, arguments.program, folder, pictures)
            on_show_and_in_the_file(browser, arguments.program, folder, pictures)
            for how in ("mouse", "touch", "keys"):
                by_each_hand(browser, arguments.program, folder, how)
            by_tab_alone(browser, arguments.program, folder)
            ten_at_once(browser, arguments.program, folder)
            data_fifty_times_a_second(browser, arguments.program, folder)
            browser.close()
    except Exception as error:
        print(f"FAIL {error}", file=sys.stderr, flush=True)
        return 1
    print("all passed; pictures in", pictures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
