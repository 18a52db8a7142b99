"""A panel of a fleet on real modesetting: another board without a dark frame, the way back when it is not good, and a stick that is pulled
out while it is read."""
import base64
import subprocess
import time

from case import collect
from panel_vm import Failed
from stage import BOARD, expect, same

CASES = []
case = collect(CASES)

PLACE = "/var/lib/vitrine/boards"
TEXT = """board: Version {version}
theme: {{mode: {mode}, scale: 1}}
{sources}cards:
  - header: {{title: "Version {version}"}}
  - hero: {{title: A board of a fleet, text: "Made for version {version}, and for nothing else."}}
"""
# Megabytes beside a board, and bytes a second of a stick that takes its time.
LARGE, SLOWLY = 8, 1 << 20


class Fleet:
    """Makes bundles on the machine itself, by its own program, and pictures of what they show."""

    def __init__(self, stage):
        self.stage, self.machine = stage, stage.machine
        self.machine.ask(f"mkdir -p /run/fleet {PLACE}; cd /run/fleet; HOME=/root vitrine bundle --new-key fleet")
        self.key = self.machine.ask("tail -n 1 /run/fleet/fleet.pub")

    def make(self, version, large=0):
        """Its path on the machine."""
        sources = "sources: {noise: {url: noise.bin}}\n" if large else ""
        board = TEXT.format(version=version, mode="dark" if version % 2 else "light", sources=sources)
        self.machine.ask(
            f"cd /run/fleet; base64 -d <<'END' >board.yaml\n{base64.b64encode(board.encode()).decode()}\nEND\n"
            f"head -c {large}M /dev/urandom >noise.bin\n"
            f"HOME=/root vitrine bundle board.yaml -o {version}.vitrine --version {version} --key fleet.key")
        return f"/run/fleet/{version}.vitrine"

    def picture(self):
        """What the board made last looks like."""
        self.machine.ask(f"cp /run/fleet/board.yaml {BOARD}")
        wanted = self.stage.snapshot()
        self.machine.ask(f"rm {BOARD}")
        return wanted

    def begin(self, options):
        """The service as a panel of this fleet."""
        self.machine.ask(
            f"rm -f {BOARD}; printf '%s\\n' 'VITRINE_OPTIONS=--key {self.key} {options}' "
            f"'VITRINE_BOARD={PLACE}/lobby.vitrine' >/etc/default/vitrine; systemctl reset-failed vitrine; systemctl restart vitrine")

    def publish(self, path):
        """As people should: beside its place, then renamed."""
        self.machine.ask(f"cp {path} {PLACE}/part; mv {PLACE}/part {PLACE}/lobby.vitrine")

    def expect_status(self, words, what, timeout=60):
        self.machine.wait(f"vitrine ctl status --json | tr -d '\\n' | grep -q '{words}'", what, timeout)


def changes(stage, before, wanted, what, timeout=60):
    """Looks until the panel shows what is wanted: whatever it shows meanwhile is what it showed before. Returns seconds."""
    began, looks = time.monotonic(), 0
    while not same(shown := stage.glass(), wanted):
        if not same(shown, before):
            raise Failed(f"{what}: in between the panel shows {stage.keep(shown, 'between')}")
        if time.monotonic() - began > timeout:
            raise Failed(f"{what}: the panel still shows what it did after {timeout} s")
        looks += 1
    expect(looks > 0, f"{what}: nobody looked while it changed")
    return time.monotonic() - began


