import Seeded
import Testing

@testable import Fleet

/// What a panel does with a bundle, and when it asks for one.
@Suite struct DecisionTests {
  private func label(_ text: String) throws -> FleetLabel { try #require(FleetLabel(text)) }

  @Test func labels() throws {
    let panel = FleetPanel(labels: [try label("floor=2"), try label("house=a")], share: 0.5)
    func verdict(_ labels: [String]) throws -> FleetPanel.Verdict {
      panel.verdict(
        on: BundleManifest(version: 1, labels: try labels.map(label)), hash: "h", shown: nil, refused: [:])
    }
    #expect(try verdict([]) == .take)
    #expect(try verdict(["floor=2"]) == .take)
    #expect(try verdict(["floor=1", "floor=2"]) == .take)
    #expect(try verdict(["floor=2", "house=a"]) == .take)
    for wrong in [["floor=1"], ["floor=2", "house=b"], ["room=9"]] {
      guard case .leave = try verdict(wrong) else {
        Issue.record("\(wrong) was not left")
        continue
      }
    }
    for text in ["", "=", "a=", "=b", "a b=c", "a=b\nc"] { #expect(FleetLabel(text) == nil) }
  }

  @Test func versions() {
    let panel = FleetPanel(labels: [], share: 0)
    let shown = FleetPanel.Known(hash: "old", version: 5)
    func verdict(_ version: Int, _ hash: String, refused: [String: String] = [:]) -> FleetPanel.Verdict {
      panel.verdict(on: BundleManifest(version: version), hash: hash, shown: shown, refused: refused)
    }
    #expect(verdict(6, "new") == .take)
    #expect(verdict(5, "old") == .same)
    #expect(verdict(6, "bad", refused: ["bad": "it fell"]) == .refuse("it fell"))
    for version in [1, 4, 5] {
      guard case .refuse = verdict(version, "new") else {
        Issue.record("version \(version) was taken")
        continue
      }
    }
  }

  @Test func aShareOfPanelsIsFirst() {
    var chance = SplitMix64(seed: 3)
    let shares = (0..<1000).map { _ in Double.random(in: 0..<1, using: &chance) }
    for canary in [0.0, 5, 50, 100] {
      let manifest = BundleManifest(version: 2, canary: canary)
      let taken = shares.count {
        FleetPanel(labels: [], share: $0).verdict(on: manifest, hash: "h", shown: nil, refused: [:]) == .take
      }
      #expect(abs(Double(taken) - canary * 10) <= 40)
      #expect(
        FleetPanel(labels: [], share: 0.999).verdict(on: manifest, hash: "h", shown: nil, refused: [:], isWished: true)
          == .take)
    }
  }

  /// However long a round takes, a panel asks once in each interval, always at the same place in it; also one that had no board at first.
  @Test(arguments: [true, false]) func roundsAreSpread(hasBoard: Bool) {
    var chance = SplitMix64(seed: 4)
    for _ in 0..<500 {
      let rounds = FleetRounds(interval: 60, phase: Double.random(in: 0..<1, using: &chance))
      let start = Double.random(in: 0..<1000, using: &chance)
      let first = rounds.first(hasBoard: hasBoard)
      #expect((0..<(hasBoard ? 60 : 10)).contains(first))
      var now = start + first
      for turn in 1...20 {
        now += Double.random(in: 0..<0.05, using: &chance)
        let wait = rounds.next(after: start, at: now, isTroubled: false)
        #expect(wait > 0 && wait <= 60.1)
        now += wait
        let place = ((now - start) / 60).truncatingRemainder(dividingBy: 1)
        #expect(abs(place - rounds.phase) < 0.001 || turn == 1 && wait < 0.1)
      }
      let late = rounds.next(after: start, at: start + 60 * rounds.phase + 1, isTroubled: true)
      #expect(abs(late - 599) < 0.1)
    }
  }

  @Test func atrialPasses() {
    var trial = BundleTrial(at: 100, length: 120)
    #expect(trial.judge(BundleTrial.Glance(isShown: false), at: 101) == .goesOn)
    for time in stride(from: 102.0, to: 220, by: 2) {
      #expect(trial.judge(BundleTrial.Glance(isShown: true), at: time) == .goesOn)
    }
    #expect(trial.judge(BundleTrial.Glance(isShown: true), at: 220) == .passed)
  }

  /// Whatever goes wrong and stays so, the bundle before is on show within 30 seconds of it.
  @Test(arguments: [0.0, 3, 20, 80, 118])
  func atrialFailsSoon(troubleAfter: Double) {
    var trial = BundleTrial(at: 0, length: 120)
    var failed: Double?
    for time in stride(from: 0.0, to: 300, by: 1.5) where failed == nil {
      let isWell = time < troubleAfter
      let glance = BundleTrial.Glance(isShown: isWell, trouble: isWell ? nil : "frozen")
      if case .failed(let reason) = trial.judge(glance, at: time) {
        failed = time
        #expect(reason.contains("frozen"))
      }
    }
    #expect((failed ?? .infinity) - troubleAfter <= 20)
  }

  @Test func whatPassesIsNoFailure() {
    var trial = BundleTrial(at: 0, length: 120)
    for time in stride(from: 0.0, through: 118, by: 2) {
      let isWell = time.truncatingRemainder(dividingBy: 20) < 10
      let glance = BundleTrial.Glance(isShown: true, trouble: isWell ? nil : "a hiccup")
      #expect(trial.judge(glance, at: time) == .goesOn)
    }
  }

  @Test func recordsAreReadAsTheyAreWritten() throws {
    let hash = String(repeating: "0a", count: 16)
    var record = KeeperRecord()
    #expect(KeeperRecord(record.bytes) == record)
    record.good = FleetPanel.Known(hash: hash, version: 3)
    record.previous = FleetPanel.Known(hash: hash, version: 2)
    record.trial = KeeperRecord.Trial(FleetPanel.Known(hash: hash, version: 4), boot: "", ends: 1)
    record.refuse(FleetPanel.Known(hash: hash, version: 9), "a reason\nwith two lines")
    (record.etag, record.modified, record.address) = ("\"x y\"", "Mon, 1 Jan", "https://h/x")
    let again = try #require(KeeperRecord(record.bytes))
    #expect(again == record)
    #expect(again.trial == record.trial)
    #expect(again.etag == record.etag)
    for _ in 0..<100 { record.refuse(FleetPanel.Known(hash: hash, version: 9), "again") }
    #expect(record.refused.count == 1)
    var chance = SplitMix64(seed: 5)
    for _ in 0..<500 {
      var bytes = record.bytes
      bytes[Int.random(in: 0..<bytes.count, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
      _ = KeeperRecord(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &chance))))
    }
  }
}
