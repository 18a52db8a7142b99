"""What `vitrine setup` makes of sticks and cards, and what a panel shows until then."""
import os
import pathlib
import time

from ctl import Kiosk

KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"


def add(check, expect):
    """Adds them to the others."""

    def tree(stage):
        for folder in ("stick", "root/etc/vitrine", "root/usr/share/zoneinfo/Europe", "root/usr/sbin", "result", "kept"):
            os.makedirs(stage.path(folder), exist_ok=True)
        for file in ("root/usr/sbin/wpa_supplicant", "root/usr/share/zoneinfo/Europe/Berlin"):
            pathlib.Path(stage.path(file)).touch()

    def setup(stage, *words):
        return stage.vitrine("setup", "--from", stage.path("stick"), "--root", stage.path("root"), *words)

    def read(stage, name):
        path = pathlib.Path(stage.path(name))
        return path.read_text() if path.exists() else None

    def written(stage):
        root = pathlib.Path(stage.path("root"))
        return {str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode & 0o777, path.stat().st_mtime_ns)
                for path in root.rglob("*") if path.is_file()}

    @check("setup writes what vitrine.yaml says, and the second time nothing")
    def sets_up(stage):
        tree(stage)
        stage.write("stick/VITRINE.YAML", f"name: lobby\r\nkey: {KEY}\r\nwifi: {{name: Guests, password: correct horse}}\r\nlabels: {{floor: 2}}\r\n")
        first = setup(stage, "--stick", "--result", stage.path("result"))
        first.ends(0, lines=0)
        known = written(stage)
        expect(known["etc/wpa_supplicant/wpa_supplicant-wlan0.conf"][1] == 0o600 and known["etc/vitrine/setup.env"][1] == 0o600, str(first))
        expect(known["etc/hostname"][0] == b"lobby\n" and b"--label floor=2" in known["etc/vitrine/setup.env"][0], str(first))
        expect("restart wpa_supplicant@wlan0.service" in read(stage, "result/requests"), "the radio is not started")
        told = read(stage, "result/vitrine-result.txt")
        expect("Taken: name, key, wifi, labels." in told and "correct horse" not in told + "".join(first.out), told)
        setup(stage, "--stick", "--result", stage.path("result")).ends(0, lines=0)
        expect(written(stage) == known and read(stage, "result/requests") == "", "the second time something is done again")

    @check("setup --check changes nothing and names every mistake")
    def only_checked(stage):
        tree(stage)
        before = written(stage)
        stage.write("stick/vitrine.yaml", "nmae: lobby\nwifi: {name: x, password: Sup3r}\ntimezone: Europe/Atlantis\n")
        result = setup(stage, "--check").ends(1, 'vitrine.yaml:1:1: error: unknown key "nmae"', "2:27", "no such zone", lines=3)
        expect("Sup3r" not in str(result), f"a password is told\n{result}")
        expect(written(stage) == before, "something was written")
        stage.write("stick/vitrine.yaml", "name: lobby\n")
        expect("fine (name)" in setup(stage, "--check").ends(0, lines=0).out[0], "it does not say that it is fine")

    @check("half a file and a file that is none change nothing")
    def half(stage):
        tree(stage)
        before = written(stage)
        for text in ["name: lobby\nwifi: {name: Guests, pass", "\x00" * 500, "name: [", "- a\n- b\n", "name: a\nname: b\n"]:
            stage.write("stick/vitrine.yaml", text)
            result = setup(stage, "--result", stage.path("result"))
            expect(result.code == 1 and written(stage) == before, f"{text!r} changes something\n{result}")
        (pathlib.Path(stage.path("stick")) / "vitrine.yaml").unlink()
        os.mkdir(stage.path("stick/vitrine.yaml"))
        setup(stage).ends(1, "is a directory")
        os.rmdir(stage.path("stick/vitrine.yaml"))
        setup(stage).ends(0, lines=0)
        stage.vitrine("setup").ends(1, "--from")

    @check("a stick changes nothing where there is a board or another key")
    def strangers(stage):
        tree(stage)
        stage.write("stick/vitrine.yaml", f"name: lobby\nkey: {KEY}\n")
        setup(stage, "--stick").ends(0, lines=0)
        known = written(stage)
        stage.write("stick/vitrine.yaml", f"name: mine\nkey: {KEY[::-1]}\n")
        setup(stage, "--stick", "--result", stage.path("result")).ends(1, "the boards of another key")
        expect(written(stage) == known and "another key" in read(stage, "result/vitrine-result.txt"), "another key changes something")
        stage.write("stick/vitrine.yaml", "name: mine\n")
        setup(stage, "--stick").ends(1, "the boards of another key")
        stage.write("stick/vitrine.yaml", f"name: hall\nkey: {KEY}\n")
        setup(stage, "--stick").ends(0, lines=0)
        stage.write("root/etc/vitrine/board.yaml", "board: Ours\n")
        known = written(stage)
        setup(stage, "--stick").ends(1, "a board of its own")
        expect(written(stage) == known, "a board of its own does not keep sticks away")

    @check("a file that cannot be written is told, and what was there stays")
    def unwritable(stage):
        tree(stage)
        os.makedirs(stage.path("root/etc/hostname"))
        stage.write("stick/vitrine.yaml", "name: lobby\n")
        expect(setup(stage).code == 1, "a directory in the way is not told")
        expect(not read(stage, "root/etc/vitrine/setup.env"), "it went on")

    @check("a board with mistakes is told on the panel, and shown as soon as it is right")
    def mistaken(stage):
        stage.write("board.yaml", "board: X\ncards:\n  - hedaer: {title: x}\n")
        stage.vitrine("run", "board.yaml").ends(1, 'board.yaml:3:5: error: unknown card "hedaer"')
        kiosk = Kiosk(stage, "board.yaml", "--setup", "--http", "0.0.0.0:1", "--mqtt", "mqtt://panel:${NO_SUCH_SECRET}@broker")

        def causes():
            return [trouble["cause"] for trouble in kiosk.status()["troubles"]]

        told = kiosk.status()["troubles"]
        expect(causes() == ["not-set-up", "way-refused", "way-refused"], told)
        expect('board.yaml:3:5: error: unknown card "hedaer"' in told[0]["sentence"], told)
        expect(any("NO_SUCH_SECRET" in trouble["sentence"] for trouble in told), told)
        stage.write("board.yaml", "board: X\ncards:\n  - header: {title: x}\n")
        deadline = time.monotonic() + 30
        while "not-set-up" in causes() and time.monotonic() < deadline:
            time.sleep(0.1)
        expect(causes() == ["way-refused", "way-refused"], causes())

    @check("a board that is not there, or may not be read, is waited for")
    def unreadable(stage):
        os.mkdir(stage.path("board.yaml"))
        kiosk = Kiosk(stage, "board.yaml", "--setup")
        told = kiosk.status()["troubles"]
        expect(told[0]["cause"] == "not-set-up" and "is a directory" in told[0]["sentence"], told)
        kiosk.end()
        kiosk = Kiosk(stage, "none.yaml", "--setup")
        told = kiosk.status()["troubles"]
        expect(told[0]["cause"] == "not-set-up" and "it waits for none.yaml" in told[0]["sentence"], told)

    @check("what a panel cannot be told is told on it")
    def refused(stage):
        for words, reason in [
            (["none.vitrine", "--label", "floor=2"], "--label needs --key"),
            (["board.yaml", "--key", KEY], "is no bundle"),
            (["x.vitrine", "--key", "RWQ"], "--key"),
        ]:
            result = stage.vitrine("run", *words)
            expect(result.code == 1 and reason in str(result), str(result))
        stage.write("board.yaml", "board: X\ncards: []\n")
        for words in (["board.yaml", "--key", KEY], ["x.vitrine", "--key", "RWQ"]):
            kiosk = Kiosk(stage, words[0], "--setup", *words[1:])
            told = kiosk.status()["troubles"]
            expect(told[0]["cause"] == "not-set-up" and "vitrine run cannot be shown" in told[0]["sentence"], told)
            kiosk.end()

    @check("the newest boards of a stick are copied, and no others")
    def copies(stage):
        tree(stage)
        for number in range(6):
            path = stage.write(f"stick/board{number}.VITRINE", f"bundle {number}")
            os.utime(path, (1000 + number, 1000 + number))
        stage.write("stick/._board9.vitrine", "a Mac's")
        os.mkfifo(stage.path("stick/pipe.vitrine"))
        os.utime(stage.path("stick/pipe.vitrine"), (2000, 2000))
        with open(stage.path("stick/large.vitrine"), "wb") as large:
            large.truncate((64 << 20) + 1)
        os.utime(stage.path("stick/large.vitrine"), (3000, 3000))
        target = pathlib.Path(stage.path("bundles"))
        for _ in range(2):
            result = stage.vitrine("setup", "--from", stage.path("stick"), "--bundles", str(target))
            result.ends(0, "larger than 64 MB", "pipe", "4 newest", lines=3)
            expect(sorted(path.read_text() for path in target.iterdir()) == ["bundle 4", "bundle 5"], str(list(target.iterdir())))

    @check("a panel without a board says what it lacks until it is there")
    def screen(stage):
        kiosk = Kiosk(stage, "later.yaml", "--setup", "--language", "de", "--cache", stage.path("cache"))
        expect(kiosk.status()["health"] == "ok", f"it complains of the board\n{kiosk.status()}")
        stage.write("later.yaml", "board: Here\ncards: [{header: {title: Here}}]\n")
        end = time.monotonic() + 30
        while not any("read again" in line for line in kiosk.ask("log").out):
            expect(time.monotonic() < end, f"the board is not shown\n{kiosk.ask('log')}")
            time.sleep(0.2)
        stage.vitrine("run", "--display", "preview", "never.yaml").ends(1, "never.yaml")
        stage.vitrine("run", "--setup", "--language", "xx", "never.yaml").ends(1, "--language")
