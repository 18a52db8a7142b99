"""A panel that nobody has set up, and sticks that do."""
import struct
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


def make_two(stage, first, second):
    """A stick with two partitions, as formatted by a Mac or made to boot from: with these settings, or none."""
    image = stage.machine.directory / "two.img"
    entries = b""
    with open(image, "wb") as file:
        file.truncate(40 << 20)
        for place, settings in ((1, first), (20, second)):
            part = make_stick(stage, settings or "")
            if settings is None:
                subprocess.run(["mdel", "-i", part, "::VITRINE.YAML"], check=True)
            file.seek(place << 20)
            file.write(part.read_bytes())
            # Of type 12, FAT with logical blocks.
            entries += struct.pack("<BBBBBBBBII", 0, 0xFE, 0xFF, 0xFF, 0xC, 0xFE, 0xFF, 0xFF, place << 11, 16384 * 2)
        file.seek(446)
        file.write(entries.ljust(64, b"\0") + b"\x55\xaa")
    return image


def command_line(stage):
    return stage.machine.ask("tr '\\0' ' ' </proc/$(systemctl show -P MainPID vitrine)/cmdline")


@case("without a board it says what it lacks, and a stick sets it up", "waiting")
def set_up(stage):
    machine = stage.machine
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


@case("a stick that is none, and boards on one", "waiting")
def boards(stage):
    machine = stage.machine
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


KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
OTHER = "RWRxqRbbWyE9/rJtTgtJ2k5T7fG1ANCsmKtXBmzrbWUviYjPD9t+AzJn"
FLEET = "https://boards.example.org/lobby.vitrine"


@case("whoever has said what a panel shows, nobody else's stick changes it", "waiting")
def held(stage):
    machine = stage.machine
    drop_in = "/etc/systemd/system/vitrine.service.d/fleet.conf"
    ways = [
        f"mkdir -p {drop_in.rsplit('/', 1)[0]}; printf '[Service]\\nExecStart=\\nExecStart=/usr/bin/vitrine run --display kms $VITRINE_OPTIONS {FLEET} --key {KEY}\\n' >{drop_in}",
        f"rm {drop_in}; printf 'VITRINE_BOARD={FLEET}\\nVITRINE_OPTIONS=--key {KEY}\\n' >/etc/default/vitrine",
        f": >/etc/default/vitrine; printf '[Service]\\nEnvironment=\"VITRINE_OPTIONS=--key {KEY}\" VITRINE_BOARD={FLEET}\\n' >{drop_in}",
    ]
    for number, way in enumerate(ways):
        machine.ask(f"{way}; systemctl daemon-reload; systemctl restart --no-block vitrine")
        # Also of a kiosk that does not run.
        if number == 1:
            machine.ask("systemctl stop vitrine")
        name = machine.ask("hostname")
        told = plug(stage, make_stick(stage, f"name: evil\nkey: {OTHER}\nboard: https://evil.example/x.vitrine\nnetwork: {{address: 203.0.113.5/24}}\n"))
        expect("Nothing was taken." in told and "another key" in told, f"way {number}: {told}")
        expect(machine.ask("hostname") == name and machine.ask("cat /etc/systemd/network/20-fixed.network 2>/dev/null; true") == "", f"way {number}: it is another machine")
        told = plug(stage, make_stick(stage, f"name: hall{number}\nkey: {KEY}\n"))
        expect("Taken: name, key." in told and machine.ask("hostname") == f"hall{number}", f"way {number}: {told}")
    machine.ask(f"rm {drop_in}; systemctl daemon-reload; echo VITRINE_BOARD=/srv/b/board.yaml >/etc/default/vitrine; systemctl restart --no-block vitrine")
    told = plug(stage, make_stick(stage, "name: evil\nlabels: {a: b}\n"))
    expect("a board of its own" in told and machine.ask("hostname") == "hall2", told)


