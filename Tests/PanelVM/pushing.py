"""What comes by itself, on the clock that counts instructions: a message's way to the glass, and four cameras on a page that a finger scrolls."""
import base64
import json
import pathlib
import re

import figures
from case import collect
from stage import BOARD, expect

CASES = []
case = collect(CASES)
# A server that says what is written into a pipe.
EVENTS = """#!/bin/sh
printf 'Content-Type: text/event-stream\\r\\n\\r\\ndata: {"value": 0}\\n\\n'
exec cat /run/events
"""
MESSAGES, REFRESH = 100, 1000 / 60
# Seconds of scrolling, and of looking on before.
SCROLLING, BRIEFLY, STILL = 30, 15, 10
TEXT = """board: Cameras
theme: {mode: dark, scale: 1}
layout: {columns: [1, 1]}
cards:
""" + "".join(
    f'  - image: {{image: "http://127.0.0.1:8080/cgi-bin/camera?{number}", live: true, ratio: 16/9, alt: Door {number}}}\n' for number in range(4)
) + "".join(f"  - row: {{title: Door {number}, subtitle: Nobody is there}}\n" for number in range(24))
# What a camera sends ten times a second, of 640 x 360 pixels: one of two pictures in turn. Each is counted.
CAMERA = r"""#!/bin/sh
printf 'Content-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n'
size0=$(stat -c %s /run/camera0.jpg) size1=$(stat -c %s /run/camera1.jpg)
while :; do
  for n in 0 1; do
    eval size=\$size$n
    printf -- '--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n' $size && cat /run/camera$n.jpg && printf '\r\n' || exit
    echo sent >>/run/camera.log
    sleep 0.1
  done
done
"""


def put(machine, path, data, mode="644"):
    machine.ask(f"base64 -d <<'END' >{path}\n{base64.encodebytes(data).decode()}END\nchmod {mode} {path}")


