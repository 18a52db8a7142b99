import Board
import KMS
import Motion
import NIOCore
import Scene
import Service
import Touch

@testable import Fetch
@testable import Preview

extension FuzzTarget {
  static let machine: [FuzzTarget] = [
    FuzzTarget("cache", words: ["vitrine1"]) { bytes in
      use(CacheEntry.decode(bytes, of: "a", fetchedAt: 0))
      // Nothing would ever get past its sum.
      use(CacheEntry.decode(Array("vitrine1".utf8) + SHA256.digest(bytes) + bytes, of: "a", fetchedAt: 0))
    },
    FuzzTarget(
      "address", longest: 512,
      words: [
        "http://", "https://", "mqtt://", "mqtts://", "file:", "@", "\\", "%2f", ":", "[::1%25x]", "..", "?", "#",
        "xn--",
      ]
    ) {
      bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      use(Address(text))
      use(Address.redacted(text))
      use(Address.host(of: text))
      use(Address.file(text))
    },
    // What pushes, cut anywhere: where it is cut must make no difference.
    FuzzTarget(
      "stream", longest: 4096,
      words: ["data:", "event:", "id:", "retry: 99999999999", "\n\n", "\r\n", "\r", ": \n", "\u{feff}", "{\"a\":1}\n"]
    ) { bytes in
      guard let cut = bytes.first.map({ min(Int($0), bytes.count) }) else { return }
      var (whole, parts) = (EventStream(limit: 512), EventStream(limit: 512))
      var (all, some): ([EventStream.Event], [EventStream.Event]) = ([], [])
      let isRight = whole.take(bytes, into: &all)
      let isRightToo = parts.take(bytes.prefix(cut), into: &some) && parts.take(bytes.dropFirst(cut), into: &some)
      precondition(isRight == isRightToo && (!isRight || all == some), "a cut at \(cut) makes a difference")
      use((whole.retry, whole.lastID))
      var lines = LineStream(limit: 512)
      var read: [[UInt8]] = []
      use(lines.take(bytes, into: &read))
      lines.end(into: &read)
    },
    FuzzTarget(
      "multipart", longest: 4096,
      words: ["--b\r\n", "Content-Length: ", "\r\n\r\n", "--b--", "\n--b", "99999999999999999999", "-1"]
    ) { bytes in
      guard let cut = bytes.first.map({ min(Int($0), bytes.count) }) else { return }
      guard var whole = MultipartStream(type: "multipart/x; boundary=b", limit: 512) else { return }
      var parts = whole
      var (all, some): ([[UInt8]], [[UInt8]]) = ([], [])
      let isRight = whole.take(bytes, into: &all)
      let isRightToo = parts.take(bytes.prefix(cut), into: &some) && parts.take(bytes.dropFirst(cut), into: &some)
      precondition(isRight == isRightToo && all == some, "a cut at \(cut) makes a difference")
    },
    FuzzTarget("topic", longest: 512, words: ["/", "+", "#", "$SYS", "\u{0}"]) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let parts = text.split(separator: "\n", maxSplits: 1)
      guard let filter = TopicFilter(String(parts.first ?? "")) else { return }
      use((filter.isWide, filter.matches(String(parts.last ?? ""))))
    },
    // What an earlier run left on a disk that has suffered since, and the runs after it.
    FuzzTarget(
      "run", longest: 2048,
      words: [
        "vitrine run 1\n", "boot ", "failures ", "unexplained ", "end none\n", "end meant\n", "working ", "suspect ",
        "refused ", "whole\n", "signal 11\n", "time ", "address ", "thread ", "9223372036854775807",
        "-9223372036854775808", "67767976233532799",
      ]
    ) { bytes in
      if let note = CrashNote(String(decoding: bytes, as: UTF8.self)) { use(note.sentence) }
      guard let record = RunRecord(bytes) else { return }
      for (boot, hasCrashed) in [("a", false), (record.boot, false), (record.boot, true)] {
        var next = RunRecord(after: record, boot: boot, hasCrashed: hasCrashed)
        use((next.delay, next.hold))
        for answer in next.suspects { next.begin(answer) }
        next.end(next.working)
        next.recover()
        use(next.bytes)
      }
    },
    // As tzdata has them, and as a disk may.
    FuzzTarget("zone", longest: 2048, words: ["TZif2", "TZif", "\u{0}\u{0}\u{0}\u{1}", "CET-1CEST,M3.5.0,M10.5.0/3\n"])
    {
      bytes in
      guard let zone = Zone(file: bytes) else { return }
      for time in [-1e18, -1e9, 0, 1_741_095_600, 4e9, 1e18, .infinity] { use(zone.offset(at: time)) }
    },
    FuzzTarget("preview", longest: 1024) { use(try? ViewerMessage(ByteBuffer(bytes: $0))) },
    FuzzTarget("edid", longest: 512) { bytes in
      use(EDID(bytes))
      // Nothing would ever get past its header and its sum.
      var block = [0, 255, 255, 255, 255, 255, 255, 0] + bytes.prefix(119)
      guard block.count == 127 else { return }
      block.append(0 &- block.reduce(0, &+))
      use(EDID(block))
    },
    // Reports of devices in any order, from any place, at any time.
    FuzzTarget("fingers", longest: 2048) { bytes in
      var reports = Reports(bytes)
      let area = TouchArea(size: PixelSize(width: 320, height: 240))
      var translator = InputTranslator(area: area)
      var events: [InputEvent] = []
      while let event = reports.next() {
        _ = translator.translate(event, into: &events)
        if events.count > 64 { events = [] }
      }
      translator.cancelAll(at: reports.time, into: &events)
      translator.advance(to: Double(reports.time) / 1e6, into: &events)
    },
  ]
}

