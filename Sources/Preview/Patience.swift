#if Preview
  internal import NIOCore

  /// What one connection is waited for, one thing at a time: whoever sends a byte now and then has no more time for it than anybody.
  ///
  /// Confined to the connection's event loop.
  final class Patience {
    private var deadline: Scheduled<Void>?

    /// Does something unless something else is waited for until then.
    func wait(
      _ time: TimeAmount, _ context: ChannelHandlerContext, _ body: @escaping (ChannelHandlerContext) -> Void
    ) {
      deadline?.cancel()
      let bound = NIOLoopBound((context, body), eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: time) {
        let (context, body) = bound.value
        body(context)
      }
    }

    /// Waits for nothing any more.
    func end() { deadline?.cancel() }
  }
#endif
