import Glibc

extension Mosquitto {
  /// Has the broker know and keep a message, as a client of few bytes does.
  public func publish(_ topic: String, _ payload: String) {
    let body: [UInt8] = [0, UInt8(topic.utf8.count)] + Array(topic.utf8) + [0, 7] + Array(payload.utf8)
    precondition(body.count < 128, "a test's message is short")
    connected { connection in
      // PUBLISH, retained, of the first grade, which is answered.
      send([0x33, UInt8(body.count)] + body, to: connection)
      receive(4, from: connection)
    }
  }

  /// Has the broker pass on many messages, one right after the other, and waits until it has taken them.
  public func flood(_ messages: [(topic: String, payload: String)]) {
    let bytes = messages.flatMap { StubBroker.message(Array($0.topic.utf8), Array($0.payload.utf8)) }
    connected { connection in
      send(bytes, to: connection)
      // PINGREQ, which is answered after what came before it.
      send([0xC0, 0], to: connection)
      receive(2, from: connection)
    }
  }

  private func connected(_ body: (Int32) -> Void) {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    let result = unsafe Loopback.address(port) { unsafe connect(connection, $0, $1) }
    precondition(result == 0, "no broker: errno \(errno)")
    let name = Array("test".utf8)
    let hello: [UInt8] = [0, 4] + Array("MQTT".utf8) + [4, 2, 0, 60, 0, UInt8(name.count)] + name
    // CONNECT, and DISCONNECT.
    send([0x10, UInt8(hello.count)] + hello, to: connection)
    receive(4, from: connection)
    body(connection)
    send([0xE0, 0], to: connection)
  }

  private func send(_ bytes: [UInt8], to connection: Int32) {
    precondition(unsafe Glibc.send(connection, bytes, bytes.count, 0) == bytes.count, "the broker takes nothing")
  }

  private func receive(_ count: Int, from connection: Int32) {
    var bytes = [UInt8](repeating: 0, count: count)
    precondition(unsafe recv(connection, &bytes, count, Int32(MSG_WAITALL)) == count, "the broker hung up")
  }
}
