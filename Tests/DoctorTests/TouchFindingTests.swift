import Scene
import Testing

@testable import Doctor

private let guest = Person(name: "kiosk", isRoot: false)
private let panel = PixelSize(width: 1280, height: 800)

private func axes(_ width: Int32, _ height: Int32, resolution: Int32 = 0) -> (x: InputNode.Axis, y: InputNode.Axis) {
  (
    InputNode.Axis(minimum: 0, maximum: width, resolution: resolution),
    InputNode.Axis(minimum: 0, maximum: height, resolution: resolution)
  )
}

private func findings(_ nodes: InputNode..., panel: PixelSize? = panel) -> [Finding] {
  TouchFacts(nodes: nodes).findings(guest, panel: panel)
}

@Suite struct TouchFindingTests {
  @Test func aTouchScreenIsNamedWithItsRange() {
    let found = findings(InputNode(node: "event3", name: "Goodix", axes: axes(1279, 799, resolution: 6)))
    #expect(
      found == [
        Finding(
          .touch, .fine, "touch screen \"Goodix\" (event3), reports 0...1279 by 0...799, 213 by 133 mm")
      ])
    #expect(
      findings(InputNode(node: "event3", name: "Goodix", axes: axes(4095, 4095)))[0].sentence.hasSuffix(
        "reports 0...4095 by 0...4095"))
  }

  @Test func noTouchScreenIsAState() {
    let nothing = findings()
    #expect(nothing[0].severity == .warning)
    #expect(nothing[0].sentence.contains("no input device at all; one that is plugged in later is taken at once"))
    let keyboard = findings(InputNode(node: "event0", name: "Keyboard", isTouchscreen: false))
    #expect(keyboard[0].sentence.contains("no touch screen"))
    #expect(keyboard[0].fix?.contains("journalctl -k") == true)
  }

  @Test func aMissingGroupIsAProblemWithACommand() {
    let found = findings(InputNode(node: "event3", name: "Goodix", isUsable: false))
    #expect(found[0].severity == .problem)
    #expect(found[0].sentence.contains("belongs to the group input, and kiosk is not in it"))
    #expect(found[0].fix == "sudo usermod -aG input kiosk, then log in again")
  }

  @Test func oddDevicesAreToldOf() {
    let indirect = findings(InputNode(node: "event3", name: "Pad", isDirect: false))
    #expect(indirect[1].sentence.contains("INPUT_PROP_DIRECT"))
    #expect(indirect[1].fix?.contains("ID_INPUT_TOUCHSCREEN") == true)
    let single = findings(InputNode(node: "event3", name: "Old", isMultitouch: false))
    #expect(single[1] == Finding(.touch, .note, "\"Old\" (event3) reports one finger only"))
    let rangeless = findings(InputNode(node: "event3", name: "New", axes: axes(0, 0)))
    #expect(rangeless[1].severity == .problem)
    #expect(rangeless[1].sentence.contains("in no range 0...0 by 0...0, so no touch can be placed"))
    #expect(rangeless[1].fix?.contains("touchscreen-size-x") == true)
  }

  @Test func aScreenThatIsWideOnATallPanelIsTurned() {
    let turned = findings(
      InputNode(node: "event3", name: "Goodix", axes: axes(1279, 799)), panel: PixelSize(width: 800, height: 1280))
    #expect(turned[1].severity == .warning)
    #expect(turned[1].sentence.contains("is wide (1279 by 799), the panel is not (800 by 1280)"))
    #expect(turned[1].fix?.contains("LIBINPUT_CALIBRATION_MATRIX") == true)
    let tall = findings(InputNode(node: "event3", name: "Goodix", axes: axes(799, 1279)))
    #expect(tall[1].sentence.contains("is tall"))
    // Many report a square, whatever their shape.
    #expect(
      findings(
        InputNode(node: "event3", name: "Goodix", axes: axes(4095, 4095)), panel: PixelSize(width: 800, height: 1280)
      ).count == 1)
    #expect(findings(InputNode(node: "event3", name: "Goodix", axes: axes(1279, 799)), panel: nil).count == 1)
  }

  @Test func onePieceOfHardwareThatShowsUpTwiceIsToldOnce() {
    func node(_ name: String, _ identity: String = "0018:0416:038f:i2c") -> InputNode {
      InputNode(node: name, name: "Goodix", identity: identity)
    }
    let found = findings(node("event3"), node("event4"), node("event5", "0003:0416:038f:usb"))
    #expect(found.count == 4)
    #expect(found[3].sentence.hasPrefix("event3 and event4 are both \"Goodix\" at one place"))
    #expect(found[3].fix == "read one of them only: --input /dev/input/event3")
  }

  @Test func masksAreReadFromTheirLastWord() {
    let bits = Bits("4 0 8000000000000001")
    #expect(bits[0] && bits[63] && bits[UInt.bitWidth * 2 + 2])
    #expect(!bits[1] && !bits[64] && !bits[10_000])
    #expect(!Bits(nil)[0] && !Bits("nonsense")[0])
  }
}
