"""A panel seen and steered from elsewhere: who may, what is told, how soon."""
import json
import time

from case import collect
from panel_vm import Picture
from stage import expect, same

CASES = []
case = collect(CASES)


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


@case("a touch screen that goes is named within ten seconds, and not once it is back", "showing")
def touch_gone(stage):
    stage.unplug_touch()
    named_within_ten_seconds(stage.machine, "touch-gone")
    stage.plug_touch()
    expect(causes(stage.machine) == [], "it is still named")
