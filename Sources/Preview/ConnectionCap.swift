#if Preview
  internal import NIOConcurrencyHelpers
  internal import NIOCore

  /// Closes connections beyond so many at once, before anything is made for them: each costs a descriptor and a pipeline, and the
  /// kiosk needs its descriptors for itself.
  final class ConnectionCap: ChannelInboundHandler, Sendable {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let most: Int
    private let open = NIOLockedValueBox(0)

    init(most: Int) { self.most = most }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let channel = unwrapInboundIn(data)
      let isRoom = open.withLockedValue { open in
        guard open < most else { return false }
        open += 1
        return true
      }
      guard isRoom else { return channel.close(promise: nil) }
      channel.closeFuture.whenComplete { [open] _ in open.withLockedValue { $0 -= 1 } }
      context.fireChannelRead(data)
    }
  }
#endif
