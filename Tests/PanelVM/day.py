"""A panel's day: power on, the first frame, the four ways it may hang on the wall."""
import re
import time

from case import collect
from panel_vm import Clock, Failed
from stage import BOARD, SLOP, Stage, expect, same

CASES = []
case = collect(CASES)


def add_states(states):
    states.add("showing", prepare_showing)
    # The same where a busy host does not delay fingers: what their speed decides is exact.
    states.add("counted", prepare_showing, clock=Clock.DESKTOP)
    states.add("waiting", prepare_waiting, usb=True)


def prepare_waiting(machine):
    """Nobody has set it up, and it says so; sticks can be plugged in."""
    machine.wait("systemctl is-active -q vitrine", "the service is ready", timeout=120)
    Stage(machine, ".", "waiting").rest()


def prepare_showing(machine):
    """The kiosk shows the board that never changes, and a touch screen is plugged in."""
    stage = Stage(machine, ".", "showing")
    machine.wait("systemctl is-active -q vitrine", "the kiosk runs")
    stage.show("still")
    stage.plug_touch()
    stage.rest()


@case("power on, and the board somebody puts there is on the glass without a human", ported=True)
def power_on(stage):
    machine = stage.machine
    machine.wait("systemctl is-active -q vitrine", "the service is ready", timeout=120)
    # Without a board it says what it lacks; the board is shown as soon as it is there, by the kiosk that runs.
    lacking = stage.rest()
    machine.ask(f"cp /usr/share/vitrine/board.yaml {BOARD}")
    # The board shows the time of day: between the two looks a minute may have passed.
    for _ in range(5):
        wanted = stage.snapshot()
        try:
            stage.expect_glass(wanted, "after power on", timeout=3)
            break
        except Failed as error:
            last = error
    else:
        raise last
    expect(not same(stage.glass(), lacking), "it showed the board before it was there")
    expect(stage.property("NRestarts") == "0", "it has been started more than once")


@case("what keeps a board from being shown at power on is on the glass, and mended without a restart", "showing")
def mistaken(stage):
    machine = stage.machine
    board = stage.rest()

    def begins(what):
        machine.ask("systemctl restart vitrine")
        machine.wait("systemctl is-active -q vitrine", f"the kiosk runs with {what}")
        expect(not same(stage.rest(), board), f"it shows the board with {what}")
        expect("what is missing" in stage.property("StatusText"), stage.property("StatusText"))
        return machine.ask("vitrine ctl status")

    def goes_on(what, mend):
        process = stage.property("MainPID")
        machine.ask(mend)
        stage.expect_glass(board, f"without {what}")
        expect(stage.property("MainPID") == process, f"it was started anew after {what}")
        expect("what is missing" not in stage.property("StatusText"), stage.property("StatusText"))
        expect("all is well" in machine.ask("vitrine ctl status"), "it is not well")

    machine.ask(f"cp {BOARD} /run/right.yaml; echo 'titel: x' >> {BOARD}")
    told = begins("a mistake")
    expect('unknown key "titel"' in told, told)
    goes_on("a mistake", f"cp /run/right.yaml {BOARD}")
    machine.ask(f"chmod 600 {BOARD}; chown root {BOARD}")
    told = begins("a board it may not read")
    expect("may not" in told or "ermission denied" in told, told)
    goes_on("a board it may not read", f"chmod 644 {BOARD}")
    # What the service is told is read when it starts.
    machine.ask("cp /etc/default/vitrine /run/default; echo 'VITRINE_OPTIONS=--rotaet 90' >> /etc/default/vitrine")
    told = begins("an option that is none")
    expect("--rotaet" in told, told)
    machine.ask("cp /run/default /etc/default/vitrine; systemctl restart vitrine")
    stage.expect_glass(board, "without an option that is none")
    # A secret that is not there silences what needs it.
    machine.ask("echo 'VITRINE_OPTIONS=--mqtt mqtt://panel:${NO_SUCH_SECRET}@broker --http 0.0.0.0:8099' >> /etc/default/vitrine; systemctl restart vitrine")
    stage.expect_glass(board, "with a broker whose secret is not there")
    machine.wait("vitrine ctl status | grep -q NO_SUCH_SECRET && vitrine ctl status | grep -q VITRINE_HTTP_TOKEN", "it says what is not there")


