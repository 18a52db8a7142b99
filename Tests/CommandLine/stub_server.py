"""An HTTP server on the loopback interface whose every answer a test has written."""
import http.server
import socket
import socketserver
import threading


class Reply:
    """One answer: status, headers, body; `send` may be replaced by a function of the handler that writes what it likes."""

    def __init__(self, body=b"", status=200, content_type="application/json", headers=None, send=None):
        self.body = body.encode() if isinstance(body, str) else body
        self.status = status
        self.headers = {"Content-Type": content_type, **(headers or {})}
        self.send = send


class StubServer:
    """Answers by path without the query; an unknown path is a 404. Every request is noted."""

    def __init__(self, port=0):
        self.replies = {}
        self.requests = []
        self.sent = 0
        self.lock = threading.Lock()
        self.connections = set()
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def setup(self):
                stub.connections.add(self.request)
                super().setup()

            def finish(self):
                stub.connections.discard(self.request)
                try:
                    super().finish()
                except OSError:
                    pass

            def do_GET(self):
                path = self.path.split("?")[0]
                with stub.lock:
                    stub.requests.append(path)
                    reply = stub.replies.get(path, Reply("no such thing", 404, "text/plain"))
                try:
                    if reply.send:
                        return reply.send(self)
                    self.send_response(reply.status)
                    for name, value in reply.headers.items():
                        self.send_header(name, value)
                    if "Content-Length" not in reply.headers:
                        self.send_header("Content-Length", str(len(reply.body)))
                    self.end_headers()
                    self.wfile.write(reply.body)
                except OSError:
                    pass

            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                self.do_GET()

            def stream(self, chunk, count):
                """Sends `chunk` so many times, or until the other side has had enough."""
                try:
                    for _ in range(count):
                        self.wfile.write(chunk)
                        stub.sent += len(chunk)
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def on(self, path, reply):
        with self.lock:
            self.replies[path] = reply

    def url(self, path=""):
        return f"http://127.0.0.1:{self.port}{path}"

    def count(self, path):
        with self.lock:
            return self.requests.count(path)

    def stop(self):
        """Goes away: nobody listens any more, and connections are cut."""
        self.server.shutdown()
        self.server.server_close()
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.thread.join()