@case("another bundle is shown without a dark frame, and the last good one again when its trial fails", "showing")
def another_bundle(stage):
    machine, fleet = stage.machine, Fleet(stage)
    fleet.publish(fleet.make(1))
    first = fleet.picture()
    fleet.begin("--bundle-every 1s --bundle-trial 5s")
    stage.expect_glass(first, "the first bundle")
    fleet.expect_status('"state": "kept"', "the first one passes its trial")
    process = stage.property("MainPID")
    path = fleet.make(2)
    second = fleet.picture()
    fleet.publish(path)
    changes(stage, first, second, "the second bundle")
    fleet.expect_status('"state": "kept",.*"version": 2', "the second one passes its trial")
    # By the same process, and the frames before and after are whole: nothing was missed for want of one.
    expect(stage.property("MainPID") == process, "the kiosk was started anew")
    # The third ends within its trial, and the fourth hangs: the machine's own service manager and watchdog see to the rest.
    machine.ask("sed -i 's/--bundle-trial 5s/--bundle-trial 2m/' /etc/default/vitrine; systemctl restart vitrine")
    stage.expect_glass(second, "started anew")
    took = []
    for version, signal in [(3, "KILL"), (5, "STOP")]:
        path = fleet.make(version)
        bad = fleet.picture()
        fleet.publish(path)
        stage.expect_glass(bad, f"bundle {version}")
        fleet.expect_status('"state": "trial"', f"version {version} is on trial")
        began = time.monotonic()
        machine.ask(f"kill -{signal} $(systemctl show -P MainPID vitrine)")
        fleet.expect_status(
            f'"state": "showing".*"version": 2,.*"problem": "version {version}: the kiosk ended while it was on trial"', "it is back")
        took.append(time.monotonic() - began)
        # For a minute the panel says what it died of.
        stage.expect_glass(second, f"back from version {version}", timeout=120)
        stage.expect_journal(f"bundle version {version}: the kiosk ended while it was on trial")
    # A watchdog waits fifteen seconds, and two for what hangs to die; the machine is emulated.
    expect(took[0] < 30 and took[1] < 30, f"the way back took {took} s")
    # What was refused is not taken again, and the next one is.
    path = fleet.make(6)
    third = fleet.picture()
    fleet.publish(path)
    stage.expect_glass(third, "after two that were refused")
    return f"back {took[0]:.0f} s after a kill, {took[1]:.0f} s after a hang"


def make_stick(stage, bundle, name):
    """A stick with a bundle that is on the machine."""
    image, file = stage.machine.directory / f"{name}.img", stage.machine.directory / "lobby.vitrine"
    file.write_bytes(stage.machine.file(bundle))
    subprocess.run(["mkfs.vfat", "-C", "-n", "STICK", image, str((LARGE + 8) << 10)], check=True, capture_output=True)
    subprocess.run(["mcopy", "-i", image, file, "::LOBBY.VITRINE"], check=True)
    return image


def plug(machine, image, rate=None):
    """Plugged in; returns once the machine has mounted it."""
    machine.plug_stick(image, rate)
    machine.wait("grep -q vitrine-stick /proc/mounts || systemctl is-active -q vitrine-stick@sd?.service", "the stick is mounted")


@case("a stick that is pulled out while its board is read changes nothing, and the next time it does", "waiting")
def pulled(stage):
    machine = stage.machine
    fleet = Fleet(stage)
    fleet.publish(fleet.make(1))
    first = fleet.picture()
    slow, whole = make_stick(stage, fleet.make(2, large=LARGE), "slow"), machine.directory / "whole.img"
    second = fleet.picture()
    whole.write_bytes(slow.read_bytes())
    fleet.begin("--bundle-every 1s --bundle-trial 5s --stick /var/lib/vitrine/stick")
    stage.expect_glass(first, "the first bundle")
    fleet.expect_status('"state": "kept"', "the first one passes its trial")
    plug(machine, slow, SLOWLY)
    machine.wait(
        "[ $(awk '{print $3}' /sys/block/sda/stat) -gt 2000 ]", "a part of it is read")
    machine.unplug_stick()
    machine.wait("! systemctl list-units --all --no-legend 'vitrine-stick@*' | grep -q activating", "its reading has ended")
    said = machine.ask("journalctl -b -u 'vitrine-stick@*' -o cat --no-pager")
    expect("LOBBY.VITRINE" in said.upper() and "taken:" not in said, f"the log says nothing of it: {said}")
    expect(machine.ask("ls -A /var/lib/vitrine/stick 2>/dev/null; true") == "", "a part of it is kept")
    expect(not machine.ask("grep vitrine-stick /proc/mounts; true"), "it is still mounted")
    expect("failed" not in machine.ask("systemctl --failed --no-legend; true"), "a unit has failed")
    expect(same(stage.glass(), first), "the panel shows something else")
    fleet.expect_status('"state": "kept",.*"version": 1,.*"problem": null', "nothing is wrong with what is shown")
    # Plugged in again, it is taken.
    plug(machine, whole)
    stage.expect_glass(second, "the stick's board", timeout=120)
    machine.unplug_stick()
    fleet.expect_status('"state": "kept",.*"version": 2', "it passes its trial")
    return next(line for line in said.splitlines() if "LOBBY.VITRINE" in line.upper())
