"""What goes wrong with panels, and what has to be on the glass afterwards."""
import socket
import struct
import time

from case import collect
from panel_vm import Failed
from stage import BOARD, SLOP, expect, same

CASES = []
case = collect(CASES)


def restarted(stage, before):
    """Until the service manager has started the kiosk anew and it shows something."""
    stage.machine.wait(
        f"test $(systemctl show -P MainPID vitrine) != {before} && systemctl is-active -q vitrine", "it is started again", timeout=90)


def given_away(stage, wanted):
    """Until the panel shows something else than the kiosk; a text's blinking cursor never comes to rest."""
    end = time.monotonic() + 60
    while same(stage.glass(), wanted):
        expect(time.monotonic() < end, "what others write to the terminal is not to be seen")
        time.sleep(0.2)


def away_and_back(stage, times):
    """Another session takes the glass and gives it back: the same process shows the same picture, and fingers count again."""
    machine = stage.machine
    stage.finger("drag 400 300 400 200 240 400")
    wanted = stage.snapshot(f"--scroll {100 - SLOP}")
    stage.expect_glass(wanted, "before")
    before = stage.property("MainPID")
    for _ in range(times):
        machine.ask("echo 'another session' >/dev/tty2; busybox chvt 2")
        machine.wait("systemctl show -P StatusText vitrine | grep -q 'another session has the panel'", "the kiosk has let go")
        machine.wait("test $(cat /sys/class/tty/tty0/active) = tty2", "the other session is there")
        given_away(stage, wanted)
        # What is touched there is not for the kiosk.
        stage.finger("drag 400 300 400 100 240 400")
        machine.ask("busybox chvt 1")
        stage.expect_glass(wanted, "back again")
    stage.await_touch()
    stage.finger("drag 400 300 400 250 240 400")
    stage.expect_glass(stage.snapshot(f"--scroll {100 - SLOP + 50 - SLOP}"), "touched when back")
    expect(stage.property("MainPID") == before and stage.property("NRestarts") == "0", "it was started anew")


@case("killed, it is back with the same picture", "showing")
def killed(stage):
    before = stage.property("MainPID")
    stage.machine.ask("kill -KILL $(systemctl show -P MainPID vitrine)")
    restarted(stage, before)
    expect(stage.property("NRestarts") == "1", "it was to be started once")
    stage.expect_glass(stage.snapshot(), "after the kill")
    stage.await_touch()
    stage.finger("drag 400 300 400 200 240 400")
    stage.expect_glass(stage.snapshot(f"--scroll {100 - SLOP}"), "and touched")


@case("crashed, it says so on the panel and in the journal", "showing")
def crashed(stage):
    before, calm = stage.property("MainPID"), stage.snapshot()
    stage.machine.ask("kill -SEGV $(systemctl show -P MainPID vitrine)")
    restarted(stage, before)
    stage.expect_journal("vitrine died of SIGSEGV (invalid memory)")
    box = stage.rest().difference(calm)
    expect(box and box[1] > 380 and box[3] == 480, f"a strip at the bottom was to say it; what differs is {box}")


@case("killed again and again, it comes back each time, a little later, and no limit keeps the panel dark", "showing")
def killed_often(stage):
    calm = stage.snapshot()
    for _ in range(5):
        before = stage.property("MainPID")
        stage.machine.ask("kill -KILL $(systemctl show -P MainPID vitrine)")
        restarted(stage, before)
    stage.expect_journal("ended badly 4 times in a row: waiting 4 s before starting anew")
    stage.expect_journal("nothing is fetched for some minutes")
    stage.expect_glass(calm, "after five kills")


@case("another terminal and back", "showing")
def terminals(stage):
    away_and_back(stage, times=1)


@case("keys typed at the panel reach no shell until it is stopped, and then text and keys are back", "showing")
def typed_blindly(stage):
    machine, shown = stage.machine, stage.glass()

    def type_word():
        machine.run("cat </dev/tty1 >/run/typed & sleep 0.2")
        for key in ("r", "e", "b", "o", "o", "t", "ret"):
            machine.qmp("send-key", keys=[{"type": "qcode", "data": key}])
            # One at a time: the emulated keyboard drops what comes faster than it is read.
            machine.ask("sleep 0.2")

    expect(machine.ask("cat /sys/class/tty/tty0/active") == "tty1", "the kiosk's terminal is not the one shown")
    type_word()
    expect(machine.ask("cat /run/typed") == "", f"a shell would have read {machine.ask('cat /run/typed')}")
    stage.expect_glass(shown, "after typing")
    machine.ask("systemctl stop vitrine; echo 'text again' >/dev/tty1")
    given_away(stage, shown)
    # Another reader: with the kiosk the terminal was hung up for all that had it open.
    type_word()
    machine.wait("grep -qx reboot /run/typed", "the terminal gets keys again")