def measured(stage, source, begin, say):
    """Says a hundred things, each at another moment of a refresh, and tells how long each was on its way to the glass.

    begin is run before the kiosk, and say with the number n to be shown.
    """
    machine = stage.machine
    put(machine, BOARD, f"""board: Push
theme: {{mode: dark, scale: 1}}
sources: {{x: {source}}}
cards:
  - number: {{value: "{{$x.value}}", label: Now}}
  - row: {{title: Below}}
""".encode())
    # Both in the kernel's one log, with its times: when it was said, and when a flip was complete. Said at any moment of a refresh.
    said = machine.ask(
        f"""{begin}
        systemctl start vitrine; sleep 5
        mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing
        cd /sys/kernel/tracing; echo >trace; echo 1 >events/drm/drm_vblank_event_delivered/enable
        n=0
        while [ $n -lt {MESSAGES} ]; do
          n=$((n + 1)); sleep 0.5$((n * 7 % 100 / 10))$((n * 7 % 10))
          echo said $n >trace_marker; {say}
        done
        sleep 1; grep -e tracing_mark_write -e drm_vblank_event_delivered trace
        vitrine ctl status --json | sed -n 's/.*"total": /missed /p'; systemctl stop vitrine""", timeout=1200)
    waits, spoken = [], None
    for time, kind in re.findall(r" (\d+\.\d+): (tracing_mark_write|drm_vblank_event_delivered)", said):
        if kind == "tracing_mark_write":
            expect(spoken is None, f"a message was never shown: {said}")
            spoken = float(time)
        elif spoken is not None:
            waits.append((float(time) - spoken) * 1000)
            spoken = None
    expect(len(waits) == MESSAGES, f"{len(waits)} of {MESSAGES} messages were shown: {said}")
    waits.sort()
    worst = waits[MESSAGES * 99 // 100 - 1]
    told = f"median {waits[MESSAGES // 2]:.1f} ms, 99 of 100 within {worst:.1f}, {waits[-1]:.1f} at most"
    expect(worst <= 2 * REFRESH, told)
    return told


@case("a message is on the glass within two refreshes", "pacing")
def message(stage):
    put(stage.machine, "/server/cgi-bin/events", EVENTS.encode(), "755")
    return measured(
        stage, '{url: "http://127.0.0.1:8080/cgi-bin/events", stream: events}', "mkfifo /run/events; exec 4<>/run/events",
        """echo "data: {\\"value\\": $n}
" >&4""")


@case("a broker's message is on the glass within two refreshes", "pacing")
def topic(stage):
    # The broker's own way is counted, too: from whoever says it to the broker, and from there to the kiosk.
    return measured(
        stage, '{url: "mqtt://127.0.0.1/house/v"}',
        """printf 'listener 1883 127.0.0.1\nallow_anonymous true\n' >/etc/mosquitto/conf.d/panel.conf
        systemctl start mosquitto; mosquitto_pub -h 127.0.0.1 -t house/v -r -m 0
        mkfifo /run/messages; exec 4<>/run/messages
        mosquitto_pub -h 127.0.0.1 -t house/v -l </run/messages & sleep 1""", "echo $n >&4")


@case("a link over an address that is gone ends, and is opened anew as soon as there is a way", "pacing")
def moved(stage):
    machine = stage.machine
    put(machine, "/server/cgi-bin/hello", EVENTS.split("exec")[0].encode() + b"exec sleep 600\n", "755")
    put(machine, BOARD, b"""board: Moved
sources: {x: {url: "http://10.9.9.1:8081/cgi-bin/hello", stream: events}}
cards:
  - number: {value: "{$x.v}", label: Now}
""")
    said = machine.ask(
        """busybox ip addr add 10.9.9.1/32 dev lo; busybox httpd -p 10.9.9.1:8081 -h /server
        systemctl start vitrine
        is() { vitrine ctl status --json | grep -q '"open": *'$1; }
        now() { cut -d. -f1 /proc/uptime; }
        wait() { began=$(now); until is $1; do sleep 0.2; [ $(( $(now) - began )) -lt 100 ] || break; done; echo $2 $(( $(now) - began )); }
        wait true first
        busybox ip addr del 10.9.9.1/32 dev lo; wait false ended
        sleep 40; vitrine ctl status --json | grep -o 'could not fetch[^"]*'
        busybox ip addr add 10.9.9.1/32 dev lo; wait true again
        systemctl stop vitrine""", timeout=900)
    numbers = figures.counters(said)
    # It has stood for a moment only, so that it is tried less and less meanwhile: again is after 16 s by itself.
    expect(numbers["ended"] <= 5, f"it stood for {numbers['ended']} s more: {said}")
    expect(numbers["again"] <= 8, f"it stood again after {numbers['again']} s: {said}")
    return f"ended after {numbers['ended']} s, stands again {numbers['again']} s after the address is there"


def script():
    """Drags and flings without a pause, up and down again."""
    width, height = figures.SIZE
    lines, length = [], 0
    while length < SCROLLING * 1000:
        for start, end in [(height - 150, 200), (height - 150, 200), (250, height - 100), (250, height - 100)]:
            lines += [f"drag {width // 2} {start} {width // 2} {end} 240 0", "wait 700"]
            length += 940
    return "\n".join(lines) + "\n"


@case("four cameras of ten pictures a second while a finger scrolls: none of its frames takes too long", "pacing")
def cameras(stage):
    machine, here = stage.machine, pathlib.Path(__file__).resolve().parent / "guest/cameras"
    for number in range(2):
        put(machine, f"/run/camera{number}.jpg", (here / f"camera{number}.jpg").read_bytes())
    put(machine, "/server/cgi-bin/camera", CAMERA.encode(), "755")
    put(machine, BOARD, TEXT.encode())
    machine.ask(f"cat >/run/script <<'END'\n{script()}END")
    said = machine.ask(
        f"""{figures.fingers()}
        sleep 5
        flips() {{ vitrine ctl status --json | sed -n 's/.*"flips": \\([0-9]*\\),/\\1/p'; }}
        before=$(flips) sent=$(cat /run/camera.log | wc -l); sleep {STILL}
        echo still $(( $(flips) - before )); echo still-sent $(( $(cat /run/camera.log | wc -l) - sent ))
        vitrine ctl status --json
        sent=$(cat /run/camera.log | wc -l)
        cat /run/script >&3
        exec 3>&-
        while pidof panel-touch >/dev/null; do sleep 1; done
        echo moving-sent $(( $(cat /run/camera.log | wc -l) - sent ))
        systemctl stop vitrine; journalctl -b -u vitrine -o cat | tail -n 20""", timeout=2400)
    numbers = figures.counters(said)
    status = json.loads(said[said.index("{"):said.rindex("}") + 1])
    shown = re.findall(r"(\d+) frames shown, (\d+) missed \((\d+) woken late, (\d+) drawn long, (\d+) flipped late, (\d+) waited", said)
    expect(status["health"] == "ok", f"{status['troubles']}")
    # Four times ten a second, less what the shell that is the camera takes for each.
    expect(numbers["still-sent"] > 4 * 7 * STILL, f"{numbers['still-sent']} pictures were sent in {STILL} s: {said}")
    expect(numbers["still"] > 7 * STILL, f"{numbers['still']} frames in {STILL} s show them: {said}")
    expect(numbers["moving-sent"] > 4 * 5 * SCROLLING, f"{numbers['moving-sent']} pictures were sent in {SCROLLING} s of scrolling: {said}")
    frames, missed, *causes, waited = (int(number) for number in shown[-1])
    expect(frames > SCROLLING * 30, f"only {frames} frames were shown: {said}")
    # On one processor, which what reads the pictures takes as well: the thread of the frames waits neither for it nor for what it holds.
    expect(sum(causes) == 0 and waited == 0, f"{missed} of {frames} frames were missed: {said}")
    return f"{numbers['still-sent'] / STILL:.0f} pictures a second at rest, {numbers['moving-sent'] / SCROLLING:.0f} while it scrolled; {frames} frames, {missed} missed"
