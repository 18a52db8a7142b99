"""Why frames are late: faults are done to them on a real vertical blank, and each is told by its one cause.

The panel is vkms, on a clock that counts instructions. What is told is read from the trace, by whose times it is known which fault it is of.
"""
import re

from case import collect
from stage import BOARD, expect
from traces import moments

CASES = []
case = collect(CASES)
# By what each fault is to be told. Source: panel-faults.c, and the words of FrameVerdict.Cause. A heavy one is the board's own: see HEAVY.
CAUSES = {
    "wake": "woken late",
    "stop": "woken late",
    "flight": "woken late",
    "draw": "drawing took long",
    "kernel": "the kernel showed it late",
    "refuse": "the display did not take it",
    "away": "the display was gone",
    "plug": "the display was gone",
    "heavy": "drawing took long",
    "rest": "nothing was due",
}
SHARE = 0.95
# Of the record: what an emulated processor draws once more in some seconds.
PLAYED = "10s"
# A pull turns for fifteen seconds at most, and the card is asked for again after one.
ROUND = "wake=2 stop=2 flight=2 draw=2 kernel=2 away=2 plug=2 refuse=1"
# A refresh control that a panel like this one can draw in most frames, and cannot in a fifth of a second of every two: it then lays large
# pictures over each other, turned, half clear. Seconds from the refresh's beginning on.
HEAVY_BEGINS, HEAVY_ENDS, HEAVY_PERIOD = 1.0, 1.2, 2
HEAVY = f"""style: Heavy
height: 96
sprites: {{sheet: {{rect: [400, 160], radius: 40, color: accent}}, needle: {{line: 6, length: 80}}}}
layers:
  - sprite: sheet
    scale: 2.7
    alpha: 0
    rotate: 3
    copies: {{count: 32, rotate: 1}}
    loop: {{alpha: {{0: 0, {HEAVY_BEGINS}: 0, {HEAVY_BEGINS + 0.001}: 0.5, {HEAVY_ENDS}: 0.5, {HEAVY_ENDS + 0.001}: 0, {HEAVY_PERIOD}: 0}}}}
  - sprite: needle
    loop: {{rotate: {{0: 0, 1: 360}}}}
"""


# Answers are held back as long as /run/hold is there; `now` is the monotonic clock, nanoseconds.
PREPARATION = """cat >/server/cgi-bin/list <<'END'
#!/bin/sh
while [ -e /run/hold ]; do sleep 0.05; done
printf 'Content-Type: application/json\\r\\n\\r\\n'
exec cat /run/list.json
END
now() { echo $(( $(sed 's/ .*//; s/\\.//' /proc/uptime) * 10000000 )); }
"""


def weighed(stage, rounds):
    """A board with frames that take longer than a vertical blank: what it did to itself, and what the kiosk tells of it, with times.

    A start before fills the page cache: how long the host's disk takes is not counted in instructions.
    """
    machine = stage.machine
    machine.ask(f"cat >/etc/vitrine/heavy.yaml <<'END'\n{HEAVY}END\nsed 's/style: compass/style: heavy.yaml/' /boards/list.yaml >{BOARD}")
    said = machine.ask(
        PREPARATION + f"""systemctl start vitrine; sleep 1; systemctl stop vitrine
        systemctl start vitrine; sleep 3
        for round in $(seq {rounds}); do
          touch /run/hold
          echo ask $(now); vitrine ctl refresh; echo asked $(now)
          sleep 6
          rm /run/hold
          sleep 2.5
        done
        vitrine ctl trace 600s -o /run/heavy.pftrace
        vitrine ctl record -o /run/heavy.vrec
        vitrine replay --until 12s --board {BOARD} /run/heavy.vrec; true
        systemctl stop vitrine; cp /boards/list.yaml {BOARD}""", timeout=900)
    asked = re.findall(r"^ask (\d+)\nasked (\d+)$", said.replace("refreshing\n", ""), re.M)
    expect(len(asked) == rounds, f"the heavy board was to refresh {rounds} times: {said}")
    done = []
    for before, after in asked:
        for turn in range(3):
            begins, ends = (int((HEAVY_PERIOD * turn + seconds) * 1e9) for seconds in (HEAVY_BEGINS, HEAVY_ENDS))
            # The last of its frames is told of when it is seen.
            done.append(("heavy", int(before) + begins, int(after) + ends + 150_000_000))
    told = late(machine, "/run/heavy.pftrace")
    lines = re.findall(r"^frame \d+: (?:one blank|\d+ blanks) late, (.*)\n((?:  .*\n)*)", said + "\n", re.M)
    expect(lines and all("sprite" in layers for _, layers in lines), f"a replay names no layers: {said}")
    return done, told


