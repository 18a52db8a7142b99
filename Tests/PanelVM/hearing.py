"""Somebody who does not see the panel: a plug, a keypad, and what is heard.

The sound card is the kernel's own dummy, which takes samples as fast as a real one plays them; what is handed to it is written down besides.
"""
import re

from case import collect
from figures import SCHEDULER, TRIGGER, told, waits_by_kind
from panel_vm import Failed
from stage import BOARD, expect

CASES = []
case = collect(CASES)
TAB, F1, MUTE = 15, 59, 113
# Milliseconds by the machine's own clock: from the plug to the first sample, from a key to silence.
BEGIN_LIMIT, SILENCE_LIMIT = 1000, 100
# What is written down is as it is heard: 16 bits, 22,050 samples a second.
SECOND = 22_050 * 2
# MB that all of its processes hold more than before: while it speaks, where what several of them share counts in parts; and once it has spoken,
# of what they have written. 0.7 MB of ALSA's library itself stay mapped besides, which the kernel takes back when it likes.
SPEAKING_LIMIT, SILENT_LIMIT = 12, 1
SOUND = """pcm.!default { type file; slave.pcm "hw:0"; file "/run/vitrine/heard.raw"; format "raw" }"""


def prepare(stage):
    machine = stage.machine
    machine.ask(
        f"cat >/etc/asound.conf <<'END'\n{SOUND}\nEND\n"
        f"modprobe snd_dummy; udevadm settle; test -e /proc/asound/card0/pcm0p/sub0/status; cp /boards/list.yaml {BOARD}; "
        "mkfifo /run/keypad; systemctl start vitrine")
    machine.run("panel-keypad <>/run/keypad >/run/keypad.log 2>&1 &")
    machine.wait("grep -q ready /run/keypad.log", "the keypad is there")
    stage.expect_journal("Panel keypad")


def keys(stage, *lines):
    """Obeyed one after the other; returns the milliseconds each `await` took."""
    said = stage.machine.ask(
        "first=$(wc -l </run/keypad.log); for line in " + " ".join(f"'{line}'" for line in lines) + "; do before=$(grep -c -e done /run/keypad.log); "
        "echo $line >/run/keypad; while [ $(grep -c -e done /run/keypad.log) -le $before ]; do sleep 0.02; done; done; "
        "tail -n +$((first + 1)) /run/keypad.log | grep -e after -e never || true")
    expect("never" not in said, f"{lines}: {said}; {stage.journal()[-600:]}")
    return [int(number) for number in re.findall(r"after (\d+)", said)]


def heard(stage):
    """Seconds written down, and how loud the loudest of it is."""
    data = stage.machine.file("/run/vitrine/heard.raw")
    samples = memoryview(data[: len(data) & ~1]).cast("h")
    return len(data) / SECOND, max((abs(sample) for sample in samples), default=0)


def memory(stage, kind):
    """MB of all its processes."""
    return int(stage.machine.ask(
        "cd /proc; cat $(sed 's,$,/smaps_rollup,' /sys/fs/cgroup/system.slice/vitrine.service/cgroup.procs) 2>/dev/null"
        " | awk '/^" + kind + ":/ {sum += $2} END {print sum}'")) / 1024


