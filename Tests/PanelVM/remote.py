"""A panel seen and steered from elsewhere: who may, what is told, how soon."""
import json
import re
import struct
import time

import figures
from case import collect
from panel_vm import Failed, Picture
from stage import expect, same

CASES = []
case = collect(CASES)
# Seconds of scrolling while somebody looks on; of looking on at rest, and the share of a processor that may take; pictures asked for a second.
SCROLLING, RESTING, AT_REST, A_SECOND = 4, 30, 0.05, 100
# Asks for a picture as often, whether the one before has come or not, and reads what comes; says how many when it is told to end.
ASKER = r"""
use strict; use IO::Socket::UNIX; use Time::HiRes qw(time sleep);
my ($path, $rate) = @ARGV;
my $kiosk = IO::Socket::UNIX->new(Peer => $path) or die "no kiosk: $!";
my $asker = fork;
if (!$asker) {
  my $due = time;
  while (syswrite $kiosk, "{\"verb\": \"screenshot\"}\n") { $due += 1 / $rate; sleep($due - time) if $due > time; }
  exit;
}
my $taken = 0;
$SIG{TERM} = sub { kill 9, $asker; print "taken $taken\n"; exit };
while (defined(my $line = <$kiosk>)) {
  my ($size) = $line =~ /"bytes": (\d+)/; die $line unless $size;
  while ($size > 0) { my $got = read($kiosk, my $bytes, $size); die "cut" unless $got; $size -= $got; }
  $taken++;
}
die "the kiosk has hung up after $taken";
"""

# A viewer of VNC that is never content: asks for what is new as soon as it has what was; says how much that was when it is told to end.
# Source: RFC 6143.
WATCHER = r"""
use strict; use IO::Socket::INET;
my $kiosk = IO::Socket::INET->new("127.0.0.1:5900") or die "no kiosk: $!";
my ($updates, $taken) = (0, 0);
sub take { my ($size, $bytes) = (shift, ""); while (length $bytes < $size) {
  sysread $kiosk, $bytes, $size - length $bytes, length $bytes or die "the kiosk has hung up after $updates updates"; } $taken += $size; $bytes }
sub say { syswrite $kiosk, shift }
take 12; say "RFB 003.008\n"; take ord take 1; say "\1"; die "refused" if unpack "N", take 4;
say "\1"; my ($width, $height) = unpack "nn", take 4; take 16; take unpack "N", take 4;
$SIG{TERM} = sub { print "updates $updates\nkilobytes ", int($taken / 1024), "\n"; exit };
say pack "CCnnnn", 3, 0, 0, 0, $width, $height;
while (1) {
  next if ord take 1;
  take 1;
  for (1 .. unpack "n", take 2) { my ($x, $y, $wide, $high) = unpack "nnnn", take 8; take 4; take 4 * $wide * $high; }
  $updates++;
  say pack "CCnnnn", 3, 1, 0, 0, $width, $height;
}
"""


def status(machine):
    return json.loads(machine.ask("vitrine ctl status --json"))


def causes(machine):
    return [trouble["cause"] for trouble in status(machine)["troubles"]]


def named_within_ten_seconds(machine, cause):
    end = time.monotonic() + 10
    while causes(machine) != [cause]:
        expect(time.monotonic() < end, f"{cause} was not named within 10 s: {status(machine)['troubles']}")
        time.sleep(0.5)


@case("it is seen and steered by root and its group, and by nobody else", "showing", ported=True)
def seen_and_steered(stage):
    machine = stage.machine
    expect(machine.ask("stat -c '%a %U %G' /run/vitrine/control") == "660 vitrine vitrine", "whose the socket is")
    first = status(machine)
    expect(first["health"] == "ok" and first["frames"]["flips"] > 0 and first["touch"]["screens"] == 1, f"{first}")
    machine.ask("id guest 2>/dev/null || useradd guest")
    code, said = machine.run("setpriv --reuid=guest --regid=guest --clear-groups vitrine ctl status")
    expect(code == 2 and "members of its group" in said.decode(), f"a stranger was told {said.decode()} ({code})")
    machine.ask("setpriv --reuid=guest --regid=guest --groups=$(getent group vitrine | cut -d: -f3) vitrine ctl status")
    # What is on the glass, to the byte.
    machine.ask("vitrine ctl screenshot -o /run/seen.png")
    (path := machine.directory / "seen.png").write_bytes(machine.file("/run/seen.png"))
    expect(same(Picture.read(path), stage.glass()), "the picture is not what the panel shows")
    machine.ask("vitrine ctl off")
    machine.wait("vitrine ctl status --json | grep -q '\"on\": false'", "it is off")
    machine.ask("vitrine ctl wake")
    stage.rest()
    expect(same(Picture.read(path), stage.glass()), "woken, it shows something else")


