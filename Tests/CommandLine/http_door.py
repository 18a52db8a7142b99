"""A kiosk that is asked by HTTP: with curl as people do, and by those who mean no good."""
import json
import os
import signal
import socket
import subprocess
import threading
import time

from ctl import PAGES, Kiosk
from pictures import Picture
from stub_server import Reply

TOKEN = "3f0c9d7e5b1a48269d0e6c7f8a9b0c1d"


class Panel:
    """A kiosk with a door for HTTP."""

    def __init__(self, stage, *words, **environment):
        self.stage, self.port = stage, free_port()
        self.kiosk = Kiosk(stage, "board.yaml", "--http", str(self.port), *words, **(environment or {"VITRINE_HTTP_TOKEN": TOKEN}))

    def curl(self, method, path, body=None, *words, token=TOKEN):
        """The status, what the body is, and the body."""
        out = self.stage.path("answer")
        command = ["curl", "-sS", "--max-time", "30", "-o", out, "-w", "%{http_code} %{content_type}", "-X", method]
        if token:
            command += ["-H", f"Authorization: Bearer {token}"]
        if body is not None:
            command += ["--data-binary", "@-"]
        done = subprocess.run([*command, *words, f"http://127.0.0.1:{self.port}{path}"], input=body or "", capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise AssertionError(f"curl {path}: {done.stderr}")
        status, _, kind = done.stdout.partition(" ")
        with open(out, "rb") as file:
            return int(status), kind, file.read()

    def told(self, method, path, body=None, *words, **more):
        """The status, and what the answer says."""
        status, _, answer = self.curl(method, path, body, *words, **more)
        return status, json.loads(answer)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def add(check, expect, wait, fine, wrong, machine, answer):
    def begin(stage):
        stage.server.on("/list.json", Reply(answer))
        stage.write("board.yaml", PAGES % (stage.server.url(), "1h"))

    def refused(panel, status, words, method, path, body=None, *more, **others):
        found, told = panel.told(method, path, body, *more, **others)
        expect(found == status and told["ok"] is False and words in told["problems"][0], f"{method} {path} {body}: {found} {told}")

    @check("http: no token, no door")
    def no_token(stage):
        begin(stage)
        stage.vitrine("run", "board.yaml", "--port", "0", "--http", "8081").ends(wrong, "--http", "VITRINE_HTTP_TOKEN", "--http-token-file")
        stage.vitrine("run", "board.yaml", "--port", "0", "--http", "8081", VITRINE_HTTP_TOKEN="short").ends(wrong, "fewer than 16 characters", "openssl rand")
        stage.vitrine("run", "board.yaml", "--http", "nowhere").ends(wrong, "'nowhere'")
        stage.vitrine("run", "board.yaml", "--http-token-file", "x").ends(wrong, "--http-token-file needs --http")
        path = stage.write("token", TOKEN + "\n")
        os.chmod(path, 0o644)
        result = stage.vitrine("run", "board.yaml", "--port", "0", "--http", "8081", "--http-token-file", "token")
        result.ends(wrong, "others may read the token in token", "chmod 600")
        expect(TOKEN not in str(result), f"a token was printed\n{result}")
        os.chmod(path, 0o600)
        panel = Panel(stage, "--http-token-file", "token", LANG="C.UTF-8")
        expect(panel.told("GET", "/status")[1]["health"] == "ok", "a file's token")
        # A port that is taken is said, and the kiosk goes on.
        second = stage.start("run", "board.yaml", "--port", "0", "--control", "none", "--http", str(panel.port), VITRINE_HTTP_TOKEN=TOKEN)
        lines = stage.lines(second, "first frame")
        expect(any(f"http on 127.0.0.1, port {panel.port}: another program is using it" in line for line in lines), f"{lines}")

    @check("http: seen and steered")
    def seen_and_steered(stage):
        begin(stage)
        panel = Panel(stage)
        kiosk = panel.kiosk
        wait(lambda: kiosk.status()["sources"][0]["age"] is not None, "the data came")
        status, kind, body = panel.curl("GET", "/status")
        expect(status == 200 and kind == "application/json" and set(json.loads(body)) == set(kiosk.status()), f"{status} {kind} {body}")
        time.sleep(1)
        status, kind, body = panel.curl("GET", "/screenshot")
        expect(status == 200 and kind == "image/png", f"{status} {kind}")
        kiosk.ask("screenshot", "-o", stage.path("x.png")).ends(fine, lines=0)
        expect(Picture(body).difference(Picture.read(stage.path("x.png"))) is None, "the same picture as ctl's")
        expect(panel.told("POST", "/page", '{"page": 2}') == (200, {"ok": True, "page": 2, "title": "About"}), "a page")
        wait(lambda: panel.told("GET", "/status")[1]["page"]["label"] == "About", "the page turned")
        expect(panel.told("POST", "/page", '{"verb": "page", "page": "departures"}')[0] == 200, "a page by its name")
        expect(panel.told("POST", "/brightness", '{"percent": 40}') == (200, {"ok": True}), "brightness")
        wait(lambda: kiosk.status()["screen"]["brightness"] == 40, "it dims")
        expect(panel.told("POST", "/off")[0] == 200, "off")
        wait(lambda: kiosk.status()["screen"]["on"] is False, "it is off")
        expect(panel.told("POST", "/wake", "{}")[0] == 200, "wake")
        wait(lambda: kiosk.status()["screen"]["on"], "it wakes")
        expect(panel.told("POST", "/notice", '{"text": "Back at ten", "seconds": 5}')[0] == 200, "a notice")
        before = stage.server.count("/list.json")
        time.sleep(1.5)
        expect(panel.told("POST", "/refresh")[0] == 200, "a refresh")
        wait(lambda: stage.server.count("/list.json") > before, "the data is fetched again")
        expect(panel.told("POST", "/reload") == (200, {"ok": True, "warnings": []}), "a reload")
        stage.write("board.yaml", (PAGES % (stage.server.url(), "1h")).replace("title: About", "titel: About"))
        refused(panel, 409, 'unknown key "titel"', "POST", "/reload")
        status, log = panel.told("GET", "/log?lines=3")
        expect(status == 200 and 1 <= len(log["lines"]) <= 3 and any('"titel"' in line for line in log["lines"]), f"{log}")
        code, _ = stage.end(kiosk.process)
        expect(code == fine, f"exit code {code}")

    @check("http: what is wrong is told")
    def wrong_words(stage):
        begin(stage)
        panel = Panel(stage)
        refused(panel, 404, 'did you mean "status"', "GET", "/stats")
        refused(panel, 404, "nothing here but /status", "GET", "/")
        refused(panel, 404, "there is no", "POST", "/../../etc/passwd", None, "--path-as-is")
        refused(panel, 405, "/off is asked for by POST", "GET", "/off")
        refused(panel, 405, "/status is asked for by GET", "POST", "/status")
        refused(panel, 405, "asked for by POST", "OPTIONS", "/off")
        refused(panel, 400, "which page", "POST", "/page")
        refused(panel, 400, "no JSON", "POST", "/page", "page=2")
        refused(panel, 400, "an object of JSON", "POST", "/page", "[" * 60 + "]" * 60)
        refused(panel, 400, "no JSON", "POST", "/page", "[" * 60_000)
        refused(panel, 400, "another verb", "POST", "/wake", '{"verb": "off"}')
        refused(panel, 400, "1 to 100 per cent", "POST", "/brightness", '{"percent": 1e308}')
        refused(panel, 400, "lines is a number", "GET", "/log?lines=many")
        refused(panel, 409, 'did you mean "About"', "POST", "/page", '{"page": "Abuot"}')
        refused(panel, 409, "pages are 1 to 2", "POST", "/page", '{"page": 3}')
        refused(panel, 413, "at most 65536 bytes", "POST", "/notice", "x" * 70_000)
        refused(panel, 413, "at most 65536 bytes", "POST", "/notice", "x" * 3_000_000)
        refused(panel, 413, "at most 65536 bytes", "POST", "/notice", "x" * 70_000, "-H", "Transfer-Encoding: chunked")
        refused(panel, 431, "at most 16384 bytes", "GET", "/status", None, "-H", "X-Words: " + "x" * 20_000)
        # Nobody without the token, no page of a browser, no name that somebody else has given us.
        for words in ((), ("-u", "panel:x"), ("-H", f"Authorization: {TOKEN}")):
            refused(panel, 401, "Authorization: Bearer TOKEN", "POST", "/off", None, *words, token=None)
        refused(panel, 401, "Authorization: Bearer", "POST", f"/off?token={TOKEN}", token=None)
        refused(panel, 403, "no page of a browser", "POST", "/off", None, "-H", "Origin: http://evil.example")
        refused(panel, 403, "no page of a browser", "GET", "/screenshot", None, "-H", "Sec-Fetch-Site: cross-site")
        refused(panel, 403, "not called so", "POST", "/off", None, "-H", f"Host: evil.example:{panel.port}")
        began = time.monotonic()
        refused(panel, 401, "not the panel's token", "POST", "/off", token=TOKEN[:-1] + "0")
        expect(1.9 < time.monotonic() - began < 10, "who guesses waits")
        expect(panel.kiosk.status()["screen"]["on"], "nothing of that was done")
        expect(TOKEN not in "\n".join(panel.kiosk.ask("log").out), "a token was logged")

    @check("http: rude neighbours")
    def rude(stage):
        begin(stage)
        panel = Panel(stage)
        pid = panel.kiosk.process.pid

        def descriptors():
            return len(os.listdir(f"/proc/{pid}/fd"))

        idle = descriptors()
        let_in = f"Host: 127.0.0.1:{panel.port}\r\nAuthorization: Bearer {TOKEN}\r\n"
        # Half requests on every place there is, and bodies that never come: others wait some seconds, and are served.
        half = [panel.connect() for _ in range(200)]
        for number, connection in enumerate(half):
            try:
                connection.sendall(b"GET /sta" if number % 2 else f"POST /page HTTP/1.1\r\n{let_in}Content-Length: 10\r\n\r\n{{".encode())
            except (BrokenPipeError, ConnectionResetError):
                pass
        expect(descriptors() < idle + 40, f"{descriptors()} descriptors")
        wait(lambda: served(panel), "the door opens again")
        for connection in half:
            expect(ended(connection), "who says half is hung up on")
        # Ten thousand who come and go, from several sides at once.
        most = 0

        def come_and_go():
            for _ in range(1_250):
                try:
                    panel.connect().close()
                except OSError:
                    pass

        crowd = [threading.Thread(target=come_and_go) for _ in range(8)]
        for thread in crowd:
            thread.start()
        while any(thread.is_alive() for thread in crowd):
            most = max(most, descriptors())
            time.sleep(0.02)
        expect(most < idle + 60, f"{most} descriptors")
        # What is no HTTP, a head without an end, a body without one.
        for noise in (os.urandom(100_000), b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200_000,
                      f"POST /notice HTTP/1.1\r\n{let_in}Transfer-Encoding: chunked\r\n\r\n".encode() + b"8000\r\n" + b"x" * 0x8000 + b"\r\n" + b"FFFFFFF\r\n" + b"x" * 2_000_000):
            connection = panel.connect()
            try:
                connection.sendall(noise)
            except OSError:
                pass
            expect(ended(connection), "noise is hung up on")
        # As many requests as one likes: some are done, the others are told to come again, and none waits.
        wait(lambda: served(panel), "the door is open")
        statuses = {}
        for _ in range(600):
            with panel.connect() as connection:
                connection.sendall(f"GET /status HTTP/1.1\r\n{let_in}\r\n".encode())
                status = connection.makefile("rb").readline().split()[1]
                statuses[status] = statuses.get(status, 0) + 1
        expect(set(statuses) == {b"200", b"429"}, f"{statuses}")
        wait(lambda: served(panel), "the door is open again")
        time.sleep(2)
        taken = [panel.curl("GET", "/screenshot")[0] for _ in range(20)]
        expect(set(taken) == {200}, f"{taken}: one picture may be given to many")
        status = panel.kiosk.status()
        expect(status["health"] == "ok" and status["machine"]["memory_bytes"] < 250e6, f"{status}")
        wait(lambda: descriptors() <= idle + 4, "descriptors were left open")
        panel.kiosk.process.send_signal(signal.SIGTERM)
        expect(panel.kiosk.process.wait(30) == fine, "it ends")


def served(panel):
    try:
        return panel.curl("GET", "/status")[0] == 200
    except AssertionError:
        return False


def ended(connection):
    """Whether the other side hangs up, whatever it says before."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    finally:
        connection.close()
    return True