@case("a plug, keys and silence: what is on the panel is heard, and no frame is missed for it", "pacing")
def voice(stage):
    prepare(stage)
    stage.machine.ask(
        f"mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing; echo '{TRIGGER}' >{SCHEDULER}/trigger")
    stage.machine.ask("sleep 2")
    # Without what is shared: the recorder's memory is taken while nothing else is to be done, which may be before this or after it.
    before, written = memory(stage, "Pss_(Anon|File)"), memory(stage, "Pss_Anon")
    # A process that is started, a library and a voice that are loaded, and a sentence that is made.
    began = keys(stage, "jack 1", "await RUNNING")[0]
    expect(began <= BEGIN_LIMIT, f"the first sample came {began} ms after the plug; allowed are {BEGIN_LIMIT}")
    stage.machine.ask("sleep 4")
    seconds, loudest = heard(stage)
    expect(2 < seconds < 12 and loudest > 3000, f"{seconds:.1f} s were heard, at most {loudest}")
    speaking = memory(stage, "Pss_(Anon|File)") - before
    expect(speaking <= SPEAKING_LIMIT, f"{speaking:.1f} MB more while it speaks; allowed are {SPEAKING_LIMIT}")
    # Before the list is gone through: what is seen of it then is kept, whether or not it is heard.
    keys(stage, "jack 0", "await closed")
    stage.machine.ask("sleep 2")
    silent = memory(stage, "Pss_Anon") - written
    expect(silent <= SILENT_LIMIT, f"{silent:.1f} MB more once it has spoken; allowed is {SILENT_LIMIT}")
    keys(stage, "jack 1", "await RUNNING")
    # Down the list and through all of it: each key ends what is being said, and something else begins.
    silences = []
    for _ in range(2):
        keys(stage, *[f"key {TAB}", "wait 400"] * 14, f"key {F1}", "await RUNNING", "wait 1500")
        silences += keys(stage, f"key {MUTE}", "await closed")
        keys(stage, f"key {F1}", "await RUNNING")
    expect(max(silences) <= SILENCE_LIMIT, f"a key was followed by silence after {silences} ms; allowed are {SILENCE_LIMIT}")
    silences += keys(stage, "jack 0", "await closed")
    expect(silences[-1] <= SILENCE_LIMIT, f"the plug was pulled, and silence came after {silences[-1]} ms")
    # In and out a hundred times, faster than anything can be said.
    keys(stage, "shake 100", "jack 1", "await RUNNING", "jack 0", "await closed")
    waits = told(waits_by_kind(stage.machine.ask(f"sed 's/^/place /' {SCHEDULER}/hist; echo '!{TRIGGER}' >{SCHEDULER}/trigger")))
    said = stage.machine.ask(
        "vitrine ctl record -o /run/heard.vrec; systemctl stop vitrine; "
        "journalctl -b -u vitrine -o cat | grep 'frames shown' | tail -1; journalctl -b -u vitrine -o cat")
    figures = re.search(r"(\d+) frames shown, (\d+) missed", said)
    expect(figures and int(figures[1]) > 100, said)
    if int(figures[2]) > 0:
        why = stage.machine.ask(f"vitrine replay --board {BOARD} /run/heard.vrec 2>&1; true", timeout=600)
        raise Failed(f"{figures[0]} while it was heard; the frame thread waited {waits}: {said}\n{why}\nthe record: {stage.save('/run/heard.vrec')}")
    expect("speech:" not in said, said)
    return (
        f"first sample after {began} ms, silence after {max(silences)} ms at most, {figures[0]}, waited {waits}, "
        f"{before:.1f} MB, {speaking:.1f} more while it speaks, {silent:.1f} more once it has spoken")


@case("a sound card goes away in mid-sentence, and comes back", "pacing")
def unplugged(stage):
    prepare(stage)
    driver = "/sys/bus/platform/drivers/snd_dummy"
    keys(stage, "jack 1", "await RUNNING")
    stage.machine.ask(f"cd {driver}; echo snd_dummy.* >unbind; sleep 3")
    keys(stage, *[f"key {TAB}", "wait 300"] * 5)
    said = stage.journal()
    expect(0 < said.count("speech: ") <= 2, said)
    stage.machine.ask(f"cd {driver}; echo snd_dummy.0 >bind; udevadm settle")
    keys(stage, "jack 0", "jack 1", "await RUNNING", "jack 0", "await closed")
    expect(stage.property("NRestarts") == "0", said)


@case("no sound card: the panel says so once, and does all else", "pacing")
def silent(stage):
    stage.machine.ask(f"cp /boards/list.yaml {BOARD}; mkfifo /run/keypad; systemctl start vitrine")
    stage.machine.run("panel-keypad <>/run/keypad >/run/keypad.log 2>&1 &")
    stage.machine.wait("grep -q ready /run/keypad.log", "the keypad is there")
    stage.expect_journal("Panel keypad")
    keys(stage, "jack 1", "wait 1500", *[f"key {TAB}", "wait 300"] * 5, "jack 0", "jack 1", "wait 1500")
    said = stage.journal()
    expect(said.count("speech: ") == 1 and "could not be opened" in said, said)
    expect(stage.property("NRestarts") == "0", said)
