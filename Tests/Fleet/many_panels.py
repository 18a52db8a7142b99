"""Many panels of a fleet before a real web server, a real broker and a real Prometheus."""
import collections
import hmac
import json
import os
import pathlib
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

from world import Kiosk, Maker, Web, free_port, wait_for

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "CommandLine"))
import mqtt

PROCESSES = 5
TRIAL = 4.0


def first_panels(count, canary):
    """Whose place among all is below so many per cent: as panels reckon it, and as anybody can."""
    def place(name):
        return int.from_bytes(hmac.new(name.encode(), b"vitrine canary", "sha256").digest()[:6], "big") / 2**48
    return {name for name in (f"panel-{number}" for number in range(count)) if place(name) * 100 < canary}


class Crowd:
    """Virtual panels in a few processes; how each stands, and since when."""

    def __init__(self, program, directory, count, address, key, interval, broker):
        self.panels, self.history, self.processes, self.ports = {}, [], [], {}
        share = (count + PROCESSES - 1) // PROCESSES
        for first in range(0, count, share):
            process = subprocess.Popen(
                [program, str(directory / "panels"), str(first), str(min(share, count - first)), address, key, str(interval), str(TRIAL), broker],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            kind, port = process.stdout.readline().split()
            assert kind == "ready", kind
            for number in range(first, min(first + share, count)):
                self.ports[f"panel-{number}"] = int(port)
            self.processes.append(process)
            threading.Thread(target=self.listen, args=(process,), daemon=True).start()

    def listen(self, process):
        for line in process.stdout:
            name, at, version, state, digest = line.split()
            self.panels[name] = (int(version), state, digest)
            self.history.append((float(at), name, int(version), state))

    def count(self, version, state=None):
        return sum(1 for found in list(self.panels.values()) if found[0] == version and state in (None, found[1]))

    def stop(self):
        for process in self.processes:
            process.stdin.close()
        for process in self.processes:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


class Prometheus:
    def __init__(self, directory, targets):
        self.port = free_port()
        directory.mkdir()
        groups = [{"targets": [f"127.0.0.1:{port}"], "labels": {"instance": name, "__metrics_path__": f"/metrics/{name}"}} for name, port in targets.items()]
        (directory / "targets.json").write_text(json.dumps(groups))
        (directory / "prometheus.yml").write_text(
            f"scrape_configs: [{{job_name: vitrine, scrape_interval: 10s, scrape_timeout: 5s, file_sd_configs: [{{files: ['{directory}/targets.json']}}]}}]\n")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={directory}/prometheus.yml", f"--storage.tsdb.path={directory}/data", f"--web.listen-address=127.0.0.1:{self.port}"],
            stdout=subprocess.DEVNULL, stderr=open(directory / "log", "wb"))

    def ask(self, query):
        """The value of a query with one; nothing while there is none."""
        try:
            words = urllib.parse.urlencode({"query": query})
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/query?{words}", timeout=10) as answer:
                found = json.load(answer)["data"]["result"]
            return float(found[0]["value"][1]) if found else None
        except OSError:
            return None

    def stop(self):
        self.process.terminate()
        self.process.wait()


def spread(times, count):
    """The most requests of a second, as a share of all panels."""
    seconds = collections.Counter(int(at) for at in times)
    return (max(seconds.values()) if seconds else 0) / count


