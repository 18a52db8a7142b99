import Compositor
import KMS
import KMSSupport
import Panel
import Scene
import Testing

private let size = PixelSize(width: 64, height: 40)

private func rig(_ card: FakeCard, _ adjust: (inout KMSOptions) -> Void = { _ in }) -> Rig {
  Rig(FakeModesetting([card]), adjust)
}

private func connector(_ modes: VideoMode...) -> FakeConnector { FakeConnector(modes: modes) }

// MARK: Capabilities

/// EOPNOTSUPP and EINVAL are what kernels say.
@Test(arguments: [95, 22] as [Int32])
func withoutAtomicTheLegacyInterfaceIsUsed(errno: Int32) {
  let card = FakeCard()
  card.failures.always(.enableAtomic, errno)
  var rig = rig(card)
  for frame in 0..<4 { rig.settle(.sample(frame, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows && card.commits.isEmpty && card.tornFrames == 0)
  #expect(card.cursorHidden == 1)
  #expect(rig.lines.mention("legacy"))
}

@Test func legacyCanBeForced() {
  let card = FakeCard()
  var rig = rig(card) { $0.forcesLegacy = true }
  for frame in 0..<4 { rig.settle(.sample(frame, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows && card.commits.isEmpty)
}

/// As a driver that calls itself atomic and is not.
@Test func whereAnAtomicPropertyIsMissingTheLegacyInterfaceIsUsed() {
  let card = FakeCard()
  card.hiddenProperties = ["MODE_ID"]
  var rig = rig(card)
  for frame in 0..<3 { rig.settle(.sample(frame, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows && card.commits.isEmpty)
}

@Test func kernelsWithoutUniversalPlanesShowPictures() {
  let card = FakeCard()
  card.failures.always(.enableUniversalPlanes, 22)
  var rig = rig(card)
  for frame in 0..<3 { rig.settle(.sample(frame, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func aHiddenCursorPlaneIsNotMissed() {
  let card = FakeCard()
  card.planes.removeAll { $0.type == "Cursor" }
  var rig = rig(card)
  rig.settle(.sample(1, size: size))
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func memoryThatIsSlowToReadIsReported() {
  let card = FakeCard()
  card.capabilities[.prefersShadow] = 1
  let slow = rig(card)
  #expect(slow.lines.mention("slow to read"))
  let plain = rig(FakeCard())
  #expect(!plain.lines.mention("slow to read"))
}

// MARK: Modes

@Test func modesAreTriedAsAskedThenPreferredThenLargest() {
  let modes = [
    VideoMode.fake(640, 480), .fake(1024, 600, isPreferred: true), .fake(1920, 1080, hertz: 30), .fake(1920, 1080),
  ]
  func size(_ card: FakeCard, _ asked: ModeRequest? = nil) -> DisplayMode { rig(card) { $0.mode = asked }.display.mode }
  func card(_ refused: PixelSize...) -> FakeCard {
    let card = FakeCard(connectors: [FakeConnector(modes: modes)])
    card.refusedModes = Set(refused)
    return card
  }
  let hd = PixelSize(width: 1920, height: 1080)
  let preferred = PixelSize(width: 1024, height: 600)
  #expect(size(card()).size == preferred)
  #expect(size(card(), ModeRequest(size: PixelSize(width: 640, height: 480))).size.width == 640)
  #expect(size(card(), ModeRequest(size: hd, refresh: 30)).refreshMillihertz / 100 == 300)
  #expect(size(card(), ModeRequest(size: hd)).refreshMillihertz / 100 == 600)
  #expect(size(card(), ModeRequest(size: PixelSize(width: 1, height: 1))).size == preferred)
  // Each is tested until one passes.
  #expect(size(card(preferred)).size == hd)
  #expect(size(card(preferred, hd)).size.width == 640)
}

@Test func nothingIsShownWhileModesAreTested() {
  let card = FakeCard(connectors: [connector(.fake(64, 40, isPreferred: true), .fake(32, 20))])
  card.refusedModes = [size]
  let rig = rig(card)
  #expect(rig.display.mode.size == PixelSize(width: 32, height: 20))
  #expect(!card.commits.isEmpty && card.commits.allSatisfy { $0.call == .test })
  // The kernel calls a test with an event invalid.
  #expect(card.commits.allSatisfy { !$0.flags.contains(.event) })
  #expect(card.glass() == nil)
}

@Test func refreshComesFromClockAndTotalsNotFromTheClaim() {
  var mode = VideoMode.fake(800, 480, hertz: 59.94, isPreferred: true)
  mode.claimedRefresh = 0
  #expect(abs((mode.refreshMillihertz ?? 0) - 59_940) <= 2)
  #expect(mode.description == "800x480 at 59.9 Hz")
  mode.flags = 1 << 4
  #expect(abs((mode.refreshMillihertz ?? 0) - 119_880) <= 4)
  mode.flags = 1 << 5
  #expect(abs((mode.refreshMillihertz ?? 0) - 29_970) <= 2)
  // Small SPI panels: a clock of 1 kHz, which is 0.01 Hz; and the other way round.
  mode.flags = 0
  mode.clock = 1
  #expect(mode.refreshMillihertz == nil)
  mode.clock = 4_000_000
  #expect(mode.refreshMillihertz == nil)
  mode.horizontal.total = 0
  #expect(mode.refreshMillihertz == nil)
}

@Test func aRateThatCannotBeIsPacedAtSixtyHertz() {
  var mode = VideoMode.fake(64, 40, isPreferred: true)
  mode.clock = 1
  let rig = rig(FakeCard(connectors: [connector(mode)]))
  #expect(rig.display.mode.refreshMillihertz == 60_000)
  #expect(rig.lines.mention("paced at 60 Hz"))
}

@Test(arguments: [
  (nil, Orientation.degrees0), ("Normal", .degrees0), ("Upside Down", .degrees180), ("Left Side Up", .degrees270),
  ("Right Side Up", .degrees90),
])
func panelOrientationTurnsThePicture(name: String?, orientation: Orientation) throws {
  let card = FakeCard()
  card.connector.panelOrientation = name
  var rig = rig(card)
  #expect(rig.display.mode.orientation == orientation)
  // White in the viewer's upper left corner, looked for at the side of the panel that is up.
  let viewer = rig.display.mode.viewerSize
  rig.settle(
    Scene(size: viewer, background: .black, layers: [.fill(.white, PixelRect(x: 0, y: 0, width: 2, height: 1))]))
  let glass = try #require(card.glass())
  let corner: (x: Int, y: Int) =
    switch name {
    case "Upside Down": (size.width - 1, size.height - 1)
    case "Left Side Up": (0, size.height - 1)
    case "Right Side Up": (size.width - 1, 0)
    default: (0, 0)
    }
  #expect(glass[corner.y * size.width + corner.x] == 0xFFFF_FFFF)
  #expect(glass.count { $0 == 0xFFFF_FFFF } == 2)
}

@Test(arguments: Orientation.allCases)
func aConfiguredOrientationComesBeforeThePanels(orientation: Orientation) {
  let card = FakeCard()
  card.connector.panelOrientation = "Upside Down"
  let rig = rig(card) { $0.orientation = orientation }
  #expect(rig.display.mode.orientation == orientation)
}

// MARK: CRTC and plane

@Test func theCRTCThatFeedsTheConnectorIsKept() {
  let card = FakeCard()
  card.showSplash(.fake(64, 40), on: card.connector, crtc: 1)
  var rig = rig(card)
  rig.settle(.sample(0, size: size))
  #expect(card.modesets.first?.values["connector 50 CRTC_ID"] == 41)
}

@Test func onlyPossibleCRTCsAreTakenAndFreeOnesFirst() {
  let card = FakeCard(connectors: [FakeConnector(id: 50), FakeConnector(id: 51, kind: .hdmiA)])
  card.showSplash(.fake(64, 40), on: card.connectors[1], crtc: 0)
  var free = rig(card)
  free.settle(.sample(0, size: size))
  #expect(card.modesets.first?.values["connector 50 CRTC_ID"] == 41)
  let second = FakeCard()
  second.connector.possibleCRTCs = 0b10
  var only = rig(second)
  only.settle(.sample(0, size: size))
  #expect(second.modesets.first?.values["connector 50 CRTC_ID"] == 41)
  #expect(second.modesets.first?.values["plane 32 FB_ID"] != nil)
}

@Test func thePlaneIsThePrimaryOneNotTheFirstWithTheFormat() {
  let card = FakeCard()
  var rig = rig(card)
  rig.settle(.sample(0, size: size))
  #expect(card.planes[0].type == "Overlay")
  #expect(card.modesets.first?.values["plane 31 FB_ID"] ?? 0 != 0)
  #expect(card.planes[0].framebuffer == 0)
}

// MARK: Buffers and formats

@Test(arguments: [
  ([PixelFormat.xrgb8888, .rgb565], PixelFormat.xrgb8888), ([.rgb565, .xbgr8888], .rgb565Dithered),
  ([.xbgr8888], .xbgr8888), ([.rgb565], .rgb565Dithered),
])
func theFormatIsTheRenderersFirstThatThePlaneHas(offered: [PixelFormat], expected: PixelFormat) {
  let card = FakeCard(formats: offered)
  var rig = rig(card)
  #expect(rig.display.mode.format == expected)
  for frame in 0..<4 { rig.settle(.sample(frame, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test(arguments: [0, 1, 2, 3, 17, 52])
func anyPitchIsUsedAsTheDriverGaveIt(padding: Int) {
  let card = FakeCard(connectors: [connector(.fake(61, 37, isPreferred: true))])
  card.pitchPadding = padding
  var rig = rig(card)
  for frame in 0..<4 { rig.settle(.sample(frame, size: rig.display.mode.size)) }
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func aPitchThatIsTooSmallIsRefused() {
  let card = FakeCard()
  card.halvesPitch = true
  let rig = rig(card)
  #expect(!rig.display.isActive && rig.lines.mention("its pitch or size is too small"))
  #expect(card.liveBuffers == 0 && card.liveFramebuffers == 0)
}

@Test func buffersAreBlackBeforeTheyAreShownAndTheirFirstByteIsFull() throws {
  let card = FakeCard()
  var rig = rig(card)
  let isTaken = rig.display.present { _, _ in Region() }
  #expect(isTaken)
  let words = try #require(card.scannedWords())
  #expect(words.allSatisfy { $0 == 0xFF00_0000 })
}

@Test(arguments: [PixelFormat.xrgb8888, .xbgr8888])
func theByteThatMeansNothingIsFull(format: PixelFormat) throws {
  let card = FakeCard(formats: [format])
  var rig = rig(card)
  for frame in 0..<4 { rig.settle(.sample(frame, size: size)) }
  let words = try #require(card.scannedWords())
  #expect(words.allSatisfy { $0 >> 24 == 0xFF })
}

@Test(arguments: [(3, 3), (2, 2)])
func threeBuffersWhenThereIsMemoryTwoOtherwise(room: Int, buffers: Int) {
  let card = FakeCard()
  let bytes = (64 * 4 + card.pitchPadding) * 40 + 13
  card.memoryLimit = room * bytes
  var rig = rig(card)
  #expect(card.liveBuffers == buffers)
  for frame in 0..<9 { rig.settle(.sample(frame, size: size)) }
  #expect(rig.ages == Array(repeating: 0, count: buffers) + Array(repeating: buffers, count: 9 - buffers))
  let shows = rig.showsWanted()
  #expect(shows && card.tornFrames == 0)
  #expect(rig.lines.mention("not enough contiguous memory (CMA) for 64x40x4x3") == (room == 2))
}

/// Two 32-bit buffers do not fit, two of 16 bits do; then a smaller mode.
@Test func whenMemoryIsShortTheFormatThenTheModeGetsSmaller() {
  let card = FakeCard(connectors: [connector(.fake(64, 40, isPreferred: true), .fake(32, 20), .fake(128, 80))])
  card.pitchPadding = 0
  card.memoryLimit = 64 * 40 * 4 + 100
  var narrow = rig(card)
  #expect(narrow.display.mode.format == .rgb565Dithered && narrow.display.mode.size == size)
  narrow.settle(.sample(3, size: size))
  var shows = narrow.showsWanted()
  #expect(shows)
  let little = FakeCard(connectors: [connector(.fake(64, 40, isPreferred: true), .fake(32, 20), .fake(128, 80))])
  little.pitchPadding = 0
  little.memoryLimit = 32 * 20 * 4 * 3 + 100
  var small = rig(little)
  #expect(small.display.mode.format == .xrgb8888 && small.display.mode.size == PixelSize(width: 32, height: 20))
  small.settle(.sample(3, size: small.display.mode.size))
  shows = small.showsWanted()
  #expect(shows && small.lines.mention("cma=64M"))
  let none = FakeCard()
  none.memoryLimit = 10
  let dark = rig(none)
  #expect(!dark.display.isActive && dark.lines.mention("contiguous memory is used up"))
  #expect(none.liveBuffers == 0 && none.liveFramebuffers == 0 && none.liveBlobs == 0)
}

@Test(arguments: [FakeCall.makeBuffer, .map, .makeFramebuffer, .makeBlob, .test])
func whatWasAcquiredIsGivenBackWhenALaterCallFails(call: FakeCall) {
  let card = FakeCard()
  for number in [5, 12, 22] as [Int32] {
    for passes in 0..<3 {
      card.failures = FakeFailures()
      card.failures.schedule(call, Array(repeating: nil, count: passes))
      card.failures.always(call, number)
      do {
        let rig = rig(card)
        // A driver that only refuses atomic states still shows pictures by the legacy interface.
        let hasLegacy = number == 22 && (call == .test || call == .makeBlob)
        if passes == 0 { #expect(rig.display.isActive == hasLegacy) }
      }
      #expect(card.liveBuffers == 0 && card.liveFramebuffers == 0 && card.liveBlobs == 0, "\(number), \(passes)")
    }
  }
}