@case("it runs as a user that may nothing", "showing", ported=True)
def unprivileged(stage):
    machine, process = stage.machine, stage.property("MainPID")
    status = machine.ask(f"cat /proc/{process}/status")
    user = machine.ask("id -u vitrine")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    expect(set(fields["Uid"].split()) == {user} and user != "0", f"it runs as {fields['Uid']}")
    for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        expect(int(fields[kind], 16) == 0, f"it has capabilities: {kind} {fields[kind]}")
    expect(fields["NoNewPrivs"] == "1", "it may gain privileges")
    stage.expect_glass(stage.snapshot(), "as that user")
    # What these two start goes after them.
    stage.show("still")
    threads = machine.ask(
        "for t in /proc/$(systemctl show -P MainPID vitrine)/task/*; do "
        "echo $(cat $t/comm | tr ' ' '-') $(sed 's/.*) //' $t/stat | cut -d' ' -f38); done")
    # A thread may end while it is looked at.
    priorities = [line.split() for line in threads.splitlines() if re.fullmatch(r"\S+ \d+", line)]
    urgent = sorted(line for line in priorities if line[1] != "0")
    expect(urgent == [["vitrine-commit", "11"], ["vitrine-frame", "10"]], f"these are not the real-time threads: {threads}")
    expect(len(priorities) > 3, f"there are no other threads to speak of: {threads}")
    # Another user, in none of the groups, is told which.
    machine.ask("systemctl stop vitrine; id guest 2>/dev/null || useradd guest")
    code, said = machine.run("timeout 20 setpriv --reuid=guest --regid=guest --clear-groups vitrine run --display kms /boards/still.yaml")
    expect("not in the group" in said.decode() and "video" in said.decode(), f"said {said.decode()} ({code})")


@case("two processors compose frames together, and the picture is that of one", processors=2)
def together(stage):
    machine = stage.machine
    machine.wait("systemctl is-active -q vitrine", "the service is ready", timeout=120)
    stage.show("still")
    stage.plug_touch()
    stage.await_touch()

    def rows():
        """What thread of rows there is: its scheduling, and how long it has had a processor."""
        said = machine.ask(
            "for t in /proc/$(systemctl show -P MainPID vitrine)/task/*; do "
            # A thread may have ended since it was named.
            "if [ \"$(cat $t/comm 2>/dev/null | tr ' ' '-')\" = vitrine-rows ]; then "
            "echo $(sed 's/.*) //' $t/stat | cut -d' ' -f38) $(cut -d' ' -f1 $t/schedstat); fi; done")
        return [int(word) for word in said.split()]

    stage.expect_glass(stage.snapshot(), "at the top")
    began = rows()
    expect(began[:1] == [10], f"there is no such thread of the frame thread's priority: {began}")
    width, height = machine.size
    stage.finger(f"drag {width // 2} {height - 90} {width // 2} {height - 270} 240 400")
    stage.expect_glass(stage.snapshot(f"--scroll {180 - SLOP}"), "dragged")
    ended = rows()
    expect(ended[1] > began[1], f"it has composed nothing: {began}, {ended}")
    return f"the other processor composed for {(ended[1] - began[1]) // 1000} us"


def orientation(degrees):
    @case(f"turned by {degrees} degrees, picture and finger", "showing", ported=degrees == 90)
    def turned_by(stage):
        stage.show("still", rotation=degrees)
        stage.await_touch()
        stage.expect_glass(stage.snapshot(), "at the top")
        # On what is the middle of the panel for people, upwards.
        width, height = stage.machine.size if degrees % 180 == 0 else stage.machine.size[::-1]
        stage.finger(f"drag {width // 2} {height - 90} {width // 2} {height - 270} 240 400")
        stage.expect_glass(stage.snapshot(f"--scroll {180 - SLOP}"), "dragged")


for degrees in (0, 90, 180, 270):
    orientation(degrees)


@case("the power key turns the machine off, and the kiosk does not hold it up", "showing", ported=True)
def power_key(stage):
    machine = stage.machine
    # Nobody listens to that key on the machine of the other cases; what does on most Debians is logind.
    machine.ask(
        "for unit in systemd-logind.service dbus.service dbus.socket; do rm /etc/systemd/system/$unit; done; systemctl daemon-reload; "
        "systemctl start dbus.socket systemd-logind; udevadm trigger --subsystem-match=input; udevadm settle")
    machine.wait("journalctl -b -u systemd-logind -o cat | grep -q 'Watching system buttons'", "logind listens to the power key")
    stage.expect_glass(stage.snapshot(), "with logind")
    expect(stage.property("NRestarts") == "0", "the kiosk was started anew")
    machine.press_power()
    # Five seconds are what the service gives a kiosk that does not end.
    began = time.monotonic()
    machine.ended()
    return f"off after {time.monotonic() - began:.0f} s"