@case("no network at power on: the last good data is there, and news as soon as there is a server", "showing")
def no_network(stage):
    machine = stage.machine
    stage.serve([f"Kept {number}" for number in range(12)])
    stage.show("list")
    kept = stage.snapshot()
    stage.expect_glass(kept, "with a server")
    machine.ask("systemctl stop vitrine; kill $(pidof busybox); ip link set lo down 2>/dev/null || busybox ip link set lo down")
    machine.ask("systemctl start vitrine", timeout=60)
    shown = stage.rest()
    box = shown.difference(kept)
    # The small clock says from when the data is.
    expect(
        box is None or (box[0] >= 560 and box[3] <= 130),
        f"without a network the panel shows something else at {box}: {stage.keep(shown, 'shown')}")
    machine.ask("busybox ip link set lo up; busybox ip addr add 127.0.0.1/8 dev lo 2>/dev/null; true")
    stage.serve([f"News {number}" for number in range(12)])
    stage.expect_glass(stage.snapshot(), "with the network", timeout=90)


def unplug(machine, plug):
    """Until the kernel knows it. Nobody of ours is there yet: on a busy host the emulator now and then swallows a plug's news."""
    for last in (False, False, True):
        plug.show(640, 480)
        plug.show(0, 0)
        try:
            return machine.wait("grep -qx disconnected /sys/class/drm/card0-Virtual-1/status", "the panel is unplugged", timeout=20)
        except Failed:
            if last:
                raise


@case("no panel at power on, then one, then another, then none, then the first", "showing")
def panels(stage):
    machine = stage.machine
    plug = Plug(machine.directory / "vnc")
    machine.ask("systemctl stop vitrine")
    unplug(machine, plug)
    machine.ask("systemctl start vitrine", timeout=60)
    expect("no panel is plugged in" in stage.property("StatusText"), f"its status is {stage.property('StatusText')}")
    for size in ((640, 480), (1024, 600)):
        plug.show(*size)
        machine.wait("systemctl show -P StatusText vitrine | grep -q ^showing", f"it shows something on {size}")
        machine.size = size
        stage.expect_glass(stage.snapshot(), f"plugged in with {size}")
    plug.show(0, 0)
    machine.wait("systemctl show -P StatusText vitrine | grep -q 'no panel is plugged in'", "it knows that the panel is gone")
    plug.show(640, 480)
    machine.size = (640, 480)
    stage.expect_glass(stage.snapshot(), "plugged in again")
    expect(stage.property("NRestarts") == "0", "it was started anew")
    plug.close()


@case("lent by a seat manager: the picture, the touch screen, another session and back", "showing")
def lent(stage):
    machine = stage.machine
    machine.ask("systemctl stop vitrine; systemctl start seatd")
    stage.show("still")
    stage.expect_journal("lent by the seat manager")
    # It was the seat manager that opened the card, and every input device; the kiosk has none of the rights.
    holders = machine.ask("for p in /proc/[0-9]*; do ls -l $p/fd 2>/dev/null | grep -q /dev/dri/card0 && cat $p/comm; done; true")
    expect("seatd" in holders.split(), f"the card is open in {holders}")
    stage.expect_glass(stage.snapshot(), "at first")
    stage.await_touch()
    away_and_back(stage, times=2)


@case("two panels, each with a touch screen of its own", "showing")
def two_panels(stage):
    machine = stage.machine
    machine.ask(
        "mkdir -p /run/udev/rules.d; for n in 1 2; do "
        "echo \"SUBSYSTEM==\\\"input\\\", ATTRS{name}==\\\"Glass $n\\\", ENV{WL_OUTPUT}=\\\"Virtual-$n\\\"\"; done "
        ">/run/udev/rules.d/90-glass.rules; udevadm control --reload; modprobe vkms; udevadm settle")
    stage.unplug_touch()
    stage.plug_touch("first", "Glass 1")
    stage.plug_touch("second", "Glass 2", count=2)
    stage.expect_journal("not on this panel, its touches are ignored")
    top = stage.snapshot()
    stage.finger("drag 400 300 400 200 240 400", screen="second")
    expect(same(stage.rest(), top), "a finger on the other glass moved the page")
    stage.finger("drag 400 300 400 200 240 400", screen="first")
    stage.expect_glass(stage.snapshot(f"--scroll {100 - SLOP}"), "touched on its own glass")
    # The other panel by its name: vkms is seen from inside only, by the frames it is given.
    stage.show("still", options="--connector Virtual-2")
    stage.await_touch(2)
    stage.expect_journal("panel Virtual-2 on /dev/dri/card1 (vkms)")
    machine.ask(
        "mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing; "
        "echo 1 >/sys/kernel/tracing/events/drm/drm_vblank_event_delivered/enable")
    frames = "grep -c drm_vblank_event_delivered /sys/kernel/tracing/trace || true"
    machine.wait(f"n=$({frames}); sleep 3; test $({frames}) = $n", "the panel is at rest")
    rest = int(machine.ask(frames))
    stage.finger("drag 400 300 400 200 240 400", screen="first")
    machine.ask("sleep 1")
    expect(int(machine.ask(frames)) == rest, "a finger on the first glass moved the page of the second")
    stage.finger("drag 400 300 400 200 240 400", screen="second")
    machine.wait(f"test $({frames}) -gt {rest + 5}", "the page moves under the finger on its own glass")


