import Glibc
import Images
import Scene
import TestSupport
import Testing

private func temporaryGoldens(isUpdating: Bool = false, _ folder: String) -> GoldenFiles {
  GoldenFiles(folder: "\(folder)/Goldens", output: "\(folder)/output", isUpdating: isUpdating)
}

/// Runs `body` with an empty folder, which is deleted afterwards.
private func withTemporaryFolder(_ body: (_ folder: String) throws -> Void) throws {
  var template = Array("/tmp/vitrine-goldens-XXXXXX".utf8CString)
  let path = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
  let folder = try unsafe String(cString: #require(path))
  defer {
    for name in ["Goldens/a.png", "output/a.actual.png", "output/a.difference.png", "Goldens", "output", ""] {
      _ = unsafe remove("\(folder)/\(name)")
    }
  }
  try body(folder)
}

private func picture(_ change: Int? = nil) -> Pixmap {
  Pixmap(size: PixelSize(width: 6, height: 4), isOpaque: true) { x, y in
    Pixel(x + y * 6 == change ? .white : Color(rgb: UInt32(x * 30)))
  }
}

@Test func goldensAreWrittenThenCompared() throws {
  try withTemporaryFolder { folder in
    let goldens = temporaryGoldens(folder)
    let path = "\(folder)/Goldens/a.png"
    let missing = try goldens.compare(picture(), "a")
    #expect(missing == .missing(expected: path, actual: "\(folder)/output/a.actual.png"))
    #expect(try PNG.decode(readFile("\(folder)/output/a.actual.png"), named: "actual").size == picture().size)

    let updating = temporaryGoldens(isUpdating: true, folder)
    #expect(try updating.compare(picture(), "a") == .updated(path: path))
    #expect(try updating.compare(picture(), "a") == .same)
    #expect(try goldens.compare(picture(), "a") == .same)
  }
}

@Test func aDifferenceIsCountedAndDrawn() throws {
  try withTemporaryFolder { folder in
    _ = try temporaryGoldens(isUpdating: true, folder).compare(picture(), "a")
    let verdict = try temporaryGoldens(folder).compare(picture(8), "a")
    guard case .differs(let difference, _, let actual, let drawn) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(difference == .pixels(count: 1, bounds: PixelRect(x: 2, y: 1, width: 1, height: 1)))
    #expect(verdict.explanation.contains("1 pixels in columns 2..<3 and rows 1..<2 differ"))
    #expect(try PNG.decode(readFile(actual), named: "actual").pixel(x: 2, y: 1) == Pixel(.white))
    expectPicture(
      try PNG.decode(readFile(drawn), named: "difference"),
      """
      ......
      ..#...
      ......
      ......
      """
    ) { $0.word == 0xFFFF_0000 ? "#" : "." }

    let wide = Pixmap(size: PixelSize(width: 7, height: 4), isOpaque: true) { _, _ in Pixel(.black) }
    #expect(try temporaryGoldens(folder).compare(wide, "a").explanation.contains("has 7 x 4 pixels"))
    try writeFile("\(folder)/Goldens/a.png", [1, 2, 3])
    #expect(try temporaryGoldens(folder).compare(wide, "a").explanation.contains("no picture of a known kind"))
  }
}

@Test func goldensLieBesideTheirTests() {
  let goldens = GoldenFiles(testFile: "/home/me/Tests/vitrine/Tests/CompositorTests/Deep/A.swift", isUpdating: false)
  #expect(goldens.folder == "/home/me/Tests/vitrine/Tests/CompositorTests/Goldens")
  #expect(goldens.output == "/home/me/Tests/vitrine/.build/goldens/CompositorTests")
}

@Test func aMissingGoldenFails() {
  withKnownIssue {
    expectGolden(picture(), "never-written")
  } matching: { issue in
    "\(issue)".contains("there is no ")
  }
}

@Test func picturesAreCompared() {
  let pixmap = Pixmap(size: PixelSize(width: 4, height: 2)) { x, y in
    Pixel(Color.white.opacity(Double(x) / 3 * Double(y)))
  }
  expectPicture(pixmap, "....\n.++#")
  withKnownIssue { expectPicture(pixmap, "....\n..+#") }
}

@Test func theGeneratorIsSplitMix64() {
  // The first values of Vigna's C for the seed 1234567.
  var random = SplitMix64(seed: 1_234_567)
  #expect([random.next(), random.next()] == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973])
}
