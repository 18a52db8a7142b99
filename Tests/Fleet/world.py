"""What a fleet stands on, on the loopback interface: a real web server, whose log is read, bundles, and kiosks that run."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

NGINX = """daemon off; worker_processes 1; pid {root}/nginx.pid; error_log {root}/error.log; {user}
events {{ worker_connections 4096; }}
http {{
  log_format brief '$msec $status $body_bytes_sent $uri';
  access_log {root}/access.log brief;
  client_body_temp_path {root}/t1; proxy_temp_path {root}/t2; fastcgi_temp_path {root}/t3; uwsgi_temp_path {root}/t4; scgi_temp_path {root}/t5;
  server {{ listen 127.0.0.1:{port}; root {root}/www; {limit} }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition, patience, what):
    """What the condition gives once it gives something."""
    end = time.monotonic() + patience
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"not within {patience} s: {what() if callable(what) else what}")
        time.sleep(0.1)


class Web:
    """nginx. A file is published as people should: beside its place, then renamed.

    - rate: bytes a second of each answer, as nginx has them.
    """

    def __init__(self, directory, rate=None):
        self.root = pathlib.Path(directory)
        (self.root / "www").mkdir(parents=True)
        # The workers are nobody's, where root starts it.
        for folder in (self.root, self.root / "www"):
            folder.chmod(0o755)
        self.published = 0
        self.port = free_port()
        user = "user root;" if os.getuid() == 0 else ""
        (self.root / "nginx.conf").write_text(NGINX.format(root=self.root, port=self.port, user=user, limit=f"limit_rate {rate};" if rate else ""))
        self.process = subprocess.Popen(["nginx", "-c", str(self.root / "nginx.conf"), "-p", str(self.root)], stderr=subprocess.DEVNULL)
        wait_for(self.answers, 30, "nginx does not begin")

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def url(self, name):
        return f"http://127.0.0.1:{self.port}/{name}"

    def publish(self, name, data):
        place = self.root / "www" / name
        # nginx tells versions apart by their seconds and sizes.
        self.published = max(self.published + 1, int(time.time()))
        new = place.with_suffix(".new")
        new.write_bytes(data)
        os.utime(new, (self.published, self.published))
        new.rename(place)
        return time.time()

    def hide(self, name):
        """Takes it away again."""
        (self.root / "www" / name).unlink()

    def requests(self, since=0.0):
        """Time, status and bytes of each since then."""
        lines = (line.split() for line in (self.root / "access.log").read_text().splitlines())
        return [(float(time), int(status), int(count)) for time, status, count, _ in lines if float(time) >= since]

    def stop(self):
        self.process.terminate()
        self.process.wait()


BOARD = """board: Version {version}
theme: {{mode: dark, scale: {scale}}}
cards:
  - header: {{title: "Version {version}"}}
  - text: {{text: "Made for a test"}}
"""


class Maker:
    """Makes bundles with the real command."""

    def __init__(self, program, directory):
        self.program, self.root = program, pathlib.Path(directory)
        self.root.mkdir(exist_ok=True)
        self.run("bundle", "--new-key", str(self.root / "fleet"))
        self.public = self.root / "fleet.pub"
        self.line = self.public.read_text().splitlines()[1]

    def run(self, *words, fails=False):
        result = subprocess.run([self.program, *words], capture_output=True, text=True, timeout=60)
        assert (result.returncode != 0) == fails, f"{words}: {result.returncode} {result.stdout}{result.stderr}"
        return result.stdout + result.stderr

    def bundle(self, version, *words, board=None, scale=1, key=None, output="x.vitrine"):
        path = self.root / "board.yaml"
        path.write_text(board or BOARD.format(version=version, scale=scale))
        signed = () if output.endswith(".tar") else ("--key", str(key or self.root / "fleet.key"))
        self.run("bundle", str(path), "-o", str(self.root / output), "--version", str(version), *signed, *words)
        return (self.root / output).read_bytes()


class Kiosk:
    """`vitrine run` with a virtual panel, in a home of its own."""

    def __init__(self, program, directory, *words):
        self.program, self.root = program, pathlib.Path(directory)
        self.root.mkdir(parents=True, exist_ok=True)
        self.words = words
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.root), "LANG": "C.UTF-8", "XDG_STATE_HOME": str(self.root / "state")}
        self.control = str(self.root / "control")
        self.process = None

    def start(self):
        self.log = open(self.root / "log", "ab")
        self.process = subprocess.Popen(
            [self.program, "run", "--display", "preview", "--port", "0", "--control", self.control, *self.words], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        return self

    def end(self, number=signal.SIGTERM):
        if self.process:
            self.process.send_signal(number)
            self.process.wait()
            self.process = None

    def ask(self, *words):
        result = subprocess.run([self.program, "ctl", *words, "--control", self.control], env=self.environment, capture_output=True, text=True, timeout=60)
        return result.returncode, result.stdout + result.stderr

    def status(self):
        """How it stands; nothing while it does not answer."""
        code, text = self.ask("status", "--json")
        return json.loads(text) if code == 0 else {}

    def bundle(self):
        """How its bundle stands; nothing while it does not answer."""
        return self.status().get("bundle") or {}

    def wait(self, patience=30, **wanted):
        last = {}

        def is_so():
            last.clear()
            last.update(self.bundle())
            for name, value in wanted.items():
                found = last.get(name)
                if value is not None and not (value(found) if callable(value) else found == value):
                    return None
            return last

        return dict(wait_for(is_so, patience, lambda: f"{wanted}; it is {last}; {(self.root / 'log').read_text(errors='replace')[-2000:]}"))