@case("eight sources of 5 MB each at once, within 256 MB", "showing")
def large_answers(stage):
    machine = stage.machine

    def answer(round):
        # Each file is whole from the first moment on.
        machine.ask(
            "mkdir -p /run/large; for n in 0 1 2 3 4 5 6 7; do awk -v n=$n -v r=" + str(round) + " 'BEGIN {"
            "w = \"words as services send them \"; while (length(w) < 950) w = w w; w = substr(w, 1, 950); printf \"[\"; "
            "for (i = 0; i < 5200; i++) printf \"%s{\\\"name\\\": \\\"%d%d \\\", \\\"i\\\": %d, \\\"note\\\": \\\"%s\\\"}\", i ? \",\" : \"\", r, n, i, w; "
            "printf \"]\" }' >/run/large/new && mv /run/large/new /run/large/$n.json; done", timeout=120)

    answer(1)
    machine.ask(
        "busybox httpd -p 127.0.0.1:8081 -h /run/large; mkdir -p /run/systemd/system/vitrine.service.d; "
        "printf '[Service]\\nMemoryHigh=infinity\\nMemoryMax=256M\\nMemorySwapMax=0\\n' >/run/systemd/system/vitrine.service.d/memory.conf; "
        "systemctl daemon-reload")
    stage.show("large")
    size = int(machine.ask("cat /run/large/0.json | wc -c"))
    expect(size >= 5_000_000, f"an answer has {size} bytes")
    for round in range(1, 4):
        stage.expect_glass(stage.snapshot(), f"all eight, time {round}", timeout=120)
        answer(round + 1)
    stage.expect_glass(stage.snapshot(), "all eight at last", timeout=120)
    # What went where, when it was too much.
    trouble = "dmesg | grep -A40 oom-kill | grep -E '^.{15}(anon|file|shmem|kernel|slab|file_dirty|file_writeback|inactive_file) ' || true"
    expect(stage.property("NRestarts") == "0", f"it was started anew: {machine.ask(trouble)}")
    group = "/sys/fs/cgroup$(systemctl show -P ControlGroup vitrine)"
    killed = machine.ask(f"grep -E '^oom(_kill)? ' {group}/memory.events").split()
    expect(killed == ["oom", "0", "oom_kill", "0"], f"memory ran out: {killed} {machine.ask(trouble)}")
    peak, anonymous = int(machine.ask(f"cat {group}/memory.peak")), machine.ask(f"grep -E '^anon ' {group}/memory.stat").split()[1]
    print(f"    eight answers of {size / 1e6:.1f} MB: {peak / 1e6:.0f} MB at most with the files that were read, {int(anonymous) / 1e6:.0f} MB at rest", flush=True)


class Plug:
    """A viewer of QEMU's display that asks for other sizes of it, which virtio-gpu hands on as another monitor, or as none.

    Source: RFC 6143; message 251 and encoding -308 are of the community's rfbproto.
    """

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(str(path))
        self.expect(12)
        self.socket.sendall(b"RFB 003.008\n")
        self.expect(self.expect(1)[0])
        self.socket.sendall(b"\1")
        self.expect(4)
        self.socket.sendall(b"\1")
        self.expect(20)
        self.expect(struct.unpack(">I", self.expect(4))[0])
        self.socket.sendall(struct.pack(">BxHiii", 2, 3, 0, -308, -223))
        self.socket.sendall(struct.pack(">BBHHHH", 3, 1, 0, 0, 1, 1))
        # The first update proves that the encodings have been read.
        self.expect(4)

    def expect(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise Failed("QEMU's display is gone")
            data += more
        return data

    def show(self, width, height):
        """A monitor of this size; 0 by 0 is none, but not as the first."""
        self.socket.sendall(struct.pack(">BxHHBx", 251, width, height, 1) + struct.pack(">IHHHHI", 0, 0, 0, width, height, 0))

    def close(self):
        self.socket.close()
