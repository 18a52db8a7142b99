import Compositor
import Glibc
import Testing

@testable import KMS

/// What libudev lets through is about cards; what is lost may be; a message that cannot be read hides none behind it.
@Test(
  arguments: [
    ([], false), ([.card], true), ([.lost], true), ([.unreadable], false), ([.unreadable, .card], true),
    ([.lost, .unreadable, .unreadable], true), ([.card, .card], true),
  ] as [([CardMonitor.News], Bool)])
func newsOfCardsIsTakenWhole(news: [CardMonitor.News], isNews: Bool) {
  var rest = (news + [.nothing, .card])[...]
  #expect(CardMonitor.drain { rest.popFirst() ?? .nothing } == isNews)
  #expect(rest.count == 1, "all that waits, and no more")
}

@Test func newsWithoutEndIsTakenInTurns() {
  var taken = 0
  let isNews = CardMonitor.drain {
    taken += 1
    return .card
  }
  #expect(isNews && taken == CardMonitor.limit)
}

@Test func aMonitorOfThisMachineHasNoNewsAtFirst() {
  let monitor = CardMonitor()
  let descriptors = monitor.descriptors
  #expect(descriptors.count <= 2 && descriptors.allSatisfy { $0 >= 0 })
  let isNews = monitor.takeNews()
  #expect(!isNews)
}

@Test func aCardThatMayNotBeOpenedSaysWhoForbidsIt() {
  let byGroup = ModesettingError("open", on: .card("/dev/dri/card0"), number: EACCES)
  #expect(byGroup.description.hasSuffix("this user is not in the group of the device (video)"))
  let byManager = ModesettingError("open", on: .card("/dev/dri/card0"), number: EPERM)
  #expect(byManager.description.hasSuffix("the service manager keeps graphics cards from this program (DeviceAllow)"))
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
