#if Preview
  internal import Numbers
  internal import Motion
  internal import NIOCore
  internal import Scene

  /// What a page sends: binary messages, all numbers little-endian, times in milliseconds of the page's own clock.
  ///
  ///     u8 1 · u32 sequence · f64 sent                               the frame is on the canvas
  ///     u8 2 · f64 sent · one or more of
  ///       u8 1…4 (down, motion, up, cancel) · u8 0 touch, 1 pointer · i32 id · f32 x, y · f64 time
  ///       u8 5 · f32 lines · f32 x, y · f64 time                     a wheel
  ///       u8 6 · u8 key · f64 time
  ///       u8 7 · u32 letter, 8 takes one away · u8 key elsewhere, 255 none · f64 time
  ///       u8 8 · u8 key of who listens · f64 time
  ///     u8 3 · u8 1 · u16 degrees  |  u8 2 · u16 width, height  |  u8 3 · UTF-8 name of a style
  ///       |  u8 4 · u32 version · u16 item · u8 part, 255 for all of it  |  u8 5 · u8 0 no, 1 yes
  ///       |  u8 6 · u32 version · u16 item · f32 share of its way
  ///
  /// Positions are panel pixels.
  enum ViewerMessage: Equatable {
    case shown(sequence: UInt32, sent: Double)
    case input([Event], sent: Double)
    case command(PreviewCommand)

    enum Event: Equatable {
      case touch(TouchEvent.Phase, TouchEvent.Device, id: Int32, position: Point, time: Double)
      case wheel(lines: Double, position: Point, time: Double)
      case key(InputEvent.Key, time: Double)
      case typed(Stroke, time: Double)
      case voice(InputEvent.VoiceKey, time: Double)
    }

    /// The message is not one that the page sends.
    struct Malformed: Error, Equatable {}

    /// Sizes a viewer may ask for, in pixels a side.
    static let sides = 64...4096
    private static let keys: [InputEvent.Key] = [
      .up, .down, .pageUp, .pageDown, .home, .end, .left, .right, .refresh, .back, .enter, .space, .next, .previous,
    ]

    private static let voiceKeys: [InputEvent.VoiceKey] = [
      .help, .mute, .again, .louder, .softer, .faster, .slower,
    ]

    init(_ bytes: ByteBuffer) throws(Malformed) {
      var reader = Reader(bytes: bytes)
      switch try reader.integer(UInt8.self) {
      case 1: self = .shown(sequence: try reader.integer(), sent: try reader.seconds())
      case 2:
        let sent = try reader.seconds()
        var events: [Event] = []
        repeat { events.append(try reader.event()) } while reader.bytes.readableBytes > 0
        self = .input(events, sent: sent)
      case 3: self = .command(try reader.command())
      default: throw Malformed()
      }
      guard reader.bytes.readableBytes == 0 else { throw Malformed() }
    }

    private struct Reader {
      var bytes: ByteBuffer

      mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(Malformed) -> Value {
        guard let value = bytes.readInteger(endianness: .little, as: Value.self) else { throw Malformed() }
        return value
      }

      mutating func float() throws(Malformed) -> Double {
        let value = Double(Float(bitPattern: try integer()))
        guard value.isFinite else { throw Malformed() }
        return value
      }

      mutating func seconds() throws(Malformed) -> Double {
        let value = Double(bitPattern: try integer()) / 1000
        // A page's clock starts with the page; a billion seconds are 30 years.
        guard value.isFinite, abs(value) < 1e9 else { throw Malformed() }
        return value
      }

      mutating func point() throws(Malformed) -> Point { Point(x: try float(), y: try float()) }

      mutating func event() throws(Malformed) -> Event {
        switch try integer(UInt8.self) {
        case 1: try touch(.down)
        case 2: try touch(.motion)
        case 3: try touch(.up)
        case 4: try touch(.cancel)
        case 5: .wheel(lines: try float(), position: try point(), time: try seconds())
        case 6: .key(try key(), time: try seconds())
        case 7: .typed(try stroke(), time: try seconds())
        case 8: .voice(try voiceKey(), time: try seconds())
        default: throw Malformed()
        }
      }

      private mutating func touch(_ phase: TouchEvent.Phase) throws(Malformed) -> Event {
        let device: TouchEvent.Device
        switch try integer(UInt8.self) {
        case 0: device = .touchscreen
        case 1: device = .pointer
        default: throw Malformed()
        }
        return .touch(phase, device, id: try integer(), position: try point(), time: try seconds())
      }

      private mutating func key() throws(Malformed) -> InputEvent.Key { try key(Int(try integer(UInt8.self))) }

      private func key(_ code: Int) throws(Malformed) -> InputEvent.Key {
        guard keys.indices.contains(code) else { throw Malformed() }
        return keys[code]
      }

      private mutating func voiceKey() throws(Malformed) -> InputEvent.VoiceKey {
        let code = Int(try integer(UInt8.self))
        guard voiceKeys.indices.contains(code) else { throw Malformed() }
        return voiceKeys[code]
      }

      private mutating func stroke() throws(Malformed) -> Stroke {
        guard let letter = Unicode.Scalar(try integer(UInt32.self)) else { throw Malformed() }
        var stroke = Stroke(letter, steers: letter == " ")
        guard stroke.isLetter else { throw Malformed() }
        let code = Int(try integer(UInt8.self))
        if code != 255 { stroke.meaning = .key(try key(code)) }
        return stroke
      }

      mutating func command() throws(Malformed) -> PreviewCommand {
        switch try integer(UInt8.self) {
        case 1:
          guard let orientation = Orientation(rawValue: Int(try integer(UInt16.self))) else { throw Malformed() }
          return .orientation(orientation)
        case 2:
          let size = PixelSize(width: Int(try integer(UInt16.self)), height: Int(try integer(UInt16.self)))
          guard sides.contains(size.width), sides.contains(size.height) else { throw Malformed() }
          return .size(size)
        case 3:
          guard let name = bytes.readString(length: bytes.readableBytes), !name.isEmpty else { throw Malformed() }
          return .style(name)
        case 4:
          let version = Int(try integer(UInt32.self))
          let item = Int(try integer(UInt16.self))
          let part = Int(try integer(UInt8.self))
          return .press(item: item, part: part == 255 ? nil : part, version: version)
        case 5:
          let answer = try integer(UInt8.self)
          guard answer < 2 else { throw Malformed() }
          return .answer(answer == 1)
        case 6:
          let version = Int(try integer(UInt32.self))
          let item = Int(try integer(UInt16.self))
          let share = try float()
          guard (0...1).contains(share) else { throw Malformed() }
          return .slide(item: item, share: share, version: version)
        case 7:
          let follows = try integer(UInt8.self)
          guard follows < 2 else { throw Malformed() }
          return .follow(follows == 1)
        default: throw Malformed()
        }
      }
    }
  }
#endif
