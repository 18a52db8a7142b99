"""What it costs, on clocks that count instructions, the same on a busy host as on an idle one; and once on the host's own.

The panel is vkms, whose vertical blank comes exactly sixty times a second of that clock.
"""
import os
import re
import subprocess
import sys

from case import collect
from panel_vm import Clock, Failed, Screen
from stage import BOARD, expect

CASES = []
case = collect(CASES)
SIZE = (1024, 768)
# Seconds; of scrolling the figures are told for, and two minutes of it with --brief.
SCROLLING, BRIEFLY, IDLE = 600, 60, 60
# What a desktop-class machine may take from the service's start to the first frame on the glass.
START_LIMIT = 0.5


def add_states(states):
    states.add("pacing", prepare_pacing, clock=Clock.DESKTOP, screen=Screen.VKMS, size=SIZE)
    states.add("real", prepare_pacing, screen=Screen.VKMS, size=SIZE)
    states.add("slow", prepare_pacing, clock=Clock.SLOW, screen=Screen.VKMS, size=SIZE)


def prepare_pacing(machine, options=""):
    """A machine whose panel is vkms with these options, with the kiosk stopped and a board with data in its cache."""
    machine.wait("systemctl is-active -q vitrine", "the kiosk runs without a panel")
    machine.ask(
        f"cp /boards/list.yaml {BOARD}; modprobe uinput; modprobe vkms {options}; udevadm settle; mkfifo /run/touch; "
        "busybox httpd -p 127.0.0.1:8080 -h /server")
    items = ", ".join(f'{{"id": {number}, "name": "Departure {number}", "note": "Platform {number % 9}"}}' for number in range(60))
    machine.ask(f"cat >/run/list.json <<'END'\n{{\"items\": [{items}]}}\nEND")
    # Fetched once, so that the first frame of every later start has content from the disk.
    machine.ask("systemctl restart vitrine; sleep 5; systemctl stop vitrine")


def counters(words):
    """Numbers by name from lines `name number`."""
    return {name: int(number) for name, number in re.findall(r"^(\S+) (-?\d+)$", words, re.M)}


def started(stage):
    """Seconds from the process's start to READY, which systemd is told with the first frame on the glass; of five starts, sorted.

    A sixth before them fills the page cache: how long the host's disk takes is not counted in instructions.
    """
    said = stage.machine.ask(
        """systemctl start vitrine; sleep 1; systemctl stop vitrine
        for n in 1 2 3 4 5; do
          systemctl reset-failed vitrine; systemctl start vitrine
          began=$(systemctl show -P ExecMainStartTimestampMonotonic vitrine)
          echo start$n $(( $(systemctl show -P ActiveEnterTimestampMonotonic vitrine) - began ))
          sleep 1; systemctl stop vitrine
        done; journalctl -b -u vitrine -o cat | grep -c 'first frame on the glass' | sed 's/^/frames /'""")
    numbers = counters(said)
    expect(numbers["frames"] >= 6, f"no first frame was shown: {said}")
    return sorted(value / 1e6 for name, value in numbers.items() if name.startswith("start"))


@case("service start to first frame with cached content, at a desktop's speed", "pacing")
def start_on_a_desktop(stage):
    times = started(stage)
    expect(times[2] <= START_LIMIT, f"median {times[2]:.3f} s of {times}, allowed are {START_LIMIT} s")
    return f"median {times[2] * 1000:.0f} ms, {times[0] * 1000:.0f} to {times[-1] * 1000:.0f}"


@case("service start to first frame with cached content, at a slow board's speed", "slow", figure=True)
def start_on_a_slow_board(stage):
    times = started(stage)
    return f"median {times[2] * 1000:.0f} ms, {times[0] * 1000:.0f} to {times[-1] * 1000:.0f}"


def script(seconds):
    """Drags, flings and pulls for so long, for panel-touch; what a person does who reads a list, without pauses for thought."""
    width, height = SIZE
    middle, lines, length = width // 2, [], 0

    def add(line, milliseconds):
        nonlocal length
        lines.append(line)
        length += milliseconds

    while length < seconds * 1000:
        for _ in range(3):
            add(f"drag {middle} {height - 150} {middle} 200 160 0", 168)
            add("wait 1400", 1400)
        add(f"drag {middle} {height - 100} {middle} 300 800 200", 1000)
        for _ in range(5):
            add(f"drag {middle} 250 {middle} {height - 100} 120 0", 128)
            add("wait 900", 900)
        # At the top: a pull past the trigger, and time for its answer.
        add(f"drag {middle} 200 {middle} {height - 120} 500 150", 650)
        add("wait 2500", 2500)
    return "\n".join(lines) + "\n"


