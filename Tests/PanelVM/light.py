"""The panel's light, and the machine's sleep."""
import threading

from case import collect
from stage import SLOP, expect, same

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


@case("the machine sleeps and wakes up, and the picture and the touch screen are there again", "real")
def sleep(stage):
    machine = stage.machine
    machine.ask("cp /boards/still.yaml /etc/vitrine/board.yaml; systemctl start vitrine")
    stage.plug_touch()
    before = stage.property("MainPID")
    # QEMU's own display does not survive the sleep of a kernel of this age; vkms does, and is seen from inside only: by its frames.
    machine.ask(
        "echo enabled >/sys/devices/platform/i8042/serio0/power/wakeup; "
        "mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing; "
        "echo 1 >/sys/kernel/tracing/events/drm/drm_vblank_event_delivered/enable")
    frames = "grep -c drm_vblank_event_delivered /sys/kernel/tracing/trace || true"
    for _ in range(2):
        said = machine.ask("journalctl -b -u vitrine -o cat | grep -c 'back again' || true")
        machine.ask("(sleep 1; echo freeze >/sys/power/state) >/dev/null 2>&1 &")
        with Knocking(machine):
            machine.wait(
                f"test $(journalctl -b -u vitrine -o cat | grep -c 'back again') -gt {said}", "the kiosk takes the panel anew")
        machine.wait("systemctl show -P StatusText vitrine | grep -q ^showing", "it shows something")
        stage.await_touch()
        machine.wait(f"n=$({frames}); sleep 3; test $({frames}) = $n", "the panel is at rest")
        rest = int(machine.ask(frames))
        stage.finger("drag 400 500 400 300 240 400")
        machine.wait(f"test $({frames}) -gt {rest + 5}", "the page moves under the finger")
    slept = machine.ask("dmesg | grep -c 'PM: suspend exit' || true")
    expect(slept == "2", f"the machine slept {slept} times, not twice")
    expect(stage.property("MainPID") == before, "it was started anew")


class Knocking:
    """A key of the machine's keyboard, pressed every other second: what wakes it, whenever it has fallen asleep."""

    def __init__(self, machine):
        self.machine, self.enough = machine, threading.Event()
        self.thread = threading.Thread(target=self.press)

    def press(self):
        while not self.enough.wait(2):
            self.machine.qmp("send-key", keys=[{"type": "qcode", "data": "shift"}])

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.enough.set()
        self.thread.join()
