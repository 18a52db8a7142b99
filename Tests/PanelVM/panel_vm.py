"""A machine with a panel, emulated: started, saved, restored, spoken to and looked at from outside.

The display is one that QEMU shows, so what is scanned out can be fetched without asking the guest. Under `Clock.COUNTED` the guest's
clock follows the instructions it has executed and skips idle time: what happens there takes the same time however busy the host is.
"""
import enum
import hashlib
import json
import os
import pathlib
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "CommandLine"))
from pictures import Picture  # noqa: E402

# What the machine is made of, and the kernel's own words, by architecture as Debian calls it. QEMU's own names stand in `-machine help` and
# `-cpu help`; the ARM one is out of order and without the pointer signing that costs an emulator much.
MACHINES = {
    "amd64": (["qemu-system-x86_64", "-machine", "q35", "-cpu", "qemu64"], "console=ttyS0 tsc=nowatchdog"),
    "arm64": (["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72"], "console=ttyAMA0"),
}
# preempt=full: as Debian's kernel is set up, a thread of real-time priority waits until a system call of another is over.
COMMAND_LINE = (
    "quiet loglevel=4 preempt=full panic=-1 mitigations=off nokaslr random.trust_cpu=on audit=0 "
    "apparmor=0 net.ifnames=0 systemd.show_status=0 systemd.log_target=journal")
# Seconds until something emulated counts as hung, on a host that does other things besides.
PATIENCE = 240


class Failed(Exception):
    """What was to be the case is not."""


class Gone(Failed):
    """The machine has ended."""


def architecture(images):
    """As Debian calls it, of the machine that Tests/PanelVM/build-image has put there."""
    return (pathlib.Path(images) / "architecture").read_text().strip()


class Clock(enum.Enum):
    """What the guest takes for time: the host's, or its own instructions at so many a nanosecond."""
    REAL = None
    # 1000 million instructions a second: a fifth of what a desktop does.
    DESKTOP = "shift=0,sleep=off"
    # 125 million a second: slower than the slowest boards that drive panels.
    SLOW = "shift=3,sleep=off"


class Screen(enum.Enum):
    """What drives the panel."""
    # Shown by QEMU, with hotplug, without a vertical blank.
    VIRTIO = "virtio"
    # With an exact vertical blank, seen only from inside.
    VKMS = "vkms"


class Channel:
    """A stream socket that QEMU listens on."""

    def __init__(self, path, process):
        end = time.monotonic() + PATIENCE
        self.rest = b""
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(path)
                return
            except OSError:
                self.socket.close()
                if process.poll() is not None or time.monotonic() > end:
                    raise Failed(f"QEMU has not begun (status {process.poll()})") from None
                time.sleep(0.02)

    def send(self, data):
        self.socket.sendall(data)

    def fill(self, end):
        left = end - time.monotonic()
        if left <= 0 or not select.select([self.socket], [], [], left)[0]:
            raise Failed("the machine does not answer")
        data = self.socket.recv(1 << 16)
        if not data:
            raise Gone("the machine is gone")
        self.rest += data

    def line(self, end):
        while b"\n" not in self.rest:
            self.fill(end)
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def exactly(self, count, end):
        while len(self.rest) < count:
            self.fill(end)
        data, self.rest = self.rest[:count], self.rest[count:]
        return data