def late(machine, path):
    """What a trace tells of late frames. That the thread has waited stands there too: what came of it is a cause of its own."""
    return [(time, words) for time, words in moments(machine.file(path), "late and missed frames") if words != "the thread waited"]


def injected(stage, rounds, faults):
    """Has faults done to a picture that turns without end; returns what was done, and what the kiosk tells of it, with times."""
    said = stage.machine.ask(
        PREPARATION + f"""systemctl start vitrine; sleep 2
        pid=$(systemctl show -P MainPID vitrine)
        card=$(ls -l /proc/$pid/fd | grep -o '/dev/dri/card[0-9]*' | head -1)
        for seed in $(seq {rounds}); do
          touch /run/hold
          vitrine ctl refresh
          sleep 0.5
          echo begin $(now)
          panel-faults $pid $card $seed {faults} || exit 1
          echo end $(now)
          rm /run/hold
          sleep 2.5
        done
        vitrine ctl trace 600s -o /run/causes.pftrace
        vitrine ctl record -o /run/causes.vrec
        vitrine replay --until {PLAYED} /run/causes.vrec""", timeout=900)
    done = [(name, int(began), int(ended)) for name, began, ended in re.findall(r"^fault (\w+) (\d+) (\d+)$", said, re.M)]
    # Between two rounds the picture is at rest, and nothing is wrong.
    ends, begins = ([int(time) for time in re.findall(rf"^{word} (\d+)$", said, re.M)] for word in ("end", "begin"))
    done += [("rest", ended, began) for ended, began in zip(ends, begins[1:])]
    told = late(stage.machine, "/run/causes.pftrace")
    check_replay(said, [words for _, words in told if words != CAUSES["rest"]])
    return done, told


def check_replay(said, told):
    """Playing the beginning of the record again tells the same, and of what took long to draw what it was."""
    lines = re.findall(r"^frame \d+: (?:one blank|\d+ blanks) late, (.*)\n((?:  .*\n)*)", said, re.M)
    again = [words for words, _ in lines]
    expect(len(again) > 5 and again == told[:len(again)], f"a replay tells {again}, and the panel told {told}")
    blank = [words for words, layers in lines if words == CAUSES["draw"] and not layers]
    expect(not blank, f"of {len(blank)} frames that took long to draw no layer is told")


def judged(done, told):
    """How many faults were told right, what was told of the others, and what was told of none."""
    right, wrong, left = 0, [], list(told)
    for name, began, ended in done:
        words = [words for time, words in told if began <= time <= ended]
        left = [entry for entry in left if not began <= entry[0] <= ended]
        # Where frames are late, blanks that pass without one for the same reason are not told of by themselves.
        causes = [word for word in words if word != CAUSES["rest"]] if name != "rest" else words
        if causes and set(causes) == {CAUSES[name]}:
            right += 1
        else:
            wrong.append((name, words))
    return right, wrong, [words for _, words in left if words != CAUSES["rest"]]


def check(stage, rounds, faults):
    weight = weighed(stage, max(1, rounds // 3))
    done, told = (one + other for one, other in zip(weight, injected(stage, rounds, faults)))
    right, wrong, left = judged(done, told)
    kinds = {name: sum(1 for fault in done if fault[0] == name) for name in CAUSES}
    words = f"{right} of {len(done)} injected faults are told by their one cause ({', '.join(f'{count} {name}' for name, count in kinds.items())})"
    expect(all(kinds.values()), f"not every kind was injected: {kinds}")
    expect(right >= SHARE * len(done), f"{words}; wrong: {wrong}")
    expect(len(left) <= len(done) * (1 - SHARE), f"{words}; but frames are said to be late that nothing was done to: {left}")
    return words + (f"; told otherwise: {wrong}" if wrong else "") + (f"; told of nothing that was done: {left}" if left else "")


@case("late frames are told by their one cause: injected faults on a real vertical blank", "pacing")
def causes(stage):
    return check(stage, 3, ROUND)


@case("the same of hundreds of faults", "pacing", figure=True)
def many_causes(stage):
    return check(stage, 30, ROUND)
