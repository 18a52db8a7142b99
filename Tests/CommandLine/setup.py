"""What `vitrine setup` makes of sticks and cards, and what a panel shows until then."""
import os
import pathlib
import time

from ctl import Kiosk

KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
OTHER = "RWRxqRbbWyE9/rJtTgtJ2k5T7fG1ANCsmKtXBmzrbWUviYjPD9t+AzJn"
BOARD = "board: https://example.org/lobby.vitrine\n"
COMMAND = "/usr/bin/vitrine run --display kms --setup $VITRINE_SETUP $VITRINE_OPTIONS $VITRINE_BOARD"


def facts(command=COMMAND, more=""):
    """What systemctl says of the kiosk's service."""
    return (f"ExecStart={{ path=/usr/bin/vitrine ; argv[]={command} ; ignore_errors=no ; start_time=[n/a] ; pid=0 }}\n"
            "Environment=VITRINE_BOARD=/etc/vitrine/board.yaml MALLOC_ARENA_MAX=2\n"
            "EnvironmentFiles=/etc/vitrine/setup.env (ignore_errors=yes)\nEnvironmentFiles=/etc/default/vitrine (ignore_errors=yes)\n"
            f"EnvironmentFiles=/etc/vitrine/secrets (ignore_errors=yes)\nRadio=\n{more}")


