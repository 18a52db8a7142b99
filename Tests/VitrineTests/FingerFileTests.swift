import Board
import Motion
import Scene
import Seeded
import Testing
import VitrineTools

/// As `libinput record` 1.22 writes it of a touch screen: the form of its manual page, FILE FORMAT.
private let recording = """
  # libinput record
  version: 1
  ndevices: 1
  libinput:
    version: "1.22.1"
    git: "unknown"
  system:
    os: "debian:12"
    kernel: "6.1.0-18-arm64"
    dmi: "unknown"
  devices:
  - node: /dev/input/event0
    evdev:
      # Name: Goodix Capacitive TouchScreen
      # ID: bus 0x18 vendor 0x416 product 0x38f version 0x1060
      # Supported Events:
      # Event type 3 (EV_ABS)
      #   Event code 53 (ABS_MT_POSITION_X)
      #       Value           0
      #       Min             0
      #       Max          1279
      # Properties:
      #    Property 1 (INPUT_PROP_DIRECT)
      name: "Goodix Capacitive TouchScreen"
      id: [24, 1046, 911, 4192]
      codes:
        0: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] # EV_SYN
        1: [125, 330] # EV_KEY
        3: [0, 1, 47, 48, 50, 53, 54, 57] # EV_ABS
      absinfo:
        0: [0, 1279, 0, 0, 0]
        1: [0, 799, 0, 0, 0]
        47: [0, 9, 0, 0, 0]
        53: [0, 1279, 4, 0, 0]
        54: [0, 799, 4, 0, 0]
        57: [0, 65535, 0, 0, 0]
      properties: [1]
    hid: [
    ]
    udev:
      properties:
      - ID_INPUT=1
      - ID_INPUT_TOUCHSCREEN=1
      - LIBINPUT_DEVICE_GROUP=18/416/38f:input/ts
    quirks:
    events:
    # Current time is 12:31:56
    - evdev:
      - [  0,      0,   3,  57,       0] # EV_ABS / ABS_MT_TRACKING_ID        0 (+1)
      - [  0,      0,   3,  53,     640] # EV_ABS / ABS_MT_POSITION_X       640 (+0)
      - [  0,      0,   3,  54,     700] # EV_ABS / ABS_MT_POSITION_Y       700 (+0)
      - [  0,      0,   1, 330,       1] # EV_KEY / BTN_TOUCH                 1
      - [  0,      0,   3,   0,     640] # EV_ABS / ABS_X                   640 (+0)
      - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
    - evdev:
      - [  0,  10204,   3,  54,     600] # EV_ABS / ABS_MT_POSITION_Y       600 (-100)
      - [  0,  10204,   3,  47,       1] # EV_ABS / ABS_MT_SLOT               1 (+1)
      - [  0,  10204,   3,  57,       1] # EV_ABS / ABS_MT_TRACKING_ID        1 (+1)
      - [  0,  10204,   3,  53,     100] # EV_ABS / ABS_MT_POSITION_X       100 (+0)
      - [  0,  10204,   3,  54,     100] # EV_ABS / ABS_MT_POSITION_Y       100 (+0)
      - [  0,  10204,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +10ms
    - evdev:
      - [  0,  20508,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID       -1
      - [  0,  20508,   3,  47,       0] # EV_ABS / ABS_MT_SLOT               0 (-1)
      - [  0,  20508,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID       -1
      - [  0,  20508,   1, 330,       0] # EV_KEY / BTN_TOUCH                 0
      - [  0,  20508,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +10ms
  """

private let size = PixelSize(width: 1280, height: 800)

private func touches(_ input: [InputEvent]) -> [TouchEvent] {
  input.compactMap { if case .touch(let touch) = $0 { touch } else { nil } }
}

private func read(_ text: String) throws(Diagnostic) -> FingerFile {
  try FingerFile(Array(text.utf8), file: "touch.yml")
}

@Test func aRecordingOfLibinputIsFingers() throws {
  let file = try read(recording)
  #expect(file.device == "Goodix Capacitive TouchScreen")
  let touches = touches(file.input(size: size, orientation: .degrees0))
  #expect(touches.map(\.phase) == [.down, .motion, .down, .up, .up])
  #expect(Set(touches.map(\.contact)).count == 2)
  #expect(touches.allSatisfy { $0.device == .touchscreen })
  #expect(touches[1].time == 0.010204)
  #expect((touches[1].position.x - 640.5).magnitude < 1 && (touches[1].position.y - 600.5).magnitude < 1)
  #expect(touches[0].noise > 3 && touches[0].noise < 5)
}

