#!/usr/bin/env python3
"""The studio's picture in the README: two panels of the demo board, and what the card is made from that is pointed at.

    studio_picture.py PROGRAM PNG
"""
import pathlib
import sys
import tempfile

from playwright.sync_api import sync_playwright

from preview_test import CHROMIUM, FLAGS
from studio_test import Page, Studio

program, output = sys.argv[1:]
folder = pathlib.Path(tempfile.mkdtemp(prefix="studio-"))
(folder / "board.yaml").write_bytes((pathlib.Path(__file__).parents[2] / "Boards/demo.yaml").read_bytes())
studio = Studio(program, folder)
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
    page = Page(browser, studio, color_scheme="dark")
    page.page.get_by_label("Size to add").select_option("10.1″ · 1280 × 800")
    page.role("button", "Add panel").click()
    page.until("studio.panels.length === 2 && studio.panels[1].size[0] === 1280 && studio.panels[1].frames > 2", "two panels")
    page.page.get_by_label("Colours of panel 2").select_option("Dark")
    page.page.wait_for_timeout(3000)
    page.role("tab", "Inspect").click()
    page.role("button", "Point at a card").click()
    box = page.page.locator("[data-panel='2']").bounding_box()
    page.page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.75)
    page.until("document.getElementById('inspected').textContent.includes('In the file')", "a card that is pointed at")
    page.page.wait_for_timeout(500)
    page.page.screenshot(path=output)
    browser.close()
studio.stop()
