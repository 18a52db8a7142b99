"""A kiosk that runs, asked by others: `vitrine ctl`, rude neighbours, a broker."""
import json
import os
import signal
import socket
import time

import mqtt
from pictures import Picture
from stub_server import Reply

PAGES = """board: Lobby
theme: {mode: dark, scale: 1}
sources:
  list: {url: "%s/list.json", items: items, key: id, every: %s}
pages:
  - title: Departures
    cards:
      - header: {title: "{$board}"}
      - row: {each: list, title: "{name}"}
  - title: About
    cards:
      - text: {text: A quiet place.}
"""


class Kiosk:
    """One that runs, with a control socket of its own."""

    def __init__(self, stage, board="board.yaml", *words, **environment):
        self.stage, self.socket = stage, stage.path("control")
        self.process = stage.start("run", board, "--port", "0", "--size", "480x320", "--control", self.socket, *words, **environment)
        stage.lines(self.process, "first frame")

    def ask(self, *words):
        return self.stage.vitrine("ctl", *words, "--control", self.socket)

    def end(self):
        self.process.terminate()
        self.process.wait(30)

    def status(self):
        return json.loads("\n".join(self.ask("status", "--json").out))


def add(check, expect, wait, full_disk, fine, wrong, machine, answer):
    def begin(stage, every="1h"):
        stage.server.on("/list.json", Reply(answer))
        stage.write("board.yaml", PAGES % (stage.server.url(), every))

    @check("ctl: no kiosk")
    def no_kiosk(stage):
        stage.vitrine("ctl", "status", "--control", stage.path("none")).ends(machine, "no kiosk runs here", "vitrine run", "--control")
        stage.vitrine("ctl", "wake", XDG_RUNTIME_DIR=stage.path("")).ends(machine, "no kiosk runs here", "/run/vitrine/control")

    @check("ctl: wrong words")
    def wrong_words(stage):
        stage.vitrine("ctl", "stats").ends(wrong, 'there is no "stats"', 'did you mean "status"', "`vitrine ctl --help`")
        stage.vitrine("ctl", "reboot").ends(wrong, 'there is no "reboot"; known: status, screenshot')
        stage.vitrine("ctl", "page").ends(wrong, "missing expected argument '<page>'")
        stage.vitrine("ctl", "brightness", "0").ends(wrong, "1 to 100 per cent")
        stage.vitrine("ctl", "notice", "x", "--for", "soon").ends(wrong, '"soon" is no time')
        stage.vitrine("ctl", "notice", "x" * 301).ends(wrong, "at most 300 characters")
        stage.vitrine("run", "--metrics-file", "x.txt").ends(wrong, ".prom")
        stage.vitrine("run", "--metrics", "nowhere").ends(wrong, "'nowhere'")
        stage.vitrine("run", "--mqtt", "http://x", "--port", "0").ends(wrong, "no address of a broker")
        result = stage.vitrine("run", "--mqtt", "mqtt://panel:secret-word@broker/a/#", "--port", "0")
        result.ends(wrong, "no address of a broker")
        expect("secret-word" not in str(result.err), f"a password was printed\n{result}")
        stage.vitrine("run", "--mqtt", "mqtt://panel:${NOBODY}@broker", "--port", "0").ends(machine, "${NOBODY} is not there")

    @check("ctl: seen and steered")
    def seen_and_steered(stage):
        begin(stage)
        kiosk = Kiosk(stage)
        wait(lambda: kiosk.status()["sources"][0]["age"] is not None, "the data came")
        status = kiosk.status()
        expect(status["health"] == "ok" and status["troubles"] == [] and status["frames"]["flips"] > 0, f"{status}")
        expect(status["board"]["path"] == "board.yaml" and len(status["board"]["sha256"]) == 64, f"{status}")
        page = kiosk.ask("status").ends(fine, lines=0).out
        expect("all is well" in page and any(line.startswith("source   list: ") for line in page), f"{page}")

        def picture(name):
            kiosk.ask("screenshot", "-o", stage.path(name)).ends(fine, lines=0)
            seen = Picture.read(stage.path(name))
            expect((seen.width, seen.height) == (480, 320), f"{seen.width} x {seen.height}")
            time.sleep(0.5)
            return seen

        first = picture("first.png")
        kiosk.ask("page", "about").ends(fine, lines=0)
        wait(lambda: kiosk.status()["page"] == {"number": 2, "title": "About", "label": "About", "detail": False}, "the page turned")
        kiosk.ask("page", "3").ends(wrong, 'no page "3"', "pages are 1 to 2")
        kiosk.ask("page", "Abuot").ends(wrong, 'did you mean "About"')
        time.sleep(1.5)
        second = picture("second.png")
        expect(first.difference(second) is not None, "the other page was to be seen")
        kiosk.ask("notice", "Back at ten", "--for", "1h").ends(fine, lines=0)
        time.sleep(0.5)
        said = picture("said.png")
        expect(second.difference(said) is not None, "the notice was to be seen")
        kiosk.ask("brightness", "40").ends(fine, lines=0)
        wait(lambda: kiosk.status()["screen"]["brightness"] == 40, "it dims")
        kiosk.ask("off").ends(fine, lines=0)
        wait(lambda: kiosk.status()["screen"]["on"] is False, "it is off")
        time.sleep(0.5)
        expect(picture("off.png").count((0, 0, 0)) == 480 * 320, "off was to be black")
        kiosk.ask("wake").ends(fine, lines=0)
        wait(lambda: kiosk.status()["screen"]["on"], "it wakes")
        before = stage.server.count("/list.json")
        kiosk.ask("page", "1").ends(fine, lines=0)
        wait(lambda: kiosk.status()["page"]["number"] == 1, "the page turned back")
        time.sleep(1.5)
        kiosk.ask("refresh").ends(fine, lines=0)
        wait(lambda: stage.server.count("/list.json") > before, "the data is fetched again")
        kiosk.ask("screenshot", "-o", stage.path("none/a.png")).ends(wrong, "none/a.png", "make the directory first")
        code, _ = stage.end(kiosk.process)
        expect(code == fine and not os.path.exists(kiosk.socket), "a kiosk that ends takes its socket away")

    @check("ctl: a bad edit")
    def bad_edit(stage):
        begin(stage)
        kiosk = Kiosk(stage)
        digest = kiosk.status()["board"]["sha256"]
        stage.write("board.yaml", (PAGES % (stage.server.url(), "1h")).replace("title: About", "titel: About"))
        kiosk.ask("reload").ends(wrong, 'board.yaml:10:5: error: unknown key "titel" in a page (did you mean "title"?)')
        wait(lambda: [trouble["cause"] for trouble in kiosk.status()["troubles"]] == ["board-refused"], "the trouble is named")
        status = kiosk.status()
        expect(status["board"]["sha256"] == digest and len(status["board"]["pages"]) == 2, "the board before was to stay")
        expect(any('unknown key "titel"' in line for line in kiosk.ask("log").out), "the log was to have it")
        stage.write("board.yaml", PAGES % (stage.server.url(), "1h") + "# again\n")
        kiosk.ask("reload").ends(fine, lines=0)
        wait(lambda: kiosk.status()["health"] == "ok" and kiosk.status()["board"]["sha256"] != digest, "it is well again")

    @check("ctl: two kiosks, and one that was killed")
    def two_kiosks(stage):
        begin(stage)
        first = Kiosk(stage)
        second = stage.start("run", "board.yaml", "--port", "0", "--control", first.socket)
        lines = stage.lines(second, "first frame")
        expect(any("another kiosk has it" in line and "--control" in line for line in lines), f"{lines}")
        first.ask("status").ends(fine, lines=0)
        stage.end(second)
        first.ask("status").ends(fine, lines=0)
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
        first.ask("status").ends(machine, "no kiosk runs here")
        expect(os.path.exists(first.socket), "a kill leaves the socket's file")
        Kiosk(stage).ask("status").ends(fine, lines=0)
        # In the user's own directory nobody has to say where.
        os.mkdir(stage.path("run"))
        process = stage.start("run", "board.yaml", "--port", "0", XDG_RUNTIME_DIR=stage.path("run"))
        stage.lines(process, "first frame")
        stage.vitrine("ctl", "status", XDG_RUNTIME_DIR=stage.path("run")).ends(fine, lines=0)
        quiet = stage.start("run", "board.yaml", "--port", "0", "--control", "none", XDG_RUNTIME_DIR=stage.path("run"))
        expect(not any("control" in line for line in stage.lines(quiet, "first frame")), "none is none")

    @check("ctl: rude neighbours")
    def rude(stage):
        begin(stage)
        kiosk = Kiosk(stage)

        def connect():
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(30)
            end = time.monotonic() + 60
            while True:
                try:
                    connection.connect(kiosk.socket)
                    return connection
                except BlockingIOError:
                    expect(time.monotonic() < end, "nobody is let in any more")
                    # As many wait as the kernel keeps.
                    time.sleep(0.001)

        # Half a message on every place there is: others wait some seconds, and are served.
        half = [connect() for _ in range(32)]
        for connection in half:
            connection.sendall(b'{"verb": "sta')
        kiosk.ask("status").ends(fine, lines=0)
        expect(all(connection.recv(1) == b"" for connection in half), "who says half is hung up on")
        # What is no request is answered, for people.
        with connect() as connection:
            stream = connection.makefile("rwb")
            for line, words in ((b"hello", "one line of JSON"), (b"[" * 5000, "one line of JSON"), (b"\xff\x00", "one line of JSON"),
                                (b'{"verb": 7}', 'with a "verb"'), (b'{"verb": "pgae"}', 'did you mean "page"')):
                stream.write(line + b"\n")
                stream.flush()
                reply = json.loads(stream.readline())
                expect(reply["ok"] is False and words in reply["problems"][0], f"{line[:40]}: {reply}")
        # A line without an end.
        with connect() as connection:
            try:
                connection.sendall(b"x" * 1_000_000)
                expect(connection.recv(1) == b"", "who never ends is hung up on")
            except (BrokenPipeError, ConnectionResetError):
                pass
        # Ten thousand who come and go, and a thousand requests.
        for _ in range(10_000):
            with connect() as connection:
                pass
        with connect() as connection:
            stream = connection.makefile("rwb")
            for _ in range(1_000):
                stream.write(b'{"verb": "status"}\n')
                stream.flush()
                expect(json.loads(stream.readline())["ok"], "a request of many")
        status = kiosk.status()
        expect(status["health"] == "ok" and status["machine"]["memory_bytes"] < 200e6, f"{status}")
        expect(len(os.listdir(f"/proc/{kiosk.process.pid}/fd")) < 100, "descriptors were left open")

    @check("ctl: what goes wrong is named")
    def named(stage):
        begin(stage, "1s")
        cache = full_disk(stage)
        kiosk = Kiosk(stage, "board.yaml", "--cache", cache)
        # 16 KB hold nothing: nothing new can be kept.
        with open(os.path.join(cache, "filler"), "wb") as file:
            try:
                file.write(b"x" * 100_000)
            except OSError:
                pass
        began = time.monotonic()
        causes = lambda: [trouble["cause"] for trouble in kiosk.status()["troubles"]]
        wait(lambda: causes() == ["cache-not-written"], "the full disk is named")
        expect(time.monotonic() - began < 10, "it was to be named within 10 s")
        os.remove(os.path.join(cache, "filler"))
        stage.server.on("/list.json", Reply("gone", 503))
        # A second's promise is that of an answer that is waited for: sixteen seconds.
        wait(lambda: "data-stale" in causes(), "the old data is named")
        status = kiosk.status()
        stale = [source for source in status["sources"] if source["stale"]]
        expect([source["name"] for source in stale] == ["list"] and 15 < stale[0]["age"] < 26 and "503" in stale[0]["errors"][0], f"{stale}")
        stage.server.on("/list.json", Reply(answer))
        wait(lambda: "data-stale" not in causes(), "and not once it is fresh again")

    @check("ctl: a panel at a broker")
    def at_a_broker(stage):
        begin(stage)
        broker = mqtt.Broker(stage.path(""))
        try:
            words = ("--mqtt", "mqtt://panel:${PANEL_PASSWORD}@127.0.0.1:%d/house/lobby" % broker.port)
            kiosk = Kiosk(stage, "board.yaml", *words, PANEL_PASSWORD="p@ss word")
            onlooker = mqtt.Client(broker.port, "#")
            onlooker.wait("house/lobby/availability", lambda payload: payload == b"online")
            state = json.loads(onlooker.wait("house/lobby/state", lambda payload: json.loads(payload)["sources"][0]["age"] is not None))
            expect(state["health"] == "ok" and state["page"]["label"] == "Departures", f"{state}")
            name = state["name"]
            device = json.loads(onlooker.wait(f"homeassistant/device/{name}/config", lambda payload: b'"age_list"' in payload))
            expect(device["dev"]["ids"] == [name] and device["cmps"]["page"]["options"] == ["Departures", "About"], f"{device}")
            expect(onlooker.wait("house/lobby/screenshot", lambda payload: True)[:4] == b"\x89PNG", "a picture")
            broker_now = kiosk.status()["broker"]
            expect(broker_now["connected"] and broker_now["error"] is None and "p@ss" not in str(broker_now), f"{broker_now}")
            # What Home Assistant is told to send is sent, and comes back as the state.
            value = lambda path: lambda payload: path(json.loads(payload))
            for part, payload, is_right in (
                ("page", b"About", lambda state: state["page"]["label"] == "About"),
                ("brightness", b"40", lambda state: state["screen"]["brightness"] == 40),
                ("screen", b"OFF", lambda state: not state["screen"]["on"]),
                ("screen", b"ON", lambda state: state["screen"]["on"]),
            ):
                onlooker.publish(device["cmps"][part]["command_topic"], payload)
                onlooker.wait("house/lobby/state", value(is_right), patience=20)
            # A slider that is drawn sends more than is heard: where it ends counts.
            for percent in range(50, 78):
                onlooker.publish(device["cmps"]["brightness"]["command_topic"], b"%d" % percent)
            onlooker.wait("house/lobby/state", value(lambda state: state["screen"]["brightness"] == 77), patience=20)
            onlooker.publish("house/lobby/set/page", b"Nowhere")
            wait(lambda: any('no page "Nowhere"' in line for line in kiosk.ask("log").out), "what cannot be done is logged")
            # With members, as HTTP's body has them; what is kept at a broker for all to read is not asked for there.
            said = lambda words: lambda: any(words in line for line in kiosk.ask("log").out)
            onlooker.publish("house/lobby/set/notice", b'{"text": "Back at ten", "seconds": 0}')
            wait(said("a notice stays between"), "the seconds are read")
            onlooker.publish("house/lobby/set/log", b"")
            wait(said("log is not told to a broker"), "who asks for the log is told where it is")
            log = "\n".join(kiosk.ask("log").out)
            expect("p@ss word" not in log and "p%40ss" not in log, "a password was logged")
            kiosk.process.send_signal(signal.SIGKILL)
            kiosk.process.wait()
            onlooker.wait("house/lobby/availability", lambda payload: payload == b"offline")
            again = Kiosk(stage, "board.yaml", *words, PANEL_PASSWORD="p@ss word")
            onlooker.wait("house/lobby/availability", lambda payload: payload == b"online")
            code, _ = stage.end(again.process)
            onlooker.wait("house/lobby/availability", lambda payload: payload == b"offline")
            expect(code == fine, f"exit code {code}")
            lines = Kiosk(stage, "board.yaml", *words, PANEL_PASSWORD="wrong")
            wait(lambda: any("broker mqtt://127.0.0.1" in line for line in lines.ask("log").out), "a refusal is told of")
            wait(lambda: lines.status()["broker"]["error"] is not None, "the status has it as well")
            expect(any(line.startswith("broker   mqtt://127.0.0.1") and "not connected" in line for line in lines.ask("status").out), "in words")
        finally:
            broker.stop()

    @check("ctl: two panels of one name at a broker")
    def two_of_a_name(stage):
        begin(stage)
        broker = mqtt.Broker(stage.path(""))
        try:
            words = ("--mqtt", "mqtt://panel:${PANEL_PASSWORD}@127.0.0.1:%d/house/lobby" % broker.port)
            availability = "house/lobby/availability"
            first = Kiosk(stage, "board.yaml", *words, PANEL_PASSWORD="p@ss word")
            onlooker = mqtt.Client(broker.port, "#")
            onlooker.wait(availability, lambda payload: payload == b"online")
            second = Kiosk(stage, "board.yaml", *words, "--control", stage.path("second"), PANEL_PASSWORD="p@ss word")
            second.socket = stage.path("second")

            def is_told():
                # Both turn their pages, and say that they are there.
                for page in (b"About", b"Departures"):
                    onlooker.publish("house/lobby/set/page", page)
                    time.sleep(1)
                return any("another panel says that it is there" in line for line in second.ask("log").out)

            wait(is_told, "that there are two is told")
            first.process.send_signal(signal.SIGKILL)
            first.process.wait()
            onlooker.wait(availability, lambda payload: payload == b"offline")
            onlooker.wait(availability, lambda payload: payload == b"online", patience=10)
            told = [line for line in second.ask("log").out if "another panel says" in line]
            expect(len(told) == 1 and "--mqtt" in told[0] and "p@ss" not in told[0], f"{told}")
        finally:
            broker.stop()

    @check("ctl: at rest at a broker")
    def at_rest(stage):
        begin(stage)
        broker = mqtt.Broker(stage.path(""))
        try:
            words = ("--mqtt", "mqtt://panel:${PANEL_PASSWORD}@127.0.0.1:%d/house/lobby" % broker.port)
            kiosk = Kiosk(stage, "board.yaml", *words, PANEL_PASSWORD="p@ss word")
            onlooker = mqtt.Client(broker.port, "house/lobby/screenshot")
            onlooker.wait("house/lobby/screenshot", lambda payload: True)
            # What was begun with the first picture has ended.
            time.sleep(10)

            def wakes():
                found = {}
                for task in os.scandir(f"/proc/{kiosk.process.pid}/task"):
                    try:
                        with open(f"{task.path}/comm") as file:
                            name = file.read().strip()
                        with open(f"{task.path}/status") as file:
                            count = [line for line in file if line.startswith("voluntary_ctxt_switches")][0].split()[1]
                    except (FileNotFoundError, ProcessLookupError):
                        # A thread of a queue that has nothing to do any more.
                        continue
                    found[name] = found.get(name, 0) + int(count)
                return found

            before = wakes()
            # Long enough for two states that tell the same again.
            time.sleep(45)
            after = wakes()
            woken = {name: count - before.get(name, 0) for name, count in after.items() if count > before.get(name, 0)}
            expect(woken.get("vitrine-frame", 0) == 0, f"the frame thread was woken: {woken}")
            expect(sum(woken.values()) < 45, f"a wake-up a second and more: {woken}")
        finally:
            broker.stop()

    @check("ctl: cameras and pictures that do not come")
    def cameras(stage):
        stage.server.on("/list.json", Reply(answer))
        stage.server.on("/cam", Reply("gone", 404))
        stage.server.on("/picture.png", Reply("gone", 404))
        stage.write("board.yaml", """board: Gate
cards:
  - image: {image: "%s/cam?token=secret-word", live: true}
  - image: {image: "%s/picture.png?key=secret-word"}
""" % (stage.server.url(), stage.server.url()))
        kiosk = Kiosk(stage)
        wait(lambda: kiosk.status()["lost_pictures"] and kiosk.status()["cameras"][0]["error"], "both are told of")
        status = kiosk.status()
        camera, picture = status["cameras"][0], status["lost_pictures"][0]
        expect(camera["age"] is None and "404" in camera["error"] and "/cam?token=…" in camera["address"], f"{camera}")
        expect("404" in picture["error"] and "/picture.png" in picture["address"], f"{picture}")
        page = kiosk.ask("status").ends(fine, lines=0).out
        expect(any(line.startswith("camera   http") for line in page) and any(line.startswith("picture  ") for line in page), f"{page}")
        expect("secret-word" not in str(status) + str(page), "what is secret in an address is told")

    @check("ctl: what is excepted from the proxy is not for addresses that come with data")
    def proxies(stage):
        # The stub is server and proxy; a proxy is asked by the whole address.
        address = "http://excepted.invalid/picture.png"
        stage.server.on("/list.json", Reply('[{"picture": "%s"}]' % address))
        stage.write("board.yaml", """board: Gate
sources: {list: {url: "%s/list.json", every: 1h}}
cards:
  - image: {each: list, image: "{picture}"}
""" % stage.server.url())
        kiosk = Kiosk(stage, http_proxy=stage.server.url(), no_proxy="127.0.0.1,excepted.invalid")
        wait(lambda: address in stage.server.requests, "the proxy is asked for the picture")
        expect("/list.json" in stage.server.requests, f"the board's own server is asked past it: {stage.server.requests}")
        expect("404" in kiosk.status()["lost_pictures"][0]["error"], "by its answer")