def run(binaries, directory, count, interval):
    maker = Maker(str(binaries / "vitrine"), directory / "maker")
    web = Web(directory / "web")
    broker = mqtt.Broker(str(directory))
    crowd = prometheus = None
    kiosks = [Kiosk(str(binaries / "vitrine"), directory / f"kiosk-{number}", "--key", maker.line, "--bundle-every", f"{interval}s",
                    "--bundle-trial", f"{TRIAL}s", web.url("x.vitrine")) for number in range(2)]
    try:
        web.publish("x.vitrine", maker.bundle(1))
        crowd = Crowd(str(binaries / "FleetPanels"), directory, count, web.url("x.vitrine"), maker.line, interval, f"mqtt://panel:p%40ss%20word@127.0.0.1:{broker.port}")
        for kiosk in kiosks:
            kiosk.start()
        prometheus = Prometheus(directory / "prometheus", crowd.ports)
        wait_for(lambda: crowd.count(1, "kept") == count, 120, lambda: f"version 1 on {crowd.count(1)} of {count}")
        for kiosk in kiosks:
            kiosk.wait(patience=interval + 60, state="kept", version=1)

        # A calm while, for how evenly they ask.
        since = time.time()
        time.sleep(interval)
        calm = [at for at, *_ in web.requests(since) if at < since + interval]
        most = spread(calm, count)
        chance = (count / interval + 5 * (count / interval) ** 0.5 + 2) / count
        assert count * 0.9 <= len(calm) <= count * 1.1 + 4, f"{len(calm)} requests of {count} panels in {interval} s"
        assert most <= max(0.05, chance), f"{most:.1%} of all panels ask within one second"

        published = web.publish("x.vitrine", maker.bundle(2))
        limit = interval + 10
        wait_for(lambda: crowd.count(2) == count, limit, lambda: f"version 2 on {crowd.count(2)} of {count}")
        for kiosk in kiosks:
            kiosk.wait(version=2)
        took = max(at for at, _, version, _ in crowd.history if version == 2) - published
        assert took <= limit, f"the last one had it after {took:.1f} s"
        fetched = [at for at, status, _ in web.requests(published) if status == 200]
        most_fetches = spread(fetched, count)
        assert most_fetches <= max(0.05, chance), f"{most_fetches:.1%} of all panels fetch within one second"
        sent = sum(size for _, _, size in web.requests(published))
        wait_for(lambda: crowd.count(2, "kept") == count, 60, lambda: f"version 2 kept on {crowd.count(2, 'kept')} of {count}")
        wait_for(lambda: prometheus.ask("count(vitrine_bundle_version == 2)") == count, 60, lambda: f"Prometheus sees {prometheus.ask('count(vitrine_bundle_version == 2)')}")

        # It passes the check, and its glass stays dark: only the first panels ever show it, and they go back.
        before = len(crowd.history)
        canary = 5 if count >= 200 else 20
        expected = first_panels(count, canary)
        broken = web.publish("x.vitrine", maker.bundle(3, "--canary", f"{canary}%", scale=3))
        # Two rounds, and what a panel needs to go back: within 30 s of the trouble.
        wait_for(lambda: sum(1 for _, _, version, _ in crowd.history[before:] if version == 3) > 0, interval + 10, "no canary takes it")
        time.sleep(max(0, broken + interval + 5 - time.time()))
        wait_for(lambda: crowd.count(3) == 0, 30, lambda: f"{crowd.count(3)} still have it")
        canaries = {name for _, name, version, _ in crowd.history[before:] if version == 3}
        assert expected and canaries == expected, f"shown by {sorted(canaries)}, and not by {sorted(expected)}"
        back = max(at for at, name, version, _ in crowd.history if version == 2 and at > broken)
        first = {name: min(at for at, other, version, _ in crowd.history[before:] if other == name and version == 3) for name in canaries}
        last = {name: max(at for at, other, version, _ in crowd.history[before:] if other == name and version == 2) for name in canaries}
        slowest = max(last[name] - first[name] for name in canaries)
        assert slowest <= 30, f"a canary went back after {slowest:.1f} s"
        assert crowd.count(2) == count and back > broken

        # A better one, for all.
        better = web.publish("x.vitrine", maker.bundle(4))
        wait_for(lambda: crowd.count(4) == count, limit, lambda: f"version 4 on {crowd.count(4)} of {count}")
        better = max(at for at, _, version, _ in crowd.history if version == 4) - better
        up = wait_for(lambda: prometheus.ask('count(up == 1)') == count and count, 60, "Prometheus does not reach them all")
        scrape = prometheus.ask("avg(scrape_duration_seconds)")
        samples = prometheus.ask("sum(scrape_samples_scraped)")
        onlooker = mqtt.Client(broker.port, "$SYS/broker/#")
        clients = onlooker.wait("$SYS/broker/clients/connected", lambda payload: int(payload) >= count, 30)
        messages = onlooker.wait("$SYS/broker/messages/received", lambda payload: True, 30)
        print(f"        {count} panels, asking every {interval:g} s: version 2 on all {took:.1f} s after its publication, version 4 {better:.1f} s; "
              f"at most {most:.1%} of them ask within a second, {most_fetches:.1%} fetch; {sent / 1e6:.1f} MB sent for one bundle")
        print(f"        a bad bundle was shown by {len(canaries)} canaries alone, for at most {slowest:.1f} s")
        print(f"        broker: {int(clients)} connections, {int(messages)} messages; Prometheus: {up} scraped each 10 s, {1000 * scrape:.1f} ms and {samples / count:.0f} samples each")
    finally:
        for kiosk in kiosks:
            kiosk.end()
        if crowd:
            crowd.stop()
        if prometheus:
            prometheus.stop()
        broker.stop()
        web.stop()