@Test(arguments: Orientation.allCases)
func fingersAreTurnedWithThePanel(orientation: Orientation) throws {
  let touches = touches(try read(recording).input(size: size, orientation: orientation))
  let panel = orientation.turn(size)
  #expect(touches.allSatisfy { (0...Double(panel.width)).contains($0.position.x) })
  #expect(touches.allSatisfy { (0...Double(panel.height)).contains($0.position.y) })
  #expect(touches.map(\.phase) == [.down, .motion, .down, .up, .up])
}

@Test func aPanelOfOneFingerHasNoSlots() throws {
  let text = """
    devices:
    - node: /dev/input/event1
      evdev:
        name: "ADS7846 Touchscreen"
        absinfo:
          0: [0, 4095, 0, 0, 0]
          1: [0, 4095, 0, 0, 0]
        properties: []
      udev:
        properties: [ID_INPUT=1, ID_INPUT_TOUCHSCREEN=1]
      events:
      - evdev: [[5, 0, 1, 330, 1], [5, 0, 3, 0, 2048], [5, 0, 3, 1, 4095], [5, 0, 0, 0, 0]]
      - evdev: [[5, 20000, 1, 330, 0], [5, 20000, 0, 0, 0]]
    """
  let touches = touches(try read(text).input(size: size, orientation: .degrees0))
  #expect(touches.map(\.phase) == [.down, .up])
  #expect(touches.first?.time == 5)
  #expect((touches[0].position.x - 640).magnitude < 1 && touches[0].position.y == 800)
}

@Test func reportsThatWereLostMeanNothing() throws {
  let dropped = recording.replacing(
    "    - [  0,  20508,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID       -1\n    - [  0,  20508,   3,  47,",
    with: "    - [0, 20508, 0, 3, 0]\n    - [  0,  20508,   3,  57,      -1]\n    - [  0,  20508,   3,  47,")
  let touches = touches(try read(dropped).input(size: size, orientation: .degrees0))
  #expect(touches.map(\.phase) == [.down, .motion, .down, .cancel, .cancel])
}

/// What is wrong, and what is said of it.
private let mistakes: [(String, String)] = [
  ("", "touch.yml:1:1: error: this is no recording: `libinput record -o touch.yml` writes one"),
  ("board: Harbour\n", "touch.yml:1:1: error: this is no recording: `libinput record -o touch.yml` writes one"),
  ("devices: []\n", "touch.yml:1:10: error: no touch screen is in this recording"),
  (
    recording.replacing("ID_INPUT_TOUCHSCREEN=1", with: "ID_INPUT_TOUCHPAD=1"),
    "no touch screen is in this recording"
  ),
  (recording.replacing("53: [0, 1279, 4, 0, 0]", with: "53: [7, 7, 4, 0, 0]"), "an axis from 7 to 7 has no length"),
  (recording.replacing("53: [0, 1279, 4, 0, 0]", with: "53: [7]"), "an axis was expected here"),
  (
    recording.replacing("     640] # EV_ABS / ABS_MT_POSITION_X", with: "  left] #"), "a whole number was expected here"
  ),
  (recording.replacing("[  0,  10204,   3,  54,     600]", with: "[0, 10204]"), "touch.yml:56:7: error: an event was"),
  (recording.replacing("53,     640]", with: "53, 99999999999]"), "a whole number was expected here"),
  (recording.replacing("TRACKING", with: "").replacing("3,  57,", with: "3,  58,"), "no finger is in this recording"),
  ("devices: [{evdev\n", "touch.yml:"),
]

@Test(arguments: mistakes.indices)
func aMistakeInARecordingIsToldWithItsPlace(index: Int) {
  let (text, words) = mistakes[index]
  let error = #expect(throws: Diagnostic.self) { try read(text) }
  #expect(error?.description.contains(words) == true, "\(error?.description ?? "none")")
}

/// Cut and changed anywhere: fingers of numbers that are numbers, or a sentence.
@Test(arguments: 0..<150 as Range<UInt64>)
func aGarbledRecordingEndsNothing(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  var bytes = Array(recording.utf8)
  if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
  for _ in 0..<Int.random(in: 0...12, using: &random) where !bytes.isEmpty {
    let digits = Array("0123456789-[],: \n".utf8)
    bytes[Int.random(in: 0..<bytes.count, using: &random)] = digits[Int.random(in: 0..<digits.count, using: &random)]
  }
  guard let file = try? FingerFile(bytes, file: "touch.yml") else { return }
  for touch in touches(file.input(size: size, orientation: .degrees90)) {
    #expect(touch.position.x.isFinite && touch.position.y.isFinite && touch.time.isFinite)
  }
}
