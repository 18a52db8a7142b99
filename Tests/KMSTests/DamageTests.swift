import Compositor
import KMS
import KMSSupport
import Panel
import Scene
import Testing

private let size = PixelSize(width: 64, height: 40)

private func scene(_ x: Int) -> Scene {
  Scene(
    size: size, background: .black, layers: [.fill(.white, PixelRect(x: x, y: 10, width: 4, height: 4))])
}

@Test func clipsAreFrameDamageNotBufferDamage() throws {
  let card = FakeCard()
  card.hasDamageClips = true
  var rig = Rig(FakeModesetting([card]))
  for step in 0..<6 { rig.settle(scene(step * 8)) }
  // What differs from the frame before: the old place and the new one; the buffer itself is three frames old.
  let clips = try #require(card.flips.last?.clips)
  var region = Region()
  for clip in clips { region.formUnion(clip) }
  var expected = Region(PixelRect(x: 32, y: 10, width: 4, height: 4))
  expected.formUnion(PixelRect(x: 40, y: 10, width: 4, height: 4))
  #expect(region == expected)
  #expect(rig.ages.last == 3)
}

@Test func clipsAreSetOnEveryCommit() {
  let card = FakeCard()
  card.hasDamageClips = true
  var rig = Rig(FakeModesetting([card]))
  for step in 0..<6 { rig.settle(scene(step * 8)) }
  #expect(card.flips.count == 5 && card.flips.allSatisfy { $0.clips?.isEmpty == false })
  #expect(card.modesets.allSatisfy { $0.values["plane 31 FB_DAMAGE_CLIPS"] == 0 && $0.clips == nil })
}

@Test func clipsAreAtMostSixteen() throws {
  let card = FakeCard()
  card.hasDamageClips = true
  var rig = Rig(FakeModesetting([card]))
  rig.settle(scene(0))
  let isTaken = rig.display.present { _, _ in
    var region = Region()
    for step in 0..<20 { region.formUnion(PixelRect(x: step * 3, y: step * 2, width: 2, height: 1)) }
    return region
  }
  #expect(isTaken)
  let clips = try #require(card.flips.last?.clips)
  #expect(clips.count <= 16 && clips.count > 1)
  for step in 0..<20 { #expect(clips.contains { $0.contains(x: step * 3, y: step * 2) }) }
}

@Test func withoutThePropertyNothingIsLost() {
  let card = FakeCard()
  var rig = Rig(FakeModesetting([card]))
  for step in 0..<6 { rig.settle(scene(step * 8)) }
  let shows = rig.showsWanted()
  #expect(shows && card.flips.allSatisfy { !$0.values.keys.contains { $0.contains("DAMAGE") } })
}

/// Drivers like virtio-gpu ignore clips of another framebuffer, so there is only one.
@Test(arguments: [FakeCard.VerticalBlank.none, .pretended])
func uploadsStayInOneFramebuffer(blank: FakeCard.VerticalBlank) {
  let card = FakeCard()
  card.verticalBlank = blank
  card.hasDamageClips = true
  card.ignoresClipsOfNewFramebuffers = true
  var rig = Rig(FakeModesetting([card]))
  for step in 0..<9 { rig.settle(.sample(step, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows, "what was uploaded is the whole picture")
  #expect(Set(card.flips.suffix(3).map { $0.values["plane 31 FB_ID"] }).count == 1)
  #expect(rig.ages.suffix(3) == [1, 1, 1])
  #expect(card.liveBuffers == 1)
  #expect(card.flips.suffix(3).allSatisfy { $0.clips?.isEmpty == false })
}

@Test func withoutClipsAndVerticalBlankBuffersAreChanged() {
  let card = FakeCard()
  card.verticalBlank = .none
  var rig = Rig(FakeModesetting([card]))
  for step in 0..<6 { rig.settle(.sample(step, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows && card.liveBuffers == 3)
}

@Test func dirtyFBOnlyWhereALegacyDriverUploads() {
  let card = FakeCard()
  card.verticalBlank = .none
  card.failures.always(.enableAtomic, 95)
  var rig = Rig(FakeModesetting([card]))
  for step in 0..<5 { rig.settle(.sample(step, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows && card.dirtyCalls.count == 4 && card.liveBuffers == 1)
  let plain = FakeCard()
  plain.failures.always(.enableAtomic, 95)
  var flipping = Rig(FakeModesetting([plain]))
  for step in 0..<5 { flipping.settle(.sample(step, size: size)) }
  #expect(plain.dirtyCalls.isEmpty)
}

@Test(arguments: [38, 95] as [Int32])
func aDriverWithoutDirtyFBIsNotAskedAgain(errno: Int32) {
  let card = FakeCard()
  card.verticalBlank = .none
  card.failures.always(.enableAtomic, 95)
  card.failures.schedule(.markDirty, [errno])
  var rig = Rig(FakeModesetting([card]))
  for step in 0..<6 { rig.settle(.sample(step, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows && card.dirtyCalls.isEmpty && card.liveBuffers == 2)
}

/// Whatever goes wrong on the way, in the end the glass shows what repainting everything would.
@Test(arguments: 0..<120)
func theGlassIsRightAfterAnyStorm(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  let card = FakeCard(formats: [[.xrgb8888], [.rgb565], [.xbgr8888]].randomElement(using: &random)!)
  card.hasDamageClips = Bool.random(using: &random)
  card.ignoresClipsOfNewFramebuffers = Bool.random(using: &random)
  card.verticalBlank = [.real, .real, .none, .pretended].randomElement(using: &random)!
  card.pitchPadding = Int.random(in: 0...70, using: &random)
  card.connector.panelOrientation = ["Normal", "Upside Down", "Left Side Up", "Right Side Up"].randomElement(
    using: &random)
  if Bool.random(using: &random) { card.memoryLimit = 27_000 }
  let isLegacy = Int.random(in: 0..<4, using: &random) == 0
  var rig = Rig(FakeModesetting([card])) { $0.forcesLegacy = isLegacy }
  for step in 0..<40 {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: card.failures.schedule([.commit, .flip].randomElement(using: &random)!, [16, nil, 16])
    case 1: card.failures.schedule(.commit, [4])
    case 2: card.fates.append([.late(1), .late(3), .doubled].randomElement(using: &random)!)
    case 3 where step < 36: card.fates.append(.dropped)
    case 4:
      rig.display.suspend()
      rig.wait(milliseconds: Int.random(in: 0...50, using: &random))
      rig.display.resume()
    case 5:
      card.connector.isLinkBad = true
      rig.kernel.announce()
    default: break
    }
    rig.show(.sample(step, size: rig.display.mode.viewerSize))
    if Bool.random(using: &random) {
      rig.settle()
    } else {
      rig.wait(milliseconds: Int.random(in: 0...40, using: &random))
    }
    if case .failed(let reason) = rig.display.state {
      #expect(reason.contains("3 times in a row"))
      return
    }
  }
  rig.wait(milliseconds: 2500)
  rig.settle(.sample(99, size: rig.display.mode.viewerSize))
  let shows = rig.showsWanted()
  #expect(shows, "seed \(seed)")
  if card.verticalBlank == .real { #expect(card.tornFrames == 0, "seed \(seed)") }
  #expect(card.liveBlobs == 0 && card.callsWithoutMaster == 0)
}
