#if Preview
  internal import NIOCore
  internal import NIOWebSocket

  // How a connection of a page is tried, and how it ends: the same for what it sees and for what it says.

  extension ChannelHandlerContext {
    /// Asks the page whether it is there; its answer is a pong.
    func ping() {
      writeAndFlush(NIOAny(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
    }

    /// Says why, and closes the connection once that is sent. Source: RFC 6455, section 7.1.
    func end(_ code: WebSocketErrorCode) {
      var data = ByteBuffer()
      data.write(webSocketErrorCode: code)
      let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
      writeAndFlush(NIOAny(frame)).assumeIsolated().whenComplete { _ in self.close(promise: nil) }
    }
  }

  extension WebSocketErrorCode {
    /// What a page is told of its own mistake; nil for what is none, after which nothing can be said.
    init?(ending error: any Error) {
      switch error {
      case NIOWebSocketError.invalidFrameLength: self = .messageTooLarge
      case is NIOWebSocketError: self = .protocolError
      default: return nil
      }
    }
  }
#endif
