"""A real mosquitto on the loopback interface, and somebody who listens and asks there: MQTT 3.1.1 with nothing but the standard library."""
import os
import socket
import struct
import subprocess
import time


class Broker:
    def __init__(self, directory):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        path = os.path.join(directory, "mosquitto.conf")
        with open(path, "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\npersistence false\nallow_anonymous false\npassword_file {directory}/users\n")
            if os.getuid() == 0:
                file.write("user root\n")
        subprocess.run(["mosquitto_passwd", "-b", "-c", f"{directory}/users", "panel", "p@ss word"], check=True, capture_output=True)
        self.process = subprocess.Popen(["mosquitto", "-c", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def stop(self):
        self.process.kill()
        self.process.wait()


class Client:
    """Listens at a filter and publishes, all at quality 0."""

    def __init__(self, port, topics):
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        words = b"".join(struct.pack(">H", len(word)) + word for word in (b"onlooker", b"panel", b"p@ss word"))
        self.packet(0x10, b"\0\4MQTT\4\xc2\0\0" + words)
        kind, body = self.read()
        assert kind == 0x20 and body[1] == 0, "the broker does not let us in"
        self.packet(0x82, b"\0\1" + struct.pack(">H", len(topics)) + topics.encode() + b"\0")
        self.last = {}

    def packet(self, kind, body):
        length, head = len(body), bytes([kind])
        while True:
            head += bytes([length % 128 | (128 if length >= 128 else 0)])
            length //= 128
            if not length:
                break
        self.socket.sendall(head + body)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            assert part, "the broker has hung up"
            data += part
        return data

    def read(self):
        kind, length, shift = self.exactly(1)[0], 0, 0
        while True:
            byte = self.exactly(1)[0]
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        return kind, self.exactly(length)

    def publish(self, topic, payload):
        self.packet(0x30, struct.pack(">H", len(topic)) + topic.encode() + payload)

    def wait(self, topic, is_right, patience=60):
        """Reads on until a topic's last payload is right; returns it."""
        end = time.monotonic() + patience
        while topic not in self.last or not is_right(self.last[topic]):
            assert time.monotonic() < end, f"{topic} was last {self.last.get(topic, b'not there')[:300]}"
            kind, body = self.read()
            if kind & 0xF0 == 0x30:
                size = struct.unpack(">H", body[:2])[0]
                self.last[body[2:2 + size].decode()] = body[2 + size:]
        return self.last[topic]
