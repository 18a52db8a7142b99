"""Why frames are late: faults are done to them on a real vertical blank, and each is told by its one cause.

The panel is vkms, on a clock that counts instructions. What is told is read from the trace, by whose times it is known which fault it is of.
"""
import re

from case import collect
from stage import expect

CASES = []
case = collect(CASES)
# By what each fault is to be told. Source: panel-faults.c, and the words of FrameVerdict.Cause.
CAUSES = {
    "wake": "woken late",
    "stop": "woken late",
    "flight": "woken late",
    "draw": "drawing took long",
    "kernel": "the kernel showed it late",
    "refuse": "the display did not take it",
    "away": "the display was gone",
    "rest": "nothing was due",
}
SHARE = 0.95
# Of the record: what an emulated processor draws once more in some seconds.
PLAYED = "10s"
# A pull turns for fifteen seconds at most, and the card is asked for again after one.
ROUND = "wake=2 stop=2 flight=2 draw=2 kernel=2 away=2 refuse=1"


def fields(data):
    """The fields of a protobuf message: numbers and bytes by their numbers."""
    place, found = 0, []

    def varint():
        nonlocal place
        value, shift = 0, 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while place < len(data):
        key = varint()
        if key & 7 == 0:
            found.append((key >> 3, varint()))
        elif key & 7 == 2:
            length = varint()
            found.append((key >> 3, data[place:place + length]))
            place += length
        else:
            raise ValueError(f"a field of kind {key & 7}")
    return found


def moments(trace, track):
    """Moments of a row: their times and names. Source: Perfetto's trace_packet.proto and track_event.proto."""
    rows, found = {}, []
    for _, packet in fields(trace):
        parts = dict(fields(packet))
        if 60 in parts:
            descriptor = dict(fields(parts[60]))
            rows[descriptor[1]] = descriptor.get(2, b"").decode()
        elif 11 in parts:
            event = dict(fields(parts[11]))
            if event[9] == 3 and rows.get(event[11]) == track:
                found.append((parts[8], event[23].decode()))
    return sorted(found)


def injected(stage, rounds, faults):
    """Has faults done to a picture that turns without end; returns what was done, and what the kiosk tells of it, with times."""
    said = stage.machine.ask(
        f"""cat >/server/cgi-bin/list <<'END'
#!/bin/sh
while [ -e /run/hold ]; do sleep 0.05; done
printf 'Content-Type: application/json\\r\\n\\r\\n'
exec cat /run/list.json
END
        now() {{ echo $(( $(sed 's/ .*//; s/\\.//' /proc/uptime) * 10000000 )); }}
        systemctl start vitrine; sleep 2
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
    told = moments(stage.machine.file("/run/causes.pftrace"), "late and missed frames")
    # That the thread has waited stands there too: what came of it is a cause of its own.
    told = [(time, words) for time, words in told if words != "the thread waited"]
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
    done, told = injected(stage, rounds, faults)
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
