import Glibc
import Synchronization
import Testing

@testable import Service

/// A directory of lamps as sysfs has them; goes away with the value.
private final class Lamps {
  let path: String

  init() {
    var template = Array("/tmp/vitrine-lamps-XXXXXX".utf8CString)
    _ = unsafe mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = unsafe system("rm -rf \(path)") }

  func add(_ name: String, maximum: Int, type: String, hasSwitch: Bool = true) {
    unsafe mkdir("\(path)/\(name)", 0o755)
    write("max_brightness", of: name, "\(maximum)\n")
    write("brightness", of: name, "\(maximum)\n")
    write("type", of: name, type + "\n")
    if hasSwitch { write("bl_power", of: name, "0\n") }
  }

  func write(_ file: String, of lamp: String, _ text: String) {
    let descriptor = unsafe open("\(path)/\(lamp)/\(file)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    var bytes = Array(text.utf8)
    _ = unsafe Glibc.write(descriptor, &bytes, bytes.count)
    close(descriptor)
  }

  func read(_ file: String, of lamp: String) -> String? { SystemFile.read("\(path)/\(lamp)/\(file)") }
}

@Test(arguments: [1, 2, 7, 15, 100, 255, 4095])
func aShareOfTheLightIsNeverOff(maximum: Int) {
  for thousandth in 0...1000 {
    let steps = Backlight.steps(.share(Double(thousandth) / 1000), of: maximum)
    #expect((1...maximum).contains(steps))
  }
  #expect(Backlight.steps(.share(1), of: maximum) == maximum)
  #expect(Backlight.steps(.share(-3), of: maximum) == 1)
  #expect(Backlight.steps(.share(7), of: maximum) == maximum)
  #expect(Backlight.steps(.off, of: maximum) == 0)
}

@Test func brighterIsNeverDarker() {
  var last = 0
  for percent in 1...100 {
    let steps = Backlight.steps(.share(Double(percent) / 100), of: 255)
    #expect(steps >= last)
    last = steps
  }
}

@Test func theKernelsPreferredLampIsUsed() throws {
  let lamps = Lamps()
  lamps.add("raw-lamp", maximum: 255, type: "raw")
  lamps.add("firmware-lamp", maximum: 10, type: "firmware")
  lamps.add("platform-lamp", maximum: 10, type: "platform")
  let lamp = try #require(Backlight.find(in: lamps.path) { _ in })
  #expect(lamp.name == "firmware-lamp")
}

@Test func theLampIsDimmedSwitchedOffAndOnAgain() throws {
  let lamps = Lamps()
  lamps.add("lamp", maximum: 255, type: "raw")
  let lamp = try #require(Backlight.find(in: lamps.path) { _ in })
  lamp.set(.share(0.15))
  lamp.finish()
  #expect(lamps.read("brightness", of: "lamp") == "38")
  lamp.set(.off)
  lamp.finish()
  #expect(lamps.read("brightness", of: "lamp") == "0")
  #expect(lamps.read("bl_power", of: "lamp") == "4")
  lamp.set(.share(1))
  lamp.finish()
  #expect(lamps.read("brightness", of: "lamp") == "255")
  #expect(lamps.read("bl_power", of: "lamp") == "0")
}

@Test func aLampWithOneStepAndNoSwitchDimsToOnAndGoesOff() throws {
  let lamps = Lamps()
  lamps.add("lamp", maximum: 1, type: "raw", hasSwitch: false)
  let lamp = try #require(Backlight.find(in: lamps.path) { _ in })
  lamp.set(.share(0.02))
  lamp.finish()
  #expect(lamps.read("brightness", of: "lamp") == "1")
  lamp.set(.off)
  lamp.finish()
  #expect(lamps.read("brightness", of: "lamp") == "0")
  #expect(lamps.read("bl_power", of: "lamp") == nil)
}

@Test func theLastLevelAskedForWins() throws {
  let lamps = Lamps()
  lamps.add("lamp", maximum: 100, type: "raw")
  let lamp = try #require(Backlight.find(in: lamps.path) { _ in })
  for percent in 1...100 { lamp.set(.share(Double(percent) / 100)) }
  lamp.set(.share(0.4))
  lamp.finish()
  #expect(lamps.read("brightness", of: "lamp") == "40")
}

@Test func aMachineWithoutALampHasNone() {
  let lamps = Lamps()
  #expect(Backlight.find(in: lamps.path) { _ in } == nil)
  #expect(Backlight.find(in: lamps.path + "/missing") { _ in } == nil)
  lamps.add("broken", maximum: 0, type: "raw")
  #expect(Backlight.find(in: lamps.path) { _ in } == nil)
}

@Test func aLampThatCannotBeSetIsTold() throws {
  let lamps = Lamps()
  lamps.add("lamp", maximum: 100, type: "raw")
  let lines = Mutex<[String]>([])
  let lamp = try #require(Backlight.find(in: lamps.path) { line in lines.withLock { $0.append(line) } })
  unsafe unlink("\(lamps.path)/lamp/brightness")
  lamp.set(.share(0.5))
  lamp.finish()
  #expect(
    lines.withLock { $0 } == [
      "backlight: could not write 50 to \(lamps.path)/lamp/brightness: No such file or directory"
    ])
}
