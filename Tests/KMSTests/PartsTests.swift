import Compositor
import Glibc
import Testing

@testable import KMS

/// As the kernel sends them: a header, then fields, each ended by a zero.
private func message(_ fields: String...) -> [UInt8] { fields.flatMap { Array($0.utf8) + [0] } }

@Test func ueventsOfGraphicsCardsAreToldFromOthers() {
  #expect(
    UeventSocket.isAboutCards(
      message(
        "change@/devices/platform/gpu/drm/card1", "ACTION=change", "DEVPATH=/devices/platform/gpu/drm/card1",
        "SUBSYSTEM=drm", "HOTPLUG=1", "DEVNAME=dri/card1")))
  #expect(
    !UeventSocket.isAboutCards(
      message("add@/devices/usb/drm", "ACTION=add", "SUBSYSTEM=usb", "DEVPATH=/SUBSYSTEM=drm/x")))
  #expect(!UeventSocket.isAboutCards(message("SUBSYSTEM=drm2", "XSUBSYSTEM=drm")))
  #expect(!UeventSocket.isAboutCards([]) && !UeventSocket.isAboutCards([0, 0, 0]))
  #expect(UeventSocket.isAboutCards(Array("SUBSYSTEM=drm".utf8)), "without the last zero")
}

@Test func aCardThatMayNotBeOpenedSaysWhoForbidsIt() {
  let byGroup = ModesettingError("open", on: .card("/dev/dri/card0"), number: EACCES)
  #expect(byGroup.description.hasSuffix("this user is not in the group of the device (video)"))
  let byManager = ModesettingError("open", on: .card("/dev/dri/card0"), number: EPERM)
  #expect(byManager.description.hasSuffix("the service manager keeps graphics cards from this program (DeviceAllow)"))
}

@Test func udevsOwnNewsOfCardsIsUnderstood() {
  // Prefix, magic number, size of the header, place and length of the fields, and hashes that end without a zero.
  func fromUdev(_ fields: String...) -> [UInt8] {
    let header: [UInt8] =
      [0xFE, 0xED, 0xCA, 0xFE, 40, 0, 0, 0, 40, 0, 0, 0, 99, 0, 0, 0] + [UInt8](repeating: 7, count: 16)
    return Array("libudev\0".utf8) + header + fields.flatMap { Array($0.utf8) + [0] }
  }
  #expect(UeventSocket.isAboutCards(fromUdev("SUBSYSTEM=drm", "ACTION=add", "DEVNAME=/dev/dri/card0")))
  #expect(UeventSocket.isAboutCards(fromUdev("ACTION=add", "SUBSYSTEM=drm")))
  #expect(!UeventSocket.isAboutCards(fromUdev("ACTION=add", "SUBSYSTEM=input")))
  #expect(!UeventSocket.isAboutCards(Array("libudev\0".utf8)), "cut short")
  #expect(
    !UeventSocket.isAboutCards(Array("libudev\0".utf8) + [UInt8](repeating: 255, count: 32)), "fields beyond its end")
}

@Test func formatsAreFourLettersTheFirstLowest() {
  #expect(PixelFormat.xrgb8888.fourCC == 0x3432_5258 && PixelFormat.xbgr8888.fourCC == 0x3432_4258)
  #expect(PixelFormat.rgb565.fourCC == 0x3631_4752 && PixelFormat.rgb565Dithered.fourCC == 0x3631_4752)
}

@Test func theStateOfACommitIsLaidOutAsTheKernelWantsIt() {
  var request = AtomicRequest()
  request.set(7, 1, 10)
  request.set(7, nil, 11)
  request.set(7, 2, 12)
  request.set(8, 1, 13)
  #expect(request.objects == [7, 8])
  #expect(request.counts == [2, 1])
  #expect(request.properties == [1, 2, 1])
  #expect(request.values == [10, 12, 13])
  request.removeAll()
  #expect(request.objects.isEmpty && request.counts.isEmpty && request.properties.isEmpty && request.values.isEmpty)
}

@Test func repeatedLinesAreSaidOnceUntilThingsChange() {
  final class Lines {
    var all: [String] = []
  }
  let lines = Lines()
  let log = LogDeduplicator { lines.all.append($0) }
  log.write("no panel")
  log.write("no panel")
  log.reset()
  log.write("no panel")
  #expect(lines.all == ["no panel", "no panel"])
}