class Machine:
    """One machine that runs until `close`; also a context manager."""

    def __init__(self, images, clock=Clock.REAL, screen=Screen.VIRTIO, size=(800, 480), usb=False, processors=1, restore=None):
        self.usb, self.processors = usb, processors
        self.images, self.clock, self.screen, self.size = pathlib.Path(images), clock, screen, size
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="panel-vm-"))
        self.began = time.monotonic()
        place = self.directory
        command = self.command() + [
            "-chardev", f"socket,id=agent,path={place}/agent,server=on,wait=off", "-qmp", f"unix:{place}/qmp,server=on,wait=off",
            "-serial", f"file:{place}/serial.log", "-vnc", f"unix:{place}/vnc"]
        if restore:
            command += ["-incoming", f"exec:cat {restore}"]
        with open(place / "qemu.log", "wb") as log:
            # It ends with this process, however that ends.
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *command], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        try:
            self.monitor = Channel(f"{place}/qmp", self.process)
            self.monitor.line(self.began + PATIENCE)
            self.qmp("qmp_capabilities")
            self.agent = Channel(f"{place}/agent", self.process)
            if restore:
                while self.qmp("query-status")["status"] in ("inmigrate", "postmigrate"):
                    time.sleep(0.02)
                if not self.qmp("query-status")["running"]:
                    self.qmp("cont")
                self.agent.send(b"\n")
            if self.agent.line(self.began + PATIENCE) != b"R":
                raise Failed("the agent does not say that it is ready")
            if restore and clock == Clock.REAL:
                self.run(f"date -s @{time.time():.0f}")
        except BaseException:
            sys.stderr.write(self.logs())
            self.close()
            raise

    def command(self):
        """What makes the machine: a saved state fits only the same."""
        display = ["-device", f"virtio-gpu-pci,id=gpu,xres={self.size[0]},yres={self.size[1]}"]
        machine, words = MACHINES[architecture(self.images)]
        # With more than one processor QEMU 7.2's threads now and then lose a race with the kernel's patching of itself at boot: then one
        # thread plays all of them by turns.
        single = self.clock.value or self.processors > 1
        return machine + [
            "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-accel", "tcg,tb-size=512" + (",thread=single" if single else ""), "-smp", f"{self.processors}",
            "-m", "640", "-kernel", f"{self.images}/vmlinux", "-initrd", f"{self.images}/initrd.cpio", "-append", f"{words} {COMMAND_LINE}",
            "-drive", f"if=none,id=root,file={self.images}/root.ext4,format=raw,read-only=on,cache=unsafe",
            "-device", "virtio-blk-pci,drive=root", "-device", "virtio-rng-pci", "-vga", "none",
            "-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=panel.0",
        ] + (display if self.screen == Screen.VIRTIO else []) + (["-device", "qemu-xhci,id=usb"] if self.usb else []) + (["-icount", self.clock.value] if self.clock.value else [])

    def run(self, script, timeout=PATIENCE):
        """Runs a shell script as root; returns its status and what it said."""
        end, said = time.monotonic() + timeout, b""
        data = script.encode()
        self.agent.send(b"%d\n" % len(data) + data)
        while True:
            line = self.agent.line(end)
            if line.startswith(b"O "):
                said += self.agent.exactly(int(line[2:]), end)
            elif line.startswith(b"X "):
                return int(line[2:]), said

    def ask(self, script, timeout=PATIENCE):
        """What a script says; its failing is one."""
        status, said = self.run(script, timeout)
        text = said.decode(errors="replace").strip()
        if status:
            raise Failed(f"{script}\n  ended with {status}: {text}")
        return text

    def file(self, path):
        status, data = self.run(f"cat {path}")
        if status:
            raise Failed(f"{path}: {data.decode(errors='replace').strip()}")
        return data

    def wait(self, script, what, timeout=60):
        """Until a script succeeds: never for a fixed time, which emulation on a busy host stretches."""
        end = time.monotonic() + timeout
        while True:
            status, said = self.run(script)
            if status == 0:
                return said.decode(errors="replace").strip()
            if time.monotonic() > end:
                raise Failed(f"{what} within {timeout} s; last: {said.decode(errors='replace').strip()}")
            time.sleep(0.1)

    def qmp(self, command, **arguments):
        self.monitor.send(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = json.loads(self.monitor.line(time.monotonic() + PATIENCE))
            if "error" in answer:
                raise Failed(f"QMP {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def picture(self):
        """What the panel scans out, as the machine outside sees it."""
        path = self.directory / "screen.png"
        self.qmp("screendump", filename=str(path), device="gpu", format="png")
        return Picture.read(path)

    def plug_stick(self, image, rate=None):
        """A stick in the USB: the file's bytes are what is on it.

        - rate: bytes a second that can be read of it.
        """
        bytes_of = {"driver": "raw", "node-name": "stick", "file": {"driver": "file", "filename": str(image)}}
        if rate:
            self.qmp("object-add", **{"qom-type": "throttle-group", "id": "slow", "limits": {"bps-read": rate}})
            bytes_of = {"driver": "throttle", "node-name": "stick", "throttle-group": "slow", "file": {**bytes_of, "node-name": "bytes"}}
        self.qmp("blockdev-add", **bytes_of)
        self.qmp("device_add", driver="usb-storage", id="stick", bus="usb.0", drive="stick", removable=True)

    def unplug_stick(self):
        """Pulled out; what was written to it is in the file."""
        self.qmp("device_del", id="stick")
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.qmp("blockdev-del", **{"node-name": "stick"})
            except Failed:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def press_power(self):
        """The power key."""
        self.qmp("system_powerdown")

    def ended(self, timeout=PATIENCE):
        """Until the machine has turned itself off."""
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Failed(f"the machine is still on after {timeout} s") from None

    def logs(self):
        texts = []
        for name in ("serial.log", "qemu.log"):
            path = self.directory / name
            if path.exists():
                texts.append(path.read_text(errors="replace")[-3000:])
        return "\n".join(texts)

    def has_crashed(self):
        """Whether its kernel has said that it fell, or what emulates it was ended by a signal: nothing that runs as a user does either."""
        words = (self.directory / "serial.log").read_text(errors="replace")
        return (self.process.poll() or 0) < 0 or any(word in words for word in ("Kernel panic", "Oops: ", "BUG: "))

    def save(self, path):
        """Writes the machine's state for `restore`."""
        self.run("sync; echo 3 >/proc/sys/vm/drop_caches")
        partial = f"{path}.part"
        self.qmp("migrate", uri=f"exec:cat >{partial}")
        while (status := self.qmp("query-migrate")["status"]) != "completed":
            if status == "failed":
                raise Failed("the machine's state could not be saved")
            time.sleep(0.05)
        os.replace(partial, path)

    def close(self):
        if self.process.poll() is None:
            try:
                self.qmp("quit")
                self.process.wait(10)
            except (Failed, OSError, AttributeError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class States:
    """Saved machines: each is prepared once, and every case begins with a fresh copy."""

    def __init__(self, images):
        self.images = pathlib.Path(images)
        self.preparations = {}
        self.broken = 0

    def add(self, name, prepare, **machine):
        """- prepare: brings a freshly booted machine, or one of `after`, to the state."""
        self.preparations[name] = (prepare, machine)

    def boot(self, **machine):
        return Machine(self.images, **machine)

    def restore(self, name):
        prepare, options = self.preparations[name]
        options = dict(options)
        after = options.pop("after", None)
        path = self.path(name)
        while not path.exists():
            began = time.monotonic()
            with (self.restore(after) if after else self.boot(**options)) as machine:
                prepare(machine)
                machine.save(path)
            print(f"     state {name} saved in {time.monotonic() - began:.1f} s", flush=True)
            self.prove(name, path)
        return Machine(self.images, restore=path, **self.machine(name))

    def prove(self, name, path):
        """Takes a state away again whose machine does not go on, but not for ever.

        Seen once in hundreds: saved while its kernel patched itself, a machine jumped to address 0 whenever it was restored.
        """
        with Machine(self.images, restore=path, **self.machine(name)) as machine:
            try:
                machine.ask("sleep 2; echo 1 >/proc/sys/vm/compact_memory; sleep 2", timeout=PATIENCE / 2)
            except Failed as error:
                path.unlink()
                self.broken += 1
                if self.broken > 2:
                    raise
                print(f"     state {name} does not go on ({error}); it is made anew:\n{machine.logs()}", flush=True)

    def machine(self, name):
        """What a state's machine is made with."""
        options = dict(self.preparations[name][1])
        after = options.pop("after", None)
        return self.machine(after) if after else options

    def path(self, name):
        source = pathlib.Path(__file__).resolve().parent
        digest = hashlib.sha256()
        for file in ("panel_vm.py", "stage.py", "day.py", "figures.py"):
            digest.update((source / file).read_bytes())
        return self.images / f"state-{name}-{digest.hexdigest()[:12]}"
