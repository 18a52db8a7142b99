"""A panel that nobody has set up, and sticks that do."""
import subprocess

from case import collect
from stage import BOARD, expect, same

CASES = []
case = collect(CASES)


def make_stick(stage, settings, **files):
    """A stick as Windows makes it, with these files."""
    image = stage.machine.directory / "stick.img"
    image.unlink(missing_ok=True)
    subprocess.run(["mkfs.vfat", "-C", "-n", "STICK", image, "16384"], check=True, capture_output=True)
    for name, data in {"VITRINE.YAML": settings, **files}.items():
        subprocess.run(["mcopy", "-i", image, "-", f"::{name}"], input=data.encode(), check=True)
    return image


def plug(stage, image):
    """Until all has been read, and the stick may be pulled out; what it says then."""
    machine = stage.machine
    machine.ask("systemctl reset-failed 'vitrine-stick@*' 2>/dev/null || true; rm -f /run/vitrine-setup/vitrine-result.txt")
    machine.plug_stick(image)
    machine.wait(
        "test -s /run/vitrine-setup/vitrine-result.txt || { journalctl -b -u 'vitrine-stick@*' -o cat --no-pager | tail -n 20; false; }",
        "the stick is read")
    machine.wait("! grep -q vitrine-stick /proc/mounts", "the stick is let go of")
    machine.unplug_stick()
    return subprocess.run(["mtype", "-i", image, "::vitrine-result.txt"], capture_output=True, check=True).stdout.decode()


def command_line(stage):
    return stage.machine.ask("tr '\\0' ' ' </proc/$(systemctl show -P MainPID vitrine)/cmdline")


@case("without a board it says what it lacks, and a stick sets it up", usb=True)
def set_up(stage):
    machine = stage.machine
    machine.wait("systemctl is-active -q vitrine", "the service is ready", timeout=120)
    lacking = stage.rest()
    white = sum(row.count(b"\xff\xff\xff") for row in lacking.rows)
    expect(white > 4000, f"there is no code on the panel: {white} white pixels, {stage.keep(lacking, 'lacking')}")
    # What it has wrong is told on the stick and on the panel, and what is right counts.
    told = plug(stage, make_stick(stage, "name: lobby\r\ncolour: red\r\nwifi: {name: Guests, password: Sup3rSecret}\r\n"))
    expect("Taken: name" in told and 'vitrine.yaml:2:1: error: unknown key "colour"' in told and "Sup3r" not in told, told)
    machine.wait("test $(hostname) = lobby", "it has its name")
    named = stage.rest()
    expect(not same(named, lacking), "the panel does not say what is wrong")
    expect("Sup3r" not in machine.ask("journalctl -b -o cat --no-pager; true"), "a password is in the journal")
    # Another one turns the picture.
    told = plug(stage, make_stick(stage, "name: hall\npanel: {turn: 180}\n"))
    expect("Taken: name, panel." in told, told)
    machine.wait(
        "tr '\\0' ' ' </proc/$(systemctl show -P MainPID vitrine)/cmdline | grep -q 'rotate 180' || { systemctl list-jobs; journalctl -b -u 'vitrine-stick@*' -o cat --no-pager | tail -n 20; cat /etc/vitrine/setup.env /run/vitrine-setup/requests; false; }",
        "the kiosk is turned")
    machine.wait("systemctl is-active -q vitrine", "the kiosk shows it")
    stage.rotation = 180
    expect(not same(stage.rest(), named), "the panel still says what is wrong")
    # The board, as soon as it is there.
    machine.ask(f"cp /boards/still.yaml {BOARD}")
    stage.expect_glass(stage.snapshot(), "with a board")
    told = plug(stage, make_stick(stage, "name: mine\npanel: {turn: 90}\n"))
    expect("a board of its own" in told and "Nothing was taken." in told, told)
    expect("rotate 180" in command_line(stage) and machine.ask("hostname") == "hall", "a stick changes a panel that has a board")
    stage.expect_glass(stage.snapshot(), "as before")


@case("a stick that is none, and boards on one", usb=True)
def boards(stage):
    machine = stage.machine
    machine.wait("systemctl is-active -q vitrine", "the service is ready", timeout=120)
    told = plug(stage, make_stick(stage, "name: lobby\nwifi: {name: Guests, pass", **{"one.vitrine": "a bundle", "two.txt": "none"}))
    expect("Nothing was taken." in told, told)
    copied = machine.ask("stat -c '%n %U %s' /var/lib/vitrine/stick/*")
    expect(copied == "/var/lib/vitrine/stick/1.vitrine vitrine 8", copied)
    expect(machine.ask("hostname") == "panel", "half a file counts")
    # Bytes of any kind: nothing is mounted, nothing waits.
    image = stage.machine.directory / "noise.img"
    image.write_bytes(bytes(range(256)) * 16384)
    machine.plug_stick(image)
    machine.wait("dmesg | grep -c 'Attached SCSI removable disk' | grep -q 2", "the second stick is there")
    machine.unplug_stick()
    machine.ask("systemctl is-active -q vitrine")
    expect("failed" not in machine.ask("systemctl --failed --no-legend; true"), "a unit has failed")