# The kernel counts the places where the frame thread gives the processor away by itself.
SCHEDULER = "/sys/kernel/tracing/events/sched/sched_switch"
TRIGGER = 'hist:keys=common_stacktrace if prev_comm == "vitrine-frame" && prev_state & 255'


def fingers(size=SIZE):
    """Words of a shell that start the kiosk, and give it a touch screen of so many pixels: what is written to descriptor 3 its fingers do."""
    return f"""systemctl start vitrine
        panel-touch {size[0]} {size[1]} </run/touch >/run/touch.log 2>&1 &
        exec 3>/run/touch
        until systemctl show -P StatusText vitrine | grep -q '1 touch screen'; do sleep 0.1; done"""


def scroll(stage):
    """Plays the script; returns what the kiosk says of its frames, how often the frame thread waited for what, and everything the
    machine said."""
    machine = stage.machine
    machine.ask(f"cat >/run/script <<'END'\n{script(SCROLLING)}END")
    said = machine.ask(
        f"""{fingers()}
        sleep 2
        asked=$(cat /run/list.log | wc -l)
        mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing
        echo '{TRIGGER}' >{SCHEDULER}/trigger
        cat /run/script >&3
        exec 3>&-
        while pidof panel-touch >/dev/null; do sleep 5; done
        sleep 5
        sed 's/^/place /' {SCHEDULER}/hist; echo '!{TRIGGER}' >{SCHEDULER}/trigger
        echo asked $(( $(cat /run/list.log | wc -l) - asked ))
        systemctl stop vitrine; journalctl -b -u vitrine -o cat | grep 'frames shown' | tail -1""", timeout=3000)
    figures = re.search(r"(\d+) frames shown, (\d+) missed.* (\d+) waited\).*", said)
    if not figures:
        raise Failed(f"the kiosk did not say how many frames it showed: {said}")
    expect(counters(said)["asked"] >= SCROLLING // 30, f"the pulls asked the server only {counters(said)['asked']} times")
    waits = waits_by_kind(said)
    expect(waits.get("between turns", 0) > 0, f"the kernel did not say where the frame thread waits: {said}")
    return figures, waits, said


@case("minutes of scrolling and pulling: no frame is missed", "pacing", ported=True)
def scrolling(stage):
    figures, waits, said = scroll(stage)
    # Most of the time something moves.
    expect(int(figures[1]) > SCROLLING * 60 // 3, f"only {figures[1]} frames were shown")
    expect(int(figures[2]) == 0, f"{figures[0]}; the frame thread waited {told(waits)}: {said}")
    return f"{SCROLLING // 60} minutes, {figures[0]}; {counters(said)['asked']} pulls answered; the frame thread waited {told(waits)}"


# Where the frame thread gives the processor away by itself, by a function on the kernel's stack there. But for the first, each is a
# wait behind a thread of the same process that has not got the processor, which on this host is scarce.
WAITS = {
    "do_epoll_wait": "between turns",
    "do_futex": "for a lock of its own process",
    # A page touched for the first time, or tiles given back, while another thread takes memory or gives it back.
    "lock_mm_and_find_vma": "for the map of its own memory",
    "__vm_munmap": "for the map of its own memory",
}


@case("the same on the clock of a busy host: missed frames by cause, and all that the frame thread waited for", "real", alone=True)
def busy(stage):
    # The kiosk counts a missed frame as waited for if its thread gave the processor away by itself while it was not asleep between two
    # turns.
    with Load():
        figures, waits, said = scroll(stage)
    # A disk, a network, another process, the display's driver are none of these.
    expect("elsewhere" not in waits, f"the frame thread waited elsewhere: {said}")
    turns = waits["between turns"]
    expect(sum(waits.values()) - turns <= turns // 1000, f"the frame thread waited too often: {waits}")
    # A host this busy may take the processor for whole frames, but not for most of them.
    expect(int(figures[1]) > SCROLLING * 60 // 10, f"only {figures[1]} frames were shown")
    return f"{SCROLLING // 60} minutes, {figures[0]}; in {turns} turns the frame thread waited {told(waits)}"


def told(waits):
    """What the frame thread waited for but its next turn, in words."""
    return ", ".join(f"{kind} {count} times" for kind, count in waits.items() if kind != "between turns") or "for nothing"


def waits_by_kind(said):
    """How often the frame thread waited for what, from the kernel's histogram of its stacks."""
    waits = {}
    for stack, count in re.findall(r"common_stacktrace:(.*?)\} hitcount: +(\d+)", said, re.S):
        kind = next((kind for function, kind in WAITS.items() if function in stack), "elsewhere")
        waits[kind] = waits.get(kind, 0) + int(count)
    return waits


class Load:
    """As many processes that do nothing but compute as the host has processors; they end with this one, however it ends."""

    PROGRAM = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(1_000_000): pass
"""

    def __enter__(self):
        self.processes = [subprocess.Popen([sys.executable, "-c", self.PROGRAM]) for _ in range(os.cpu_count() or 1)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


@case("a minute untouched: no frame, and no wake-ups but the watchdog's", "pacing")
def idle(stage):
    said = stage.machine.ask(
        """systemctl start vitrine; sleep 20
        pid=$(systemctl show -P MainPID vitrine)
        count() {
          for t in /proc/$pid/task/*; do
            echo "$(cat $t/comm | tr ' ' '-') $(sed -n 's/^voluntary_ctxt_switches:\t//p' $t/status)"
          done
        }
        flips() { echo flips $(cat /sys/kernel/tracing/trace | grep -c 'drm_vblank_event_delivered'); }
        mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing
        echo 1 >/sys/kernel/tracing/events/drm/drm_vblank_event_delivered/enable
        before=$(count | awk '{ sum[$1] += $2 } END { for (name in sum) print name, sum[name] }')
        sleep %d
        flips
        count | awk '{ sum[$1] += $2 } END { for (name in sum) print name, sum[name] }' | while read name number; do
          echo "$name $(( number - $(echo "$before" | sed -n "s/^$name //p" | grep . || echo 0) ))"
        done""" % IDLE)
    numbers = counters(said)
    expect(numbers["flips"] == 0, f"{numbers['flips']} frames were shown")
    frame = numbers["vitrine-frame"]
    # One wake-up in two thirds of WatchdogSec, and one more at an edge.
    expect(1 <= frame <= IDLE // 10 + 1, f"the frame thread was woken {frame} times in {IDLE} s")
    others = sum(value for name, value in numbers.items() if name not in ("flips", "vitrine-frame"))
    expect(others <= 1, f"other threads were woken {others} times: {said}")
    return f"the frame thread was woken {frame} times, others {others} times"


@case("a kiosk that hangs is killed by the watchdog and started again", "pacing")
def watchdog(stage):
    said = stage.machine.ask(
        """systemctl start vitrine; before=$(systemctl show -P MainPID vitrine)
        sleep 40; test $(systemctl show -P MainPID vitrine) = $before && echo alive 1
        kill -STOP $before; began=$(cut -d. -f1 /proc/uptime)
        until [ $(systemctl show -P MainPID vitrine) != $before ] && systemctl is-active -q vitrine; do
          sleep 0.5; [ $(( $(cut -d. -f1 /proc/uptime) - began )) -lt 120 ] || break
        done
        echo after $(( $(cut -d. -f1 /proc/uptime) - began ))
        echo restarts $(systemctl show -P NRestarts vitrine)
        echo told $(journalctl -b -u vitrine -o cat | grep -c 'Watchdog timeout')""", timeout=900)
    numbers = counters(said)
    expect(numbers.get("alive") == 1, f"it was killed although it was well: {said}")
    expect(numbers["restarts"] == 1 and numbers["told"] == 1, said)
    # 15 s after the last feed, which was at most 10 s ago, then 2 s for it to die and 1 s of pause; and a start.
    expect(8 <= numbers["after"] <= 30, f"it was back after {numbers['after']} s")
    return f"back {numbers['after']} s after it hung"
