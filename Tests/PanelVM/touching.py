"""Fingers on the panel, and a server behind it."""
from case import collect
from panel_vm import Failed
from stage import BOARD, SLOP, expect, same

CASES = []
case = collect(CASES)


@case("a drag moves the page by as much as the finger, and back", "showing", ported=True)
def drag(stage):
    top = stage.snapshot()
    stage.expect_glass(top, "at rest")
    stage.finger("drag 400 420 400 120 300 400")
    stage.expect_glass(stage.snapshot(f"--scroll {300 - SLOP}"), "dragged up by 300")
    stage.finger("drag 400 100 400 300 300 400")
    stage.expect_glass(stage.snapshot(f"--scroll {300 - SLOP - (200 - SLOP)}"), "and down by 200")


@case("a fling goes on by itself and comes to rest on a whole pixel", "counted")
def fling(stage):
    stage.finger("drag 400 400 400 250 80 0")
    shown = stage.rest()
    scroll = offset(stage, shown)
    expect(scroll > 300, f"the page came to rest at {scroll}: it was flung by 150 in 80 ms")
    stage.expect_glass(stage.snapshot(f"--scroll {scroll}"), f"at rest at {scroll}")
    return f"at rest at {scroll}"


def offset(stage, shown):
    """How far the page is scrolled: where what is shown lies in the page, put together from pictures of it on this panel.

    A higher panel would show another page: how cards lie in columns follows from the panel.
    """
    header, step = 80, 300
    page, scroll, isWhole = list(stage.snapshot().rows[header:]), 0, False
    while not isWhole:
        rows = list(stage.snapshot(f"--scroll {scroll + step}").rows[header:])
        # At its end the page goes no further than it can.
        moved = next((n for n in range(step, -1, -1) if rows[:len(page) - scroll - n] == page[scroll + n:]), 0)
        page += rows[len(page) - scroll - moved:]
        scroll += moved
        isWhole = moved < step
    wanted = list(shown.rows[header:])
    for start in range(len(page) - len(wanted) + 1):
        if page[start:start + len(wanted)] == wanted:
            return start
    stage.keep(shown, "shown")
    raise Failed("what is shown is nowhere on the page")


@case("a pull fetches news over HTTP and shows them", "showing", ported=True)
def pull(stage):
    stage.serve([f"Old {number}" for number in range(12)])
    stage.show("list")
    stage.await_touch()
    old = stage.snapshot()
    stage.expect_glass(old, "before the pull")
    stage.answer([f"New {number}" for number in range(12)])
    asked = stage.requests()
    stage.finger("down 0 400 120")
    for y in range(130, 331, 20):
        stage.finger(f"move 0 400 {y}")
    pulled = stage.glass()
    expect(not same(pulled, old) and pulled.rows[-100:] != old.rows[-100:], "the page does not follow the finger down")
    expect(stage.requests() == asked, "news were fetched before the finger was lifted")
    stage.finger("up 0")
    stage.machine.wait(f"test $(cat /run/list.log | wc -l) -gt {asked}", "the server is asked")
    expect(stage.requests() == asked + 1, f"one pull asked {stage.requests() - asked} times")
    stage.expect_glass(stage.snapshot(), "after the pull")
    expect(not same(stage.glass(), old), "the news are not shown")


@case("a tap opens a page, and its arrow leads back", "showing", ported=True)
def page(stage):
    stage.show("asleep")
    stage.await_touch()
    list_of_gates = stage.snapshot()
    stage.expect_glass(list_of_gates, "before the tap")
    stage.tap(400, 210)
    opened = stage.snapshot("--tap Bergen")
    expect(not same(opened, list_of_gates), "the tap opens nothing even in a picture")
    stage.expect_glass(opened, "the page of the row")
    stage.tap(40, 40)
    stage.expect_glass(list_of_gates, "back again")


@case("a pull without a server keeps what is shown", "showing")
def pull_in_vain(stage):
    stage.serve([f"Old {number}" for number in range(12)])
    stage.show("list")
    stage.await_touch()
    old = stage.snapshot()
    stage.expect_glass(old, "before the pull")
    stage.machine.ask("kill $(pidof busybox)")
    stage.finger("drag 400 120 400 330 300 100")
    shown = stage.rest()
    # The data is now known to be old, which the small clock at the top says; nothing else is different.
    box = shown.difference(old)
    expect(box is None or (box[0] >= 560 and box[3] <= 130), f"a failed pull changed {box}: {stage.keep(shown, 'shown')}")


@case("a touch screen unplugged under the finger, and plugged in again", "showing")
def unplugged(stage):
    stage.finger("down 0 400 420")
    for y in range(400, 199, -20):
        stage.finger(f"move 0 400 {y}")
    stage.unplug_touch()
    shown = stage.rest()
    scroll = offset(stage, shown)
    expect(scroll == 220 - SLOP, f"the finger moved the page by {220 - SLOP} and no further; it rests at {scroll}")
    stage.plug_touch()
    stage.finger("drag 400 300 400 200 240 400")
    stage.expect_glass(stage.snapshot(f"--scroll {scroll + 100 - SLOP}"), "with the touch screen that came back")


@case("three fingers that rest keep a record where the board allows it, and nowhere else", "showing")
def record(stage):
    machine, records = stage.machine, "/var/lib/vitrine/records"
    kept = f"ls {records} 2>/dev/null | grep fingers || true"

    def rest():
        for finger, x in enumerate((200, 400, 600)):
            stage.finger(f"down {finger} {x} 420")
        stage.finger("wait 2600")
        for finger in range(3):
            stage.finger(f"up {finger}")

    calm = stage.snapshot()
    stage.expect_glass(calm, "at rest")
    rest()
    machine.ask("sleep 1")
    expect(machine.ask(kept) == "", f"the board does not allow it, and there is {machine.ask(kept)}")
    stage.expect_glass(calm, "after three fingers that mean nothing")
    machine.ask(f"echo 'record: true' >>{BOARD}; vitrine ctl reload")
    # Fingers that scroll, of which there are three, are fingers that scroll.
    stage.finger("down 0 200 400")
    stage.finger("down 1 400 400")
    stage.finger("wait 200")
    stage.finger("down 2 600 400")
    for y in range(390, 299, -10):
        stage.finger(f"move 2 600 {y}")
    stage.finger("wait 2600")
    for finger in range(3):
        stage.finger(f"up {finger}")
    expect(machine.ask(kept) == "", f"fingers that scroll have kept {machine.ask(kept)}")
    stage.expect_glass(stage.snapshot(f"--scroll {100 - SLOP}"), "scrolled by one of three fingers")
    stage.finger("drag 400 150 400 350 300 400")
    stage.expect_glass(calm, "back at the top")
    rest()
    stage.expect_journal("kept what happened last in")
    names = machine.ask(kept).split()
    expect(len(names) == 1, f"one record was to be kept: {names}")
    box = stage.rest().difference(calm)
    expect(box and box[1] > 380 and box[3] == 480, f"a strip at the bottom was to say where it is; what differs is {box}")
    said = machine.ask(f"vitrine replay {records}/{names[0]}", timeout=120)
    return f"{names[0]}: {said.splitlines()[-1]}"