@case("what would end the kiosk is refused, and what a stick has said stays", "waiting")
def begins(stage):
    machine = stage.machine
    for settings, said in [(f"key: {KEY[:-1]}\nboard: {FLEET}\n", "56 letters"), ("labels: {site: harbour}\n", 'needs "key"'), (f"key: {KEY}\n", "no bundle")]:
        told = plug(stage, make_stick(stage, settings))
        expect("Nothing was taken." in told and said in told, told)
    told = plug(stage, make_stick(stage, f"key: {KEY}\nboard: {FLEET}\nlabels: {{floor: 2}}\n"))
    expect("Taken: key, board, labels." in told, told)
    told = plug(stage, make_stick(stage, f"key: {KEY}\ntimezone: Europe/Berlin\n"))
    expect("Taken: key, timezone." in told, told)
    machine.wait(f"tr '\\0' ' ' </proc/$(systemctl show -P MainPID vitrine)/cmdline | grep -q 'label floor=2 {FLEET}'", "board and labels are still there")
    machine.wait("systemctl is-active -q vitrine", "the kiosk has begun with it")
    expect(machine.ask("systemctl show -P NRestarts vitrine") == "0", "the kiosk has ended")
    # By hand, what is written is carried out as well, and a broker's password is nobody's to read.
    machine.ask("mkdir -p /run/hand; printf 'panel: {turn: 180, mqtt: \"mqtt://me:Sup3rSecret@127.0.0.1\"}\\n' >/run/hand/vitrine.yaml; vitrine setup --from /run/hand")
    machine.wait("tr '\\0' ' ' </proc/$(systemctl show -P MainPID vitrine)/cmdline | grep -q 'rotate 180'", "the kiosk is turned")
    expect("Sup3r" not in command_line(stage) and "VITRINE_BROKER_PASSWORD" in command_line(stage), "a password stands in a line")


@case("two partitions of one stick are read one after the other", "waiting")
def partitions(stage):
    machine = stage.machine
    for number, settings in enumerate([("name: first{}\n", None), (None, "name: first{}\n")] * 2):
        wanted = f"first{number}"
        machine.plug_stick(make_two(stage, *[text and text.format(number) for text in settings]))
        machine.wait(f"test $(hostname) = {wanted}", f"{settings} is read")
        machine.wait("! systemctl list-units --all --no-legend 'vitrine-stick@*' | grep -q activating && ! grep -q vitrine-stick /proc/mounts", "both are let go of")
        machine.unplug_stick()
    expect(machine.ask("ls -A /run/vitrine-stick; ls -d /run/vitrine-stick.turn 2>/dev/null; true") == "", "something is left behind")
    expect("failed" not in machine.ask("systemctl --failed --no-legend; true"), "a unit has failed")


@case("a disk that is mounted already is no stick", "waiting")
def in_use(stage):
    machine = stage.machine
    machine.ask("systemctl mask --runtime -q vitrine-stick@sda.service")
    machine.plug_stick(make_stick(stage, "name: card\n"))
    machine.wait("test -b /dev/sda && mkdir -p /boot/firmware && mount -o ro /dev/sda /boot/firmware", "it is mounted as a boot partition")
    machine.ask("systemctl unmask --runtime -q vitrine-stick@sda.service; udevadm trigger --action=add /sys/class/block/sda")
    machine.wait("journalctl -b -u 'vitrine-stick@*' -o cat --no-pager | grep -q 'is in use'", "it is told why it is not read")
    machine.wait("! systemctl list-units --all --no-legend 'vitrine-stick@*' | grep -q activating", "nothing goes on")
    expect(machine.ask("hostname") == "panel" and "vitrine-stick" not in machine.ask("cat /proc/mounts"), "it is read")
    expect("failed" not in machine.ask("systemctl --failed --no-legend; true"), "a unit has failed")
    machine.ask("umount /boot/firmware")
    machine.unplug_stick()