/// Reports of devices, made of bytes.
private struct Reports {
  private var rest: ArraySlice<UInt8>
  private(set) var time: Int64 = 1_000_000

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  private mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  private mutating func share() -> Double {
    switch byte() {
    case 0: .nan
    case 1: .infinity
    case 2: -1e308
    case let value: (Double(value) - 20) / 200
    }
  }

  mutating func next() -> DeviceEvent? {
    guard let kind = rest.popFirst() else { return nil }
    switch byte() {
    case 0: time = .max
    case 1: time = .min
    case 2: time &-= 50_000
    case let step: time = time.addingReportingOverflow(Int64(step) * 400).partialValue
    }
    let device = Int(byte() % 4)
    return DeviceEvent(device: device, time: time, action(kind))
  }

  private mutating func action(_ kind: UInt8) -> DeviceEvent.Action {
    switch kind % 11 {
    case 0:
      let what = byte()
      return .added(
        InputDevice(
          name: "x", node: "event0", isTouchscreen: what & 1 != 0, isPointer: what & 2 != 0, isKeyboard: what & 4 != 0,
          output: what & 8 != 0 ? "DSI-1" : nil, noise: Point(x: share(), y: share())))
    case 1: return .removed
    case 2: return .touchDown(slot: slot(), Point(x: share(), y: share()))
    case 3: return .touchMoved(slot: slot(), Point(x: share(), y: share()))
    case 4: return .touchUp(slot: slot())
    case 5: return .touchCanceled(slot: slot())
    case 6: return .touchFrame
    case 7: return .pointerMoved(dx: share() * 1e3, dy: share() * 1e3)
    case 8: return .pointerPlaced(Point(x: share(), y: share()))
    case 9: return .button(isDown: byte() & 1 == 0)
    default: return byte() & 1 == 0 ? .wheel(lines: share()) : .key(code: UInt32(byte()) << (byte() % 25), isDown: true)
    }
  }

  private mutating func slot() -> Int {
    let byte = byte()
    return byte == 255 ? .max : byte == 254 ? -1 : Int(byte % 12)
  }
}