def add(check, expect):
    """Adds them to the others."""

    def tree(stage):
        for folder in ("stick", "root/etc/vitrine", "root/etc/default", "root/usr/share/zoneinfo/Europe", "root/usr/sbin", "result", "kept"):
            os.makedirs(stage.path(folder), exist_ok=True)
        stage.write("service", facts())
        for file in ("root/usr/sbin/wpa_supplicant", "root/usr/share/zoneinfo/Europe/Berlin"):
            pathlib.Path(stage.path(file)).touch()

    def setup(stage, *words):
        return stage.vitrine("setup", "--from", stage.path("stick"), "--root", stage.path("root"), *words)

    def plug(stage, text, *words, **files):
        """As the stick's service does it."""
        stage.write("stick/vitrine.yaml", text)
        for name, data in files.items():
            (pathlib.Path(stage.path("stick")) / f"{name}.vitrine").write_bytes(data)
        return setup(stage, "--stick", "--service", stage.path("service"), "--keep", "/etc/vitrine", "--result", stage.path("result"), *words)

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
        stage.write("stick/VITRINE.YAML", f"name: lobby\r\nkey: {KEY}\r\n{BOARD}wifi: {{name: Guests, password: correct horse}}\r\nlabels: {{floor: 2}}\r\n")
        words = ("--stick", "--service", stage.path("service"), "--result", stage.path("result"))
        first = setup(stage, *words)
        first.ends(0, lines=0)
        known = written(stage)
        expect(known["etc/wpa_supplicant/wpa_supplicant-wlan0.conf"][1] == 0o600 and known["etc/vitrine/setup.env"][1] == 0o600, str(first))
        expect(known["etc/hostname"][0] == b"lobby\n" and b"--label floor=2" in known["etc/vitrine/setup.env"][0], str(first))
        expect("restart wpa_supplicant@wlan0.service" in read(stage, "result/requests"), "the radio is not started")
        told = read(stage, "result/vitrine-result.txt")
        expect("Taken: name, key, board, wifi, labels." in told and "correct horse" not in told + "".join(first.out), told)
        # Nobody has asked the service manager yet; and had he, what may not have come about is asked for again.
        setup(stage, *words).ends(0, lines=0)
        expect(written(stage) == known and "restart" in read(stage, "result/requests"), "what was to be asked for is forgotten")
        stage.write("result/requests", "")
        setup(stage, *words).ends(0, lines=0)
        again = read(stage, "result/requests")
        expect("start wpa_supplicant@wlan0.service" in again and "restart" not in again, again)

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

    @check("a directory that is not there is told, and one of several need not be there")
    def missing(stage):
        tree(stage)
        stage.vitrine("setup", "--from", "nodir", "--root", stage.path("root")).ends(1, "--from: nodir does not exist")
        stage.write("stick/vitrine.yaml", "")
        stage.vitrine("setup", "--from", "nodir", "--from", stage.path("stick"), "--root", stage.path("root")).ends(0, lines=0)

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
        setup(stage, "--result", stage.path("result")).ends(1, "is a directory")
        expect("is a directory" in read(stage, "result/vitrine-result.txt"), "on the stick nothing is told of it")
        os.rmdir(stage.path("stick/vitrine.yaml"))
        setup(stage).ends(0, lines=0)
        stage.vitrine("setup").ends(1, "--from")

    @check("a stick changes nothing where there is a board or another key")
    def strangers(stage):
        tree(stage)
        plug(stage, f"name: lobby\nkey: {KEY}\n{BOARD}").ends(0, lines=0)
        known = written(stage)
        plug(stage, f"name: mine\nkey: {OTHER}\n{BOARD}").ends(1, "the boards of another key")
        expect(written(stage) == known and "another key" in read(stage, "result/vitrine-result.txt"), "another key changes something")
        plug(stage, "name: mine\n").ends(1, "the boards of another key")
        plug(stage, f"name: hall\nkey: {KEY}\n").ends(0, lines=0)
        stage.write("root/etc/vitrine/board.yaml", "board: Ours\n")
        known = written(stage)
        plug(stage, f"name: mine\nkey: {KEY}\n").ends(1, "a board of its own")
        expect(written(stage) == known, "a board of its own does not keep sticks away")

    @check("whoever has said what a panel shows, and wherever, nobody else's stick changes it")
    def holders(stage):
        tree(stage)
        stage.write("root/etc/fleet.pub", f"untrusted comment: x\n{KEY}\n")
        fleet = f"/usr/bin/vitrine run --display kms $VITRINE_OPTIONS https://boards.example.org/lobby.vitrine --key {KEY}"
        ways = [  # What systemctl says, /etc/default/vitrine, whether a stick with its key may set the machine up.
            (facts(fleet), "", True), (facts(), f"VITRINE_BOARD=http://127.0.0.1/x.vitrine\nVITRINE_OPTIONS=--key {KEY}\n", True),
            (facts(), f"VITRINE_OPTIONS=--key /etc/fleet.pub --stick /media/boards\nVITRINE_BOARD=\n", True),
            (facts(more=f"Environment=\"VITRINE_OPTIONS=--key {KEY}\" VITRINE_BOARD=https://e/x.vitrine\n"), "", True),
            (facts(), "VITRINE_BOARD=/srv/b/board.yaml\n", False), (facts(), "VITRINE_OPTIONS=--rotate 90 /srv/b.yaml\nVITRINE_BOARD=\n", False),
            (facts(), "VITRINE_OPTIONS=--label floor=2\n", False), (facts("/usr/local/bin/kiosk"), "", False), ("LoadState=masked\n", "", False), ("", "", False),
            (facts(more="Present=/home/me/options\n"), "", False), (facts(more="UnitFileState=disabled\nActiveState=inactive\n"), "", False),
        ]
        for place, (service, options, proves) in enumerate(ways):
            stage.write("service", service)
            stage.write("root/etc/default/vitrine", options)
            before = written(stage)
            for text in ("name: evil\n", f"key: {OTHER}\n{BOARD}", "panel: {turn: 180}\nlabels: {a: b}\n", "timezone: Europe/Berlin\nnetwork: {address: 203.0.113.5/24}\n"):
                result = plug(stage, text)
                expect(result.code == 1 and written(stage) == before, f"way {place}: {text!r} changes something\n{result}")
                told = read(stage, "result/vitrine-result.txt")
                expect("Nothing was taken." in told and "stick" in told, f"way {place}: {told}")
            result = plug(stage, f"key: {KEY}\nname: hall{place}\n")
            expect((result.code == 0) == proves and (read(stage, "root/etc/hostname") == f"hall{place}\n") == proves, f"way {place}: {result}")
        # Where a link stands, somebody has put it.
        stage.write("service", facts())
        os.symlink("/nosuch/board.yaml", stage.path("root/etc/vitrine/board.yaml"))
        plug(stage, "name: evil\n").ends(1, "a board of its own")
        os.remove(stage.path("root/etc/vitrine/board.yaml"))
        # Without a word of the service manager nothing is known, and nothing is done.
        stage.write("root/etc/default/vitrine", "")
        stage.write("stick/vitrine.yaml", "name: evil\n")
        setup(stage, "--stick").ends(1, "not known")
        # What has no effect is not said to be taken.
        stage.write("service", facts(fleet))
        plug(stage, f"key: {KEY}\nname: hall\npanel: {{turn: 90}}\nlanguage: de\n").ends(1, "has no effect", lines=2)
        expect("Taken: key, name." in read(stage, "result/vitrine-result.txt"), read(stage, "result/vitrine-result.txt"))

    def begins(stage):
        """Whether a kiosk begins with what is set up, but for its board and panel."""
        text = read(stage, "root/etc/vitrine/setup.env") or ""
        values = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
        words = values.get("VITRINE_SETUP", "").strip('"').replace("\\", "").split()
        board = values.get("VITRINE_BOARD", "/etc/vitrine/board.yaml").strip('"')
        # It is read whole, and then there is no such card.
        result = stage.vitrine("run", "--display", "preview", "--setup", "--port", "65536", *words, *([board] if board else []))
        return "--port" in str(result), result, words, board

    @check("nothing is set up with which a kiosk would not begin, and nothing known is forgotten")
    def whole(stage):
        tree(stage)
        for text, said in [
                ("labels: {site: harbour}\n", 'needs "key"'), (f"key: {KEY}\n", "no bundle beside it"), (f"key: {KEY[:-1]}\n{BOARD}", "56 letters"),
                (f"{BOARD}labels: {{a: b}}\n", 'needs "key"'), (f"key: {KEY}\nlabels: {{a: b}}\n", "no bundle")]:
            result = plug(stage, f"name: lobby\n{text}")
            expect(result.code == 1 and said in str(result), f"{text!r}: {result}")
            expect("Taken: name." in read(stage, "result/vitrine-result.txt"), read(stage, "result/vitrine-result.txt"))
            fine, result, words, board = begins(stage)
            expect(fine and not words and board.startswith("/etc"), f"{text!r}: {result}")
        # A slip has not bound it to anything.
        plug(stage, f"key: {KEY}\n{BOARD}labels: {{floor: 2}}\n").ends(0, lines=0)
        for text in ("timezone: Europe/Berlin\n", "panel: {turn: 90}\n", "language: de\n"):
            plug(stage, f"key: {KEY}\n{text}").ends(0, lines=0)
            fine, result, words, board = begins(stage)
            expect(fine and "floor=2" in words and KEY in words and board == "https://example.org/lobby.vitrine", f"{text!r}: {result}")
        expect("--rotate" in words and "--language" in words, words)
        kept = read(stage, "root/etc/vitrine/vitrine.yaml")
        expect("floor" in kept and "Europe/Berlin" in kept and "turn: 90" in kept, kept)

    @check("a key with a bundle of its own beside it is enough, and with somebody else's it is not")
    def with_bundle(stage):
        tree(stage)
        stage.write("board.yaml", "board: Here\ncards: [{header: {title: Here}}]\n")
        keys = []
        for name in ("ours", "others"):
            stage.vitrine("bundle", "--new-key", stage.path(name))
            keys.append(read(stage, f"{name}.pub").splitlines()[1])
        stage.vitrine("bundle", stage.path("board.yaml"), "-o", stage.path("b.vitrine"), "--key", stage.path("ours.key"))
        bundle = pathlib.Path(stage.path("b.vitrine")).read_bytes()
        plug(stage, f"key: {keys[1]}\n", a=bundle).ends(1, "signed with it")
        plug(stage, f"key: {keys[0]}\n", a=b"none").ends(1, "no bundle of vitrine's")
        plug(stage, f"key: {keys[0]}\n", a=bundle).ends(0, lines=0)
        fine, result, words, board = begins(stage)
        expect(fine and keys[0] in words and not board, f"{result} {board}")

    @check("options and brokers that a kiosk would refuse are refused, and no password stands in a line")
    def refused(stage):
        tree(stage)
        for panel, said in [
                ("mqtt: 'mqtt://x:y:z'", "no address of a broker"), ("mqtt: 'mqtt://broker:99999/x'", "no address of a broker"), ("mqtt: 'mqtt://'", "broker"),
                ("options: --http 0.0.0.0:8081", "VITRINE_HTTP_TOKEN"), ("options: --http 8081", "VITRINE_HTTP_TOKEN"), ("options: --vnc 0.0.0.0:5900", "VITRINE_VNC_PASSWORD"),
                ("options: --mqtt bogus", "broker"), ("options: --key nosuch.pub", "public key"), ("options: --stick /x", "options"), ("options: --metrics 70000", "options"),
                ("options: --label a=b", "options")]:
            stage.write("stick/vitrine.yaml", f"name: lobby\npanel: {{turn: 90, {panel}}}\n")
            setup(stage, "--result", stage.path("result")).ends(1, said)
            fine, result, words, _ = begins(stage)
            expect(fine and (words in ([], ["--rotate", "90"])), f"{panel}: {words} {result}")
            expect("Taken: name" in read(stage, "result/vitrine-result.txt"), read(stage, "result/vitrine-result.txt"))
        # With a secret that the service has they are right.
        stage.write("root/etc/vitrine/secrets", "VITRINE_HTTP_TOKEN=0123456789abcdef\nVITRINE_VNC_PASSWORD=12345678\n")
        stage.write("stick/vitrine.yaml", "panel: {mqtt: 'mqtt://me:Sup3r%20Secret@b.example', options: --http 0.0.0.0:8081 --vnc 0.0.0.0:5900}\n")
        result = setup(stage, "--result", stage.path("result")).ends(0, lines=0)
        text = read(stage, "root/etc/vitrine/setup.env")
        expect('VITRINE_BROKER_PASSWORD="Sup3r Secret"\n' in text and "Sup3r" not in text.split("VITRINE_SETUP=")[1], text)
        expect("me:\\${VITRINE_BROKER_PASSWORD}@b.example" in text and "Sup3r" not in str(result), text)
        # The service's own options are not this file's fault, and keep nobody's network from being set up.
        stage.write("root/etc/default/vitrine", "VITRINE_OPTIONS=--rotaet 90\n")
        stage.write("stick/vitrine.yaml", "name: hall\n")
        setup(stage, "--result", stage.path("result")).ends(0, "own options")
        expect(read(stage, "root/etc/hostname") == "hall\n" and "own options" in read(stage, "result/vitrine-result.txt"), "the rest is not set up")

    @check("what a stick has said counts beside the card's own word, and after the next start")
    def card(stage):
        tree(stage)
        os.makedirs(stage.path("boot"))
        stage.write("boot/vitrine.yaml", "name: lobby\npanel: {turn: 180}\n")

        def boot():
            for file in pathlib.Path(stage.path("root/etc")).rglob("*"):
                if file.is_file() and file.parent.name != "data":
                    file.unlink()
            return stage.vitrine("setup", "--from", stage.path("boot"), "--keep", "/data", "--root", stage.path("root"), "--result", stage.path("result")).ends(0, lines=0)

        boot()
        stage.write("stick/vitrine.yaml", f"name: hall\nwifi: {{name: Guests, password: correct horse}}\nkey: {KEY}\n{BOARD}panel: {{turn: 90, scale: 2}}\n")
        words = ("--stick", "--service", stage.path("service"), "--above", stage.path("boot"), "--keep", "/data", "--result", stage.path("result"))
        result = setup(stage, *words).ends(1, '"name" is said by vitrine.yaml on the boot partition', '"turn" is said', lines=2)
        expect("Taken: wifi, key, board, panel." in read(stage, "result/vitrine-result.txt"), str(result))
        known = {name: data for name, (data, _, _) in written(stage).items()}
        expect(known["etc/hostname"] == b"lobby\n" and b"--rotate 180 --scale 2" in known["etc/vitrine/setup.env"], str(known))
        expect(os.stat(stage.path("root/data/vitrine.yaml")).st_mode & 0o777 == 0o600, "others may read what is kept")
        boot()
        after = {name: data for name, (data, _, _) in written(stage).items()}
        expect(after == known, f"after a start it is another machine: {[name for name in known if after.get(name) != known[name]]}")
        # Another hand's card: what the stick said of the board is nothing any more.
        stage.write("boot/vitrine.yaml", f"name: lobby\nkey: {OTHER}\nboard: https://other.example/x.vitrine\n")
        boot()
        text = read(stage, "root/etc/vitrine/setup.env")
        expect(OTHER in text and KEY not in text and "other.example" in text and "--scale 2" in text, text)

    @check("keys that let somebody in already stay")
    def lets_in(stage):
        tree(stage)
        os.makedirs(stage.path("root/root/.ssh"))
        stage.write("root/root/.ssh/authorized_keys", "ssh-rsa AAAA admin\n")
        line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
        for name in ("me", "you"):
            stage.write("stick/vitrine.yaml", f"ssh: {line} {name}\n")
            setup(stage).ends(0, lines=0)
            lines = read(stage, "root/root/.ssh/authorized_keys").splitlines()
            expect(lines[0] == "ssh-rsa AAAA admin" and f"{line} {name}" in lines and len(lines) == 4, str(lines))

    @check("a radio is found by what the kernel calls it, and networks of others are left to them")
    def radios(stage):
        tree(stage)
        os.makedirs(stage.path("root/sys/class/net/wlx1/phy80211"))
        os.makedirs(stage.path("root/sys/class/net/enp3s0"))
        stage.write("stick/vitrine.yaml", "wifi: {name: Guests, password: correct horse}\n")
        setup(stage, "--result", stage.path("result")).ends(0, lines=0)
        expect(read(stage, "root/etc/wpa_supplicant/wpa_supplicant-wlx1.conf") and "wpa_supplicant@wlx1" in read(stage, "result/requests"), "it is set up for another device")
        # Whoever reads a stick sees no devices: what he is told of counts.
        stage.write("service", facts(more="Radio=wlp2s0\n"))
        plug(stage, "wifi: {name: Guests, password: correct horse}\n").ends(0, lines=0)
        expect(read(stage, "root/etc/wpa_supplicant/wpa_supplicant-wlp2s0.conf"), "what is told of the radios does not count")
        os.makedirs(stage.path("root/etc/network/interfaces.d"))
        for folder in ("interfaces", "interfaces.d/x"):
            stage.write("root/usr/sbin/ifup", "")
            stage.write(f"root/etc/network/{folder}", "auto lo\niface lo inet loopback\nallow-hotplug enp3s0\niface enp3s0 inet dhcp\n")
            before = written(stage)
            plug(stage, "network: {address: 192.0.2.20/24}\n").ends(1, "/etc/network/interfaces says how enp3s0 is run")
            expect(written(stage).keys() == before.keys() and "Nothing was taken." in read(stage, "result/vitrine-result.txt"), "something was written")
            os.remove(stage.path(f"root/etc/network/{folder}"))
        plug(stage, "network: {address: 192.0.2.20/24}\n").ends(0, lines=0)
        expect("enable systemd-networkd.service" in read(stage, "result/requests"), "nobody would look at the address")

    @check("a file that cannot be written is told, and what was there stays")
    def unwritable(stage):
        tree(stage)
        os.makedirs(stage.path("root/etc/hostname"))
        stage.write("stick/vitrine.yaml", "name: lobby\n")
        result = setup(stage, "--result", stage.path("result"))
        expect(result.code == 2, "a directory in the way is not told")
        expect(not read(stage, "root/etc/vitrine/setup.env"), "it went on")
        told = read(stage, "result/vitrine-result.txt")
        expect("vitrine.yaml: error: could not write" in told and "in part" in told, told)

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

    @check("what a board names beside it is mended without a change of the board")
    def mended_beside(stage):
        stage.write("board.yaml", "board: X\ntheme: mine.yaml\ncards:\n  - header: {title: x}\n")
        kiosk = Kiosk(stage, "board.yaml", "--setup")
        expect("mine.yaml" in kiosk.status()["troubles"][0]["sentence"], "the theme is not missed")
        stage.write("mine.yaml", 'accent: "#ff0000"\n')
        deadline = time.monotonic() + 30
        while kiosk.status()["troubles"] and time.monotonic() < deadline:
            time.sleep(0.1)
        expect(not kiosk.status()["troubles"], kiosk.status()["troubles"])

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
        causes = [trouble["cause"] for trouble in kiosk.status()["troubles"]]
        expect(causes == ["not-set-up"], f"it complains of something else than that it waits\n{kiosk.status()}")
        stage.write("later.yaml", "board: Here\ncards: [{header: {title: Here}}]\n")
        end = time.monotonic() + 30
        while not any("read again" in line for line in kiosk.ask("log").out):
            expect(time.monotonic() < end, f"the board is not shown\n{kiosk.ask('log')}")
            time.sleep(0.2)
        stage.vitrine("run", "--display", "preview", "never.yaml").ends(1, "never.yaml")
        stage.vitrine("run", "--setup", "--language", "xx", "never.yaml").ends(1, "--language")
