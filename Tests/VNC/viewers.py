"""What viewers of others see and press: Tests/VNC/run."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "CommandLine"))
from http_door import free_port
from pictures import Picture
from remote_eye import BOARD, LONG, PASSWORD
from stub_server import Reply, StubServer

PATIENCE = 60


def wait(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what}: waited in vain"
        time.sleep(0.05)


class Panel:
    """A kiosk in a directory of its own."""

    def __init__(self, program, server, *words, **environment):
        self.program, self.directory = os.path.abspath(program), tempfile.mkdtemp(prefix="vitrine-vnc-")
        with open(self.path("board.yaml"), "w") as file:
            file.write(BOARD % (server.url(), server.url(), server.url()))
        # VNC's displays are counted from port 5900 on, and some viewers know nothing else.
        self.port = next(port for port in range(5900 + free_port() % 100, 6100) if is_free(port))
        self.process = subprocess.Popen(
            [self.program, "run", "board.yaml", "--port", "0", "--size", "480x320", "--control", self.path("control"),
             "--vnc", str(self.port), *words],
            cwd=self.directory, env={"PATH": os.environ["PATH"], "HOME": self.directory, "LANG": "C.UTF-8", **environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait(lambda: self.ask("status").returncode == 0, "the kiosk answers")
        wait(lambda: any(source["age"] is not None for source in self.status()["sources"]), "the data came")
        time.sleep(1.5)

    def path(self, name):
        return os.path.join(self.directory, name)

    def ask(self, *words):
        return subprocess.run([self.program, "ctl", *words, "--control", self.path("control")], capture_output=True, timeout=PATIENCE)

    def status(self):
        return json.loads(self.ask("status", "--json").stdout)

    def screenshot(self):
        assert self.ask("screenshot", "-o", self.path("ours.png")).returncode == 0, "no screenshot"
        return Picture.read(self.path("ours.png"))

    def end(self):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0, "the kiosk did not end well"


def is_free(port):
    import socket
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


def same(panel, command, name):
    theirs = panel.path(f"{name}.png")
    done = subprocess.run([*command, theirs], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0 and os.path.exists(theirs), f"{name}: {done.stdout}{done.stderr}"
    difference = panel.screenshot().difference(Picture.read(theirs))
    assert difference is None, f"{name} sees something else in {difference}"
    print(f"ok   {name} sees what is on the glass")


def main(program, vncdo):
    server = StubServer()
    server.on("/list.json", Reply(LONG))
    server.on("/ring", Reply("{}"))
    panel = Panel(program, server)
    gtk = ["gvnccapture", "-q", f"127.0.0.1:{panel.port - 5900}"]
    tool = [vncdo, "-s", f"127.0.0.1::{panel.port}"]
    same(panel, gtk, "gtk-vnc")
    same(panel, [*tool, "capture"], "vncdotool")
    subprocess.run([*tool, "move", "240", "108", "click", "1", "pause", "1", "key", "right"], check=True, capture_output=True, timeout=PATIENCE)
    wait(lambda: server.count("/ring") == 1, "the button was pressed")
    wait(lambda: panel.status()["page"]["number"] == 2, "the page turned by a key")
    print("ok   vncdotool presses a button, and a key")
    time.sleep(1.5)
    same(panel, gtk, "gtk-vnc")
    panel.end()

    panel = Panel(program, server, "--rotate", "270", VITRINE_VNC_PASSWORD=PASSWORD)
    tool = [vncdo, "-s", f"127.0.0.1::{panel.port}"]
    same(panel, [*tool, "-p", PASSWORD, "capture"], "vncdotool with a password, of a panel that is turned,")
    done = subprocess.run([*tool, "-p", "wrong", "-t", "10", "capture", panel.path("x.png")], capture_output=True, timeout=PATIENCE)
    assert done.returncode != 0 and not os.path.exists(panel.path("x.png")), "a wrong password was let in"
    print("ok   a wrong password is not")
    panel.end()
    server.stop()


main(*sys.argv[1:])
