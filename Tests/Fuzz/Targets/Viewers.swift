import Scene

@testable import VNC

/// What comes of what a viewer says, in so many parts.
private func talk(
  _ parts: [ArraySlice<UInt8>], _ password: String?
) -> (events: [Conversation.Event], output: [UInt8], isRight: Bool) {
  var conversation = Conversation(
    size: PixelSize(width: 200, height: 100), name: "x", challenge: Array(repeating: 7, count: 16), password: password)
  var events: [Conversation.Event] = []
  do {
    for part in parts { events += try conversation.take(part) }
    return (events, conversation.takeOutput(), true)
  } catch {
    return (events, [], false)
  }
}

extension FuzzTarget {
  static let viewers: [FuzzTarget] = [
    // What comes to the port that viewers of VNC come to, cut anywhere: where it is cut must make no difference.
    FuzzTarget(
      "viewer", longest: 4096,
      words: ["RFB 003.008\n", "RFB 003.003\n", "\u{1}\u{1}", "\u{2}\0\0\u{2}\0\0\0\u{10}\0\0\0\0"]
    ) { bytes in
      guard let cut = bytes.first.map({ min(Int($0), bytes.count) }) else { return }
      for password in [nil, "secret12"] {
        let (whole, parts) = (
          talk([bytes.dropFirst()], password),
          talk([bytes.dropFirst().prefix(cut), bytes.dropFirst(cut + 1)], password)
        )
        precondition(
          whole.isRight == parts.isRight && whole.output == parts.output
            && (!whole.isRight || whole.events == parts.events),
          "a cut at \(cut) makes a difference")
        var hand = RemoteHand(contact: 0)
        var canvas = Canvas()
        canvas.begin(PixelSize(width: 70, height: 70))
        for (place, event) in whole.events.enumerated() {
          switch event {
          case .pointer(let buttons, let x, let y):
            use(hand.pointer(buttons: buttons, x: x, y: y, in: canvas.size, at: Double(place) / 1000))
          case .key(let isDown, let symbol): use(hand.key(isDown: isDown, symbol: symbol, at: Double(place) / 1000))
          case .format(let format):
            let area = PixelRect(x: 0, y: 0, width: 3, height: 2)
            use(TileEncoder(format).tiles(of: area, in: canvas) + TileEncoder(format).raw(area, in: canvas))
          case .wants(let area, _):
            let part = area.intersection(PixelRect(canvas.size))
            use(canvas.noting(Array(repeating: 0, count: canvas.changes.count), sent: part))
            use(canvas.news(since: Array(repeating: 0, count: canvas.changes.count), in: part))
          case .guessed, .refused, .began, .encodings: break
          }
        }
      }
    }
  ]
}
