import Glibc
import Kiosk
import Testing

@testable import Vitrine

/// A directory with one lamp, as sysfs has them; goes away with the value.
private final class Lamp {
  let directory: String

  init(brightness: Int) {
    var template = Array("/tmp/vitrine-lamp-XXXXXX".utf8CString)
    _ = unsafe mkdtemp(&template)
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    unsafe mkdir(directory + "/lamp", 0o755)
    for (file, text) in [("max_brightness", "200"), ("brightness", "\(brightness)"), ("type", "raw")] {
      try? Files.write(Array(text.utf8), to: "\(directory)/lamp/\(file)")
    }
  }

  deinit { _ = unsafe system("rm -rf \(directory)") }

  var brightness: String? {
    (try? Files.read(directory + "/lamp/brightness")).map { String(decoding: $0, as: UTF8.self) }
  }
}

@Test func theLampFollowsTheKioskAndIsLeftLit() {
  let lamp = Lamp(brightness: 0)
  do {
    let hardware = PanelHardware(directory: lamp.directory) { _ in }
    hardware.finish()
    #expect(hardware.hasLamp)
    #expect(lamp.brightness == "200")
    hardware.handle(.lamp(0.3))
    hardware.finish()
    #expect(lamp.brightness == "60")
    hardware.handle(.lamp(nil))
    hardware.finish()
    #expect(lamp.brightness == "0")
    hardware.handle(.display(isOn: false))
    #expect(!hardware.isDisplayWanted)
    hardware.handle(.display(isOn: true))
    #expect(hardware.isDisplayWanted)
  }
  #expect(lamp.brightness == "200")
}

@Test func aPanelWithoutALampIsDimmedByThePicture() {
  let hardware = PanelHardware(directory: "/nonexistent") { _ in Issue.record("nothing to say") }
  #expect(!hardware.hasLamp)
  hardware.handle(.lamp(0.3))
  hardware.finish()
}