# A viewer of VNC in a few lines of a shell: looks at the whole panel, taps, looks again. Source: RFC 6143.
VIEWER = r"""
exec 3<>/dev/tcp/127.0.0.1/5900
take() { timeout 5 dd bs=1 count=$1 status=none <&3 >/dev/null; }
byte() { printf '\\%o\\%o' $(($1 >> 8)) $(($1 & 255)); }
take 12; printf 'RFB 003.008\n' >&3; take 2; printf '\1' >&3; take 4; printf '\1' >&3; take 31
printf '\2\0\0\1\0\0\0\0' >&3
look() { printf "\3\0\0\0\0\0$(byte WIDTH)$(byte HEIGHT)" >&3; timeout 3 cat <&3 >$1 || true; }
look /run/before.rfb
for pressed in 1 0; do printf "\5\\$pressed$(byte LEFT)$(byte TOP)" >&3; sleep 0.1; done
sleep 2
look /run/after.rfb
"""


def seen(machine, name):
    """What a viewer was sent, as a picture: areas with raw pixels, blue first."""
    data, at = machine.file(f"/run/{name}.rfb"), 0
    width, height = machine.size
    rows = [bytearray(3 * width) for _ in range(height)]
    expect(len(data) >= 4 * width * height, f"the viewer was sent {len(data)} bytes, which is not the whole panel")
    while at < len(data):
        kind, count = struct.unpack_from(">BxH", data, at)
        expect(kind == 0, f"message {kind} after {at} of {len(data)} bytes")
        at += 4
        for _ in range(count):
            x, y, wide, high, encoding = struct.unpack_from(">HHHHi", data, at)
            expect(encoding == 0, f"encoding {encoding}")
            at += 12
            for row in range(y, y + high):
                line = data[at:at + 4 * wide]
                at += 4 * wide
                for channel in range(3):
                    rows[row][3 * x + channel:3 * (x + wide):3] = line[2 - channel::4]
    picture = object.__new__(Picture)
    (picture.width, picture.height), picture.rows = machine.size, [bytes(row) for row in rows]
    return picture


def expect_seen(stage, name, shown, what):
    """The viewer's picture is the panel's."""
    picture = seen(stage.machine, name)
    if not same(picture, shown):
        raise Failed(f"{what} at {picture.difference(shown)}: {stage.keep(picture, 'seen')}, {stage.keep(shown, 'shown')}")


@case("watched and touched from elsewhere, where the service may listen", "showing")
def watched(stage):
    machine = stage.machine
    machine.ask("echo VITRINE_HTTP_TOKEN=0123456789abcdef >>/etc/vitrine/secrets")
    # Debian 12's systemd is built without what SocketBindDeny= needs, and lets the service listen all the same.
    denies = "+BPF_FRAMEWORK" in machine.ask("systemctl --version")
    if denies:
        stage.show("asleep", "--vnc 5900 --http 8081")
        for port in (5900, 8081):
            stage.expect_journal(f"SocketBindAllow=tcp:{port}")
        stage.expect_glass(stage.snapshot(), "with no port to listen on")
    machine.ask(
        "mkdir -p /run/systemd/system/vitrine.service.d; printf '[Service]\nSocketBindAllow=ipv4:tcp:5900\nSocketBindAllow=ipv4:tcp:8081\n'"
        " >/run/systemd/system/vitrine.service.d/ports.conf; systemctl daemon-reload")
    stage.show("asleep", "--vnc 5900 --http 8081")
    shown = stage.snapshot()
    stage.expect_glass(shown, "before anybody looks")
    width, height = machine.size
    script = VIEWER.replace("WIDTH", str(width)).replace("HEIGHT", str(height)).replace("LEFT", "400").replace("TOP", "210")
    machine.ask(f"bash <<'END'\n{script}\nEND")
    # At once: somebody who is asked whether he is still there sees the question.
    opened = stage.glass()
    expect_seen(stage, "before", shown, "the viewer saw something else than the panel shows")
    wanted = stage.snapshot("--tap Bergen")
    if not same(opened, wanted):
        raise Failed(f"tapped from elsewhere at {opened.difference(wanted)}: {stage.keep(opened, 'shown')}, {stage.keep(wanted, 'wanted')}")
    expect_seen(stage, "after", opened, "the viewer saw something else than the page it has opened")
    return "and refused without leave" if denies else "this systemd refuses no port: it has no BPF framework"


