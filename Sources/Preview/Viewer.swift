#if Preview
  internal import NIOConcurrencyHelpers
  internal import NIOCore
  internal import NIOWebSocket

  /// One connected page: what it was sent, what it acknowledged, and what it shows.
  final class Viewer: Sendable {
    private struct Progress {
      /// Frames that were sent and not acknowledged yet, the older first. Two: one is on its way while the page draws the other, or a page
      /// would draw each second frame of a panel whose blank and its own fall together.
      var inFlight: (older: UInt32?, newer: UInt32?)
      /// The newest frame the viewer was brought up to.
      var sequence: UInt64 = 0
      var infoVersion = 0
    }

    private struct Encoder {
      var differ = FrameDiffer()
      var message = ByteBuffer()
    }

    /// The viewer's number, from 0; free again after it left.
    let slot: Int
    private let channel: any Channel
    private let progress = NIOLockedValueBox(Progress())
    /// Used from the encoder's queue only; the lock is never contended.
    private let encoder = NIOLockedValueBox(Encoder())

    init(slot: Int, channel: any Channel) {
      self.slot = slot
      self.channel = channel
    }

    /// The frame it was brought up to, or nil while it still draws, and has another to draw.
    var idleSince: UInt64? { progress.withLockedValue { $0.inFlight.newer == nil ? $0.sequence : nil } }

    /// Sends what makes the page show `frame`; frames it missed are skipped.
    func send(_ frame: PublishedFrame) {
      let message = encoder.withLockedValue { encoder -> ByteBuffer? in
        encoder.message.clear()
        return encoder.differ.write(frame, into: &encoder.message) ? encoder.message : nil
      }
      progress.withLockedValue { progress in
        progress.sequence = frame.sequence
        let number = UInt32(truncatingIfNeeded: frame.sequence)
        guard message != nil else { return }
        if progress.inFlight.older == nil { progress.inFlight.older = number } else { progress.inFlight.newer = number }
      }
      if let message { channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .binary, data: message), promise: nil) }
    }

    /// Ends the connection.
    func close() { channel.close(promise: nil) }

    /// The page drew a frame.
    func acknowledge(_ sequence: UInt32) throws(ViewerMessage.Malformed) {
      let expected = progress.withLockedValue { progress in
        guard progress.inFlight.older == sequence else { return false }
        progress.inFlight = (progress.inFlight.newer, nil)
        return true
      }
      if !expected { throw ViewerMessage.Malformed() }
    }

    /// Sends the bar's contents unless the page has them; a page that does not read gets only the newest, later.
    func send(info: String, version: Int) {
      guard channel.isWritable else { return }
      let isNew = progress.withLockedValue { progress in
        defer { progress.infoVersion = version }
        return progress.infoVersion != version
      }
      guard isNew else { return }
      channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: info)), promise: nil)
    }
  }
#endif
