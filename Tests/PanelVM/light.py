"""The panel's light."""
from case import collect
from stage import expect, same

CASES = []
case = collect(CASES)


@case("untouched it goes dark and to sleep, and the touch that wakes it presses nothing", "showing")
def asleep(stage):
    machine, signal = stage.machine, "/sys/class/drm/card0-Virtual-1/dpms"
    stage.show("asleep")
    stage.await_touch()
    awake = stage.snapshot()
    stage.expect_glass(awake, "at first")
    machine.wait(f"grep -qx Off {signal}", "the panel gets no signal any more", timeout=120)
    expect(not same(stage.glass(), awake), "what is on the panel has not changed")
    # On a row that opens a page.
    stage.tap(400, 210)
    stage.expect_glass(awake, "awake again")
    expect(same(stage.rest(), awake), "the touch that woke it pressed the row it fell on")
    expect(machine.ask(f"cat {signal}") == "On", "the kernel says that the panel is off")
    stage.tap(400, 210)
    expect(not same(stage.rest(), awake), "the next touch did not press the row")
    expect(stage.property("NRestarts") == "0", "it was started anew")