@case("a touch screen that goes is named within ten seconds, and not once it is back", "showing")
def touch_gone(stage):
    stage.unplug_touch()
    named_within_ten_seconds(stage.machine, "touch-gone")
    stage.plug_touch()
    expect(causes(stage.machine) == [], "it is still named")


def scrolled_before(machine, onlooker, options="", resting=0):
    """A finger scrolls for some seconds while this command of a shell runs, then rests: how many frames were shown, and the numbers that were said."""
    machine.ask(f"echo 'VITRINE_OPTIONS={options}' >/etc/default/vitrine; cat >/run/script <<'END'\n{figures.script(SCROLLING)}END")
    # The onlooker must not hold the fingers' pipe, whose end is the end of the scrolling.
    said = machine.ask(
        f"""{figures.fingers()}
        sleep 2
        {onlooker} >/run/onlooker 2>&1 3>&- & onlooker=$!
        began=$(cut -d. -f1 /proc/uptime)
        cat /run/script >&3
        exec 3>&-
        while pidof panel-touch >/dev/null; do sleep 0.2; done
        echo seconds $(( $(cut -d. -f1 /proc/uptime) - began ))
        spent() {{ cut -d' ' -f14,15 /proc/$(systemctl show -P MainPID vitrine)/stat | tr ' ' +; }}
        sleep {resting / 10}; before=$(( $(spent) )); sleep {resting}; echo ticks $(( $(spent) - before ))
        kill $onlooker; wait $onlooker || true
        cat /run/onlooker
        systemctl stop vitrine; journalctl -b -u vitrine -o cat | grep 'frames shown' | tail -1""", timeout=1200)
    shown = re.findall(r"(\d+) frames shown, (\d+) missed", said)
    expect(shown, f"nobody says how many frames there were: {said}")
    frames, missed = (int(number) for number in shown[-1])
    expect(frames > SCROLLING * 20, f"only {frames} frames were shown: {said}")
    expect(missed == 0, f"{missed} of {frames} frames were missed: {said}")
    return frames, figures.counters(said), said


@case("a picture asked for a hundred times a second while a finger scrolls: no frame is late", "pacing")
def asked_for_pictures(stage):
    machine = stage.machine
    machine.ask(f"cat >/run/ask.pl <<'END'\n{ASKER}END")
    frames, numbers, said = scrolled_before(machine, f"perl /run/ask.pl /run/vitrine/control {A_SECOND}")
    # Whoever asks for more than there is time for gets them later, one after the other.
    seconds = max(numbers["seconds"], 1)
    expect(numbers.get("taken", 0) >= seconds, f"too few pictures came: {said}")
    return f"{numbers['taken']} pictures in {seconds} s, {frames} frames, 0 missed"


@case("watched from elsewhere while a finger scrolls: no frame is late, and at rest a viewer costs next to nothing", "pacing")
def watched_scrolling(stage):
    machine = stage.machine
    machine.ask(
        f"cat >/run/watch.pl <<'END'\n{WATCHER}END\n"
        "mkdir -p /run/systemd/system/vitrine.service.d; printf '[Service]\nSocketBindAllow=ipv4:tcp:5900\n'"
        " >/run/systemd/system/vitrine.service.d/ports.conf; systemctl daemon-reload")
    frames, numbers, said = scrolled_before(machine, "perl /run/watch.pl", "--vnc 5900", RESTING)
    expect(numbers.get("updates", 0) >= numbers["seconds"], f"the viewer saw too little: {said}")
    ticks = int(machine.ask("getconf CLK_TCK"))
    share = numbers["ticks"] / ticks / RESTING
    expect(share <= AT_REST, f"at rest a viewer costs {share:.1%} of a processor: {said}")
    return (
        f"{numbers['updates']} updates of {numbers['kilobytes'] / 1024:.0f} MB in {numbers['seconds']} s, {frames} frames, 0 missed; "
        f"{share:.1%} of a processor at rest")
