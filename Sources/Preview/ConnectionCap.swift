#if Preview
  internal import NIOConcurrencyHelpers
  internal import NIOCore

  /// Closes connections beyond so many at once: each costs a descriptor and a pipeline, and the kiosk needs its descriptors for itself.
  final class ConnectionCap: ChannelInboundHandler, Sendable {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let most: Int
    private let dropsOldest: Bool
    /// The oldest first.
    private let open = NIOLockedValueBox<[any Channel]>([])

    /// - Parameter dropsOldest: which one goes when there is one too many. Where each asks once and is answered at once, whoever has been
    ///   there for longest has come to hold others up; where they stay, it is the newest.
    init(most: Int, dropsOldest: Bool = false) {
      self.most = max(most, 1)
      self.dropsOldest = dropsOldest
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let channel = unwrapInboundIn(data)
      let surplus = open.withLockedValue { open -> (any Channel)? in
        if open.count >= most, !dropsOldest { return channel }
        let oldest = open.count >= most ? open.removeFirst() : nil
        open.append(channel)
        return oldest
      }
      surplus?.close(promise: nil)
      guard surplus !== channel else { return }
      channel.closeFuture.whenComplete { [open] _ in
        open.withLockedValue { open in open.removeAll { $0 === channel } }
      }
      context.fireChannelRead(data)
    }
  }
#endif
