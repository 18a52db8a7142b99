"""What a trace tells of the commit thread and of flips is what the kernel itself has noted: its own tracing, on the same clock."""
import re

from case import collect
from causes import PREPARATION
from stage import expect
from traces import rows

CASES = []
case = collect(CASES)
TRACING = "/sys/kernel/tracing"
# DRM_IOCTL_MODE_ATOMIC. Source: the kernel's drm.h, with a struct drm_mode_atomic of 56 bytes.
ATOMIC = 0xC03864BC
# Nanoseconds: of a processor that is given to somebody else for a moment, and a fifteenth of a frame.
NEAR = 1_000_000
SHARE = 0.99


def noted(said):
    """Calls of the commit thread, and when vertical blanks were for which an event was delivered; nanoseconds."""
    calls, blanks, delivered, entered = [], {}, [], None
    for seconds, words in re.findall(r"^\s*\S+\s+\[\d+\]\s+\S+\s+(\d+\.\d+): (.*)$", said, re.M):
        time = round(float(seconds) * 1e9)
        if words.startswith("sys_ioctl("):
            entered = time
        elif words.startswith("sys_ioctl ->") and entered is not None:
            calls.append((entered, time))
            entered = None
        elif found := re.match(r"drm_vblank_event: crtc=\d+, seq=(\d+), time=(\d+)", words):
            blanks[found[1]] = int(found[2])
        elif found := re.match(r"drm_vblank_event_delivered: .*seq=(\d+)", words):
            delivered.append(found[1])
    return calls, sorted(blanks[number] for number in delivered if number in blanks)


def paired(ours, theirs):
    """The nearest of theirs for each of ours."""
    return [(one, min(theirs, key=lambda other: abs(other[0] - one[0]))) for one in ours]


@case("a trace's commits and flips are the kernel's own, to a millisecond", "pacing")
def kernel_times(stage):
    machine = stage.machine
    said = machine.ask(
        PREPARATION + f"""systemctl start vitrine; sleep 3
        pid=$(systemctl show -P MainPID vitrine)
        for task in /proc/$pid/task/*; do [ $(cat $task/comm) = vitrine-commit ] && commits=${{task##*/}}; done
        mountpoint -q {TRACING} || mount -t tracefs tracefs {TRACING}
        cd {TRACING}; echo mono >trace_clock
        echo "common_pid == $commits && cmd == {ATOMIC:#x}" >events/syscalls/sys_enter_ioctl/filter
        echo "common_pid == $commits" >events/syscalls/sys_exit_ioctl/filter
        touch /run/hold; vitrine ctl refresh; sleep 0.5
        for event in syscalls/sys_enter_ioctl syscalls/sys_exit_ioctl drm/drm_vblank_event drm/drm_vblank_event_delivered; do
          echo 1 >events/$event/enable
        done
        sleep 5
        echo 0 >tracing_on; vitrine ctl trace 600s -o /run/own.pftrace
        rm /run/hold; cat trace""", timeout=300)
    calls, blanks = noted(said)
    expect(len(calls) > 200 and len(blanks) > 200, f"the kernel has noted {len(calls)} commits and {len(blanks)} flips: {said[-600:]}")
    told = rows(machine.file("/run/own.pftrace"))
    first, last = calls[0][0] - NEAR, calls[-1][1] + NEAR
    slices = [(began, ended) for began, ended, _ in told.get("commit thread", []) if began > first and ended < last]
    flips = [(time, time) for time, _, _ in told.get("flips", []) if blanks[0] <= time + NEAR and time - NEAR <= blanks[-1]]
    results = []
    # As many as the kernel has: nothing is left out.
    for ours, theirs, what in ((slices, calls, "commits"), (flips, [(time, time) for time in blanks], "flips")):
        expect(abs(len(ours) - len(theirs)) <= 2, f"the trace has {len(ours)} {what}, the kernel {len(theirs)}")
        apart = sorted(max(abs(one[0] - other[0]), abs(one[1] - other[1])) for one, other in paired(ours, theirs))
        near = sum(1 for distance in apart if distance <= NEAR)
        expect(near >= SHARE * len(ours), f"only {near} of {len(ours)} {what} are where the kernel has them; the farthest {apart[-1] / 1e6:.2f} ms")
        results.append(f"{len(ours)} {what}, {apart[-1] / 1e6:.3f} ms from the kernel's at most")
    return "; ".join(results)
