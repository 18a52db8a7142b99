"""One kiosk of a fleet, right and wrong."""
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tarfile
import time

from world import Kiosk, Maker, Web, wait_for

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "CommandLine"))
import mqtt

CASES = []
# Run when they are asked for by name.
LONG = []
FAST = ("--bundle-every", "1s", "--bundle-trial", "3s")


def case(name, cases=CASES):
    def add(body):
        cases.append((name, body))
        return body
    return add


class Stage:
    def __init__(self, binaries, directory, *words):
        self.program = str(binaries / "vitrine")
        self.directory = directory
        self.maker = Maker(self.program, directory / "maker")
        self.web = Web(directory / "web")
        self.kiosk = Kiosk(self.program, directory / "home", "--key", self.maker.line, *FAST, *words, self.web.url("x.vitrine"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kiosk.end()
        self.web.stop()

    def publish(self, version, *words, **others):
        return self.web.publish("x.vitrine", self.maker.bundle(version, *words, **others))


def minisign(directory, *words):
    return subprocess.run(["minisign", *words], cwd=directory, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)


@case("minisign makes and checks what vitrine does")
def real_minisign(binaries, directory):
    with Stage(binaries, directory) as stage:
        root = stage.maker.root
        data = stage.maker.bundle(1)
        lines = data.split(b"\n", 5)
        assert lines[0] == b"vitrine bundle 1", lines[0]
        (root / "y.tar").write_bytes(lines[5])
        (root / "y.tar.minisig").write_bytes(b"\n".join(lines[1:5]) + b"\n")
        checked = minisign(root, "-Vm", "y.tar", "-p", "fleet.pub")
        assert checked.returncode == 0 and "version 1" in checked.stdout, checked
        listed = subprocess.run(["tar", "tf", "y.tar"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
        assert listed == ["manifest", "board.yaml"], listed
        # Its keys sign ours, without a password, and its signature of ours is taken.
        made = minisign(root, "-GW", "-p", "theirs.pub", "-s", "theirs.key")
        assert made.returncode == 0, made
        stage.maker.bundle(2, key=root / "theirs.key", output="theirs.vitrine")
        stage.maker.bundle(3, output="z.tar")
        assert minisign(root, "-SW", "-s", "theirs.key", "-m", "z.tar").returncode == 0
        by_hand = b"vitrine bundle 1\n" + (root / "z.tar.minisig").read_bytes() + (root / "z.tar").read_bytes()
        kiosk = Kiosk(stage.program, directory / "other", "--key", str(root / "theirs.pub"), *FAST, stage.web.url("x.vitrine"))
        try:
            stage.web.publish("x.vitrine", (root / "theirs.vitrine").read_bytes())
            kiosk.start().wait(version=2)
            stage.web.publish("x.vitrine", by_hand)
            kiosk.wait(version=3)
            # The old kind signs the bytes and not their digest: a bundle could not be read a part at a time.
            assert minisign(root, "-SlW", "-s", "theirs.key", "-m", "z.tar").returncode == 0
            stage.web.publish("x.vitrine", b"vitrine bundle 1\n" + (root / "z.tar.minisig").read_bytes() + (root / "z.tar").read_bytes())
            kiosk.wait(problem=lambda words: words and "old kind" in words, version=3)
        finally:
            kiosk.end()


@case("what a board names is packed, and nothing else")
def packing(binaries, directory):
    with Stage(binaries, directory) as stage:
        root = directory / "boards"
        for folder in ("pictures", "photos", "unused", "../elsewhere"):
            (root / folder).mkdir(parents=True)
        (root / "pictures/logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
        shutil.copy(root / "pictures/logo.svg", root / "photos/a.svg")
        shutil.copy(root / "pictures/logo.svg", root / "photos/b.svg")
        shutil.copy(root / "pictures/logo.svg", root / "unused/c.svg")
        (root / "data.json").write_text('[{"id": 1, "name": "a"}]')
        (root / "look.yaml").write_text("mode: dark\n")
        board = ('board: Packed\ntheme: look.yaml\nsources:\n  list: {url: data.json, key: id}\ncards:\n  - header: {title: T, logo: pictures/logo.svg}\n'
                 '  - row: {each: list, title: "{name}", image: "photos/{name}.svg"}\n')
        (root / "house.yaml").write_text(board)
        output = str(directory / "p.tar")
        stage.maker.run("bundle", str(root / "house.yaml"), "-o", output)
        listed = subprocess.run(["tar", "tf", output], capture_output=True, text=True, check=True).stdout.split()
        assert sorted(listed) == ["board.yaml", "data.json", "look.yaml", "manifest", "photos/a.svg", "photos/b.svg", "pictures/logo.svg"], listed
        (directory / "elsewhere/x.svg").write_text("<svg/>")
        (root / "house.yaml").write_text(board.replace("pictures/logo.svg", "../elsewhere/x.svg"))
        assert "no bundle can hold it" in stage.maker.run("bundle", str(root / "house.yaml"), "-o", output, fails=True)
        (root / "house.yaml").write_text(board.replace("title: T", "titel: T"))
        assert "house.yaml:6:" in stage.maker.run("bundle", str(root / "house.yaml"), "-o", output, fails=True)
        assert "there already" in stage.maker.run("bundle", "--new-key", str(stage.maker.root / "fleet"), fails=True)
        assert oct((stage.maker.root / "fleet.key").stat().st_mode)[-3:] == "600"
        for words, hint in [((), "which board"), (("x.yaml", "-o", "x.zip"), "ends with"), (("x.yaml", "-o", "x.vitrine"), "--new-key"),
                            (("x.yaml",), "-o lobby.vitrine"), (("x.yaml", "-o", "x.tar", "--label", "x"), "label"),
                            (("x.yaml", "-o", "x.tar", "--canary", "101%"), "canary")]:
            assert hint in stage.maker.run("bundle", *words, fails=True), words


@case("a bundle comes, is on trial, and stays")
def taking(binaries, directory):
    with Stage(binaries, directory) as stage:
        kiosk = stage.kiosk.start()
        kiosk.wait(state="none", problem=lambda words: words and "404" in words)
        stage.publish(1)
        kiosk.wait(state="trial", version=1)
        kiosk.wait(state="kept", version=1, latest=1, problem=lambda words: words is None)
        first = directory / "first.png"
        assert kiosk.ask("screenshot", "-o", str(first))[0] == 0
        stage.publish(2)
        kiosk.wait(state="kept", version=2)
        second = directory / "second.png"
        assert kiosk.ask("screenshot", "-o", str(second))[0] == 0
        assert first.read_bytes() != second.read_bytes(), "the picture is the same"
        # What is on show is asked for, and not fetched again; after a start neither.
        since = time.time()
        wait_for(lambda: len(stage.web.requests(since)) > 3, 20, "nobody asks")
        kiosk.end()
        kiosk.start().wait(state="kept", version=2, heard_age=lambda age: age is not None)
        assert {status for _, status, _ in stage.web.requests(since)} == {304}, stage.web.requests(since)
        kept = [name for name in os.listdir(stage.kiosk.root / "state/vitrine/bundles") if len(name) == 32]
        assert len(kept) == 2, kept


@case("the same board with other data and another picture is another picture")
def other_files(binaries, directory):
    with Stage(binaries, directory) as stage:
        board = ('board: Same\ntheme: {mode: dark, scale: 1}\nsources:\n  list: {url: data.json, key: id}\ncards:\n'
                 '  - row: {each: list, title: "{name}", image: "photos/{id}.svg"}\n')
        (stage.maker.root / "photos").mkdir()
        seen = []
        kiosk = stage.kiosk
        for version, name, colour in [(1, "first", "red"), (2, "second", "red"), (3, "second", "blue")]:
            (stage.maker.root / "data.json").write_text('[{"id": 1, "name": "%s"}]' % name)
            (stage.maker.root / "photos/1.svg").write_text(
                '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="%s"/></svg>' % colour)
            stage.publish(version, board=board)
            if not kiosk.process:
                kiosk.start()
            kiosk.wait(state="kept", version=version)
            picture = directory / f"{version}.png"

            def shot():
                kiosk.ask("screenshot", "-o", str(picture))
                return picture.exists() and picture.read_bytes() not in seen

            wait_for(shot, 10, f"version {version} looks like one before it")
            seen.append(picture.read_bytes())


@case("what is wrong is refused, with its reason, and the last good one stays")
def refusing(binaries, directory):
    with Stage(binaries, directory) as stage:
        stage.publish(10)
        kiosk = stage.kiosk.start()
        kiosk.wait(state="kept", version=10)
        good = stage.maker.bundle(11)
        other = stage.maker.bundle(12)
        stage.maker.run("bundle", "--new-key", str(stage.maker.root / "stranger"))
        bad = {
            "not signed": b"vitrine bundle 1\n" + good.split(b"\n", 5)[5],
            "no bundle": b"<html>sign in</html>",
            "no archive|signature is wrong|no end": good[:-700],
            "signature is wrong": b"\n".join(good.split(b"\n", 5)[:5]) + b"\n" + other.split(b"\n", 5)[5],
            "is signed with the key": stage.maker.bundle(13, key=stage.maker.root / "stranger.key"),
            "older than 10": stage.maker.bundle(9),
            "with other contents": stage.maker.bundle(10, board="board: Else\ncards: [{text: {text: x}}]\n"),
            "larger than|too large|more than": good + b"\0" * (65 << 20),
        }
        # A board with a mistake, which vitrine itself does not pack: by tar and minisign, with a key of vitrine's.
        root = stage.maker.root
        with tarfile.open(root / "by-hand.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
            for name, text in [("manifest", "vitrine bundle 1\nversion 14\n"), ("board.yaml", "board: B\ncards:\n  - text: {txt: x}\n")]:
                entry = tarfile.TarInfo(name)
                entry.size = len(text)
                archive.addfile(entry, io.BytesIO(text.encode()))
        assert minisign(root, "-SW", "-s", "fleet.key", "-m", "by-hand.tar").returncode == 0
        bad["board.yaml:3:"] = b"vitrine bundle 1\n" + (root / "by-hand.tar.minisig").read_bytes() + (root / "by-hand.tar").read_bytes()
        for words, data in bad.items():
            since = stage.web.publish("x.vitrine", data)
            kiosk.wait(problem=lambda found: found and any(word in found for word in words.split("|")), version=10)
            # Looked at once, and then only asked after.
            wait_for(lambda: len([1 for at, *_ in stage.web.requests(since + 1.2)]) > 2, 20, "nobody asks")
            fetched = [status for _, status, _ in stage.web.requests(since) if status == 200]
            # Of what is too large nobody knows a version: it is asked for every tenth time.
            assert len(fetched) <= (5 if len(data) > 64 << 20 else 2), (words, stage.web.requests(since))
        code, text = kiosk.ask("status")
        assert code == 0 and "! the newest bundle is not shown" in text and "board.yaml:3:" in text, text
        stage.publish(15)
        kiosk.wait(state="kept", version=15, problem=lambda words: words is None)


@case("an end within the trial goes back; somebody who ends it does not")
def ends(binaries, directory):
    with Stage(binaries, directory, "--bundle-trial", "30s") as stage:
        kiosk = stage.kiosk
        kiosk.words = tuple(word if word != "3s" else "4s" for word in kiosk.words[:6]) + kiosk.words[8:]
        stage.publish(1)
        kiosk.start().wait(state="kept", version=1)
        stage.publish(2)
        kiosk.wait(state="trial", version=2)
        kiosk.end(signal.SIGTERM)
        kiosk.start().wait(state="trial", version=2)
        kiosk.end(signal.SIGKILL)
        kiosk.start().wait(version=1, problem=lambda words: words and "ended while it was on trial" in words)
        since = time.time()
        wait_for(lambda: len(stage.web.requests(since)) > 3, 20, "nobody asks")
        assert kiosk.bundle()["version"] == 1
        stage.publish(3)
        kiosk.wait(state="kept", version=3, problem=lambda words: words is None)


def untold(stage):
    """A kiosk that is told nothing of how long a trial takes."""
    words = stage.kiosk.words
    place = words.index("--bundle-trial")
    stage.kiosk.words = words[:place] + words[place + 2:]
    return stage.kiosk


@case("a trial takes two minutes unless somebody says otherwise")
def usual_trial(binaries, directory):
    with Stage(binaries, directory) as stage:
        stage.publish(1)
        kiosk = untold(stage).start()
        kiosk.wait(state="trial", version=1)
        assert "bundle version 1: on show, on trial for 120 s\n" in (kiosk.root / "log").read_text()


@case("the two minutes of a trial in real time, and the way back from one", LONG)
def two_minutes(binaries, directory):
    with Stage(binaries, directory) as stage:
        stage.publish(1)
        kiosk = untold(stage).start()
        kiosk.wait(state="trial", version=1)
        began = time.monotonic()
        kiosk.wait(150, state="kept", version=1)
        took = time.monotonic() - began
        assert 118 < took < 126, f"the trial took {took} s"
        # Late in its trial the next one ends: the one before is on show again.
        stage.publish(2)
        kiosk.wait(state="trial", version=2)
        time.sleep(100)
        assert kiosk.bundle()["state"] == "trial"
        kiosk.end(signal.SIGKILL)
        began = time.monotonic()
        kiosk.start().wait(version=1, state="kept", problem=lambda words: words and "ended while it was on trial" in words)
        back = time.monotonic() - began
        assert back < 30, f"the way back took {back} s"
        print(f"        a trial of {took:.1f} s, {back:.1f} s back")


@case("labels, canaries, a stick, ctl and a broker")
def ways(binaries, directory):
    stick = directory / "stick"
    stick.mkdir()
    broker = mqtt.Broker(str(directory))
    os.environ["PANEL_PASSWORD"] = "p@ss word"
    words = ("--label", "floor=2", "--stick", str(stick), "--mqtt", "mqtt://panel:${PANEL_PASSWORD}@127.0.0.1:%d/house/lobby" % broker.port)
    try:
        with Stage(binaries, directory, *words) as stage:
            stage.kiosk.environment["PANEL_PASSWORD"] = "p@ss word"
            onlooker = mqtt.Client(broker.port, "#")
            stage.publish(1, "--label", "floor=2", "--label", "floor=3")
            kiosk = stage.kiosk.start()
            kiosk.wait(state="kept", version=1)
            stage.publish(2, "--label", "floor=7")
            since = time.time()
            wait_for(lambda: [1 for _, status, _ in stage.web.requests(since - 1) if status == 200], 20, "nobody fetches it")
            stage.publish(3, "--canary", "0%")
            kiosk.wait(version=1, latest=3, held=lambda words: words and "0 %" in words)
            name = json.loads(kiosk.ask("status", "--json")[1])["name"]
            device = json.loads(onlooker.wait(f"homeassistant/device/{name}/config", lambda payload: b'"bundle"' in payload))
            update = device["cmps"]["bundle"]
            assert update["p"] == "update" and update["payload_install"] == "install", update
            onlooker.publish(update["command_topic"], b"install")
            kiosk.wait(state="kept", version=3)
            stage.web.publish("other.vitrine", stage.maker.bundle(4))
            assert "not \"file:" in kiosk.ask("bundle", "file:///etc/passwd")[1]
            code, text = kiosk.ask("bundle", stage.web.url("other.vitrine"))
            assert code == 0 and "version 4" in text, text
            kiosk.wait(state="kept", version=4)
            assert "older" in kiosk.ask("bundle", stage.web.url("x.vitrine"))[1]
            (stick / "old.vitrine").write_bytes(stage.maker.bundle(5))
            (stick / "half.vitrine").write_bytes(stage.maker.bundle(9)[:1500])
            (stick / "others.vitrine").write_bytes(stage.maker.bundle(8, "--label", "floor=9"))
            (stick / "new.vitrine").write_bytes(stage.maker.bundle(6))
            kiosk.wait(state="kept", version=6)
            # Whose hand has pushed it in wants it here, though it is on trial elsewhere: it does not hide the one for all, nor does that hide it.
            (stick / "all.vitrine").write_bytes(stage.maker.bundle(7))
            (stick / "canary.vitrine").write_bytes(stage.maker.bundle(8, "--canary", "0%"))
            kiosk.wait(state="kept", version=8, held=lambda words: words is None)
            shutil.rmtree(stick)
            kiosk.wait(version=8)
            # An address at the broker.
            stage.web.publish("told.vitrine", stage.maker.bundle(9, "--canary", "0%"))
            onlooker.publish(update["command_topic"], stage.web.url("told.vitrine").encode())
            kiosk.wait(state="kept", version=9)
            onlooker.publish(update["command_topic"], b"file:///etc/passwd")
            wait_for(lambda: "a bundle comes from an address that begins with https:// or http://" in (kiosk.root / "log").read_text(), 20,
                     "an address that is none is not told of")
            assert kiosk.bundle()["version"] == 9
    finally:
        broker.stop()


@case("a full disk leaves the last good one")
def full_disk(binaries, directory):
    home = directory / "home"
    (home / "state").mkdir(parents=True)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(home / "state")], capture_output=True).returncode:
        raise AssertionError("nothing can be mounted here; run it as root")
    try:
        with Stage(binaries, directory) as stage:
            stage.publish(1)
            kiosk = stage.kiosk.start()
            kiosk.wait(state="kept", version=1)
            # What comes fits, and what is unpacked does not; then neither does.
            for size in (400, 3000):
                (stage.maker.root / "noise.bin").write_bytes(os.urandom(size << 10))
                board = 'board: B\nsources:\n  a: {url: noise.bin}\ncards: [{text: {text: "big"}}]\n'
                stage.publish(2, board=board)
                if size == 400:
                    (home / "state/ballast").write_bytes(b"x" * (400 << 10))
                kiosk.wait(problem=lambda words: words and "disk is full" in words, version=1)
                kiosk.end(signal.SIGKILL)
                kiosk.start().wait(version=1)
            (home / "state/ballast").unlink()
            stage.publish(3)
            kiosk.wait(state="kept", version=3)
            kiosk.end()
    finally:
        subprocess.run(["umount", "-l", str(home / "state")], capture_output=True)


@case("the command line of a fleet says what is wrong")
def words(binaries, directory):
    with Stage(binaries, directory) as stage:
        run = stage.maker.run
        assert "--key KEY" in run("run", "https://example.org/x.vitrine", fails=True)
        assert "no public key" in run("run", "https://example.org/x.vitrine", "--key", "/etc/hostname", fails=True)
        assert "--stick needs --key" in run("run", "--stick", "/media", fails=True)
        assert "is no bundle" in run("run", "board.yaml", "--key", stage.maker.line, fails=True)
        assert "is no time" in run("run", "https://h/x.vitrine", "--key", stage.maker.line, "--bundle-every", "soon", fails=True)
