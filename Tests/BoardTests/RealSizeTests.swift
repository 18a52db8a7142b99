import Scene
import Testing

@testable import Board

/// How large things are drawn: by the panel's millimetres, and by where people stand.
@Suite struct RealSizeTests {
  private static let panels = [
    PixelSize(width: 480, height: 320), PixelSize(width: 800, height: 480), PixelSize(width: 1080, height: 1920),
    PixelSize(width: 1280, height: 800), PixelSize(width: 1920, height: 1080), PixelSize(width: 1920, height: 360),
    PixelSize(width: 3840, height: 2160), PixelSize(width: 7680, height: 4320), PixelSize(width: 1, height: 1),
  ]

  /// Whatever is said of a panel, what is drawn can be read and hit there, or it is said in millimetres that it cannot.
  @Test(arguments: panels)
  func everythingIsReadableOrSaidToBeTooSmall(pixels: PixelSize) throws {
    for diagonal in stride(from: 25.0, through: 5000, by: 97) {
      for distance in [nil, 100, 350, 600, 1500, 4000, 20_000] as [Double?] {
        for isPublic in [false, true] {
          let viewing = Viewing(diagonal: diagonal, distance: distance, isPublic: isPublic)
          let size = try #require(RealSize(pixels: pixels, claimed: nil, viewing: viewing))
          let scale = try #require(size.scale)
          #expect((0.5...8).contains(scale))
          let dp = try #require(size.dp(ofScale: scale))
          let isReadable = dp * 16 >= 0.98 * RealSize.size(ofAngle: 0.4, at: size.distance)
          let isHit = dp * 48 >= 0.98 * (isPublic ? 15 : 9)
          #expect(size.problems(dp: dp).count == (isReadable ? 0 : 1) + (isHit ? 0 : 1))
          // Only a panel too small for its distance is allowed to be illegible.
          if !isReadable || !isHit {
            let shorter = Double(min(pixels.width, pixels.height))
            #expect(scale >= 8 || shorter / scale <= RealSize.leastPage * 1.001 || scale == 0.5)
          }
          #expect(!size.problems(dp: size.idealDP * 0.5).isEmpty)
          #expect(size.problems(dp: size.idealDP).isEmpty)
        }
      }
    }
  }

  /// Farther away means larger, never smaller.
  @Test func distanceOnlyMakesLarger() throws {
    for pixels in Self.panels {
      var last = 0.0
      for distance in stride(from: 100.0, through: 50_000, by: 250) {
        let viewing = Viewing(diagonal: 610, distance: distance)
        let scale = try #require(RealSize(pixels: pixels, claimed: nil, viewing: viewing)?.scale)
        #expect(scale >= last)
        last = scale
      }
    }
  }

  /// Usual panels come out as people would have set them.
  @Test(arguments: [
    (800, 480, 7.0, 1.0), (1280, 800, 10.1, 1.35), (1920, 1080, 24, 1.95), (3840, 2160, 65, 3.9),
    (1080, 1920, 32, 1.95),
  ])
  func usualPanelsLookUsual(width: Int, height: Int, inches: Double, expected: Double) throws {
    let size = RealSize(
      pixels: PixelSize(width: width, height: height), claimed: nil, viewing: Viewing(diagonal: inches * 25.4))
    #expect(abs(try #require(size?.scale) - expected) <= 0.051)
  }

  /// Large type is for across the room: where body text can be read, a headline's capitals subtend 0.7°.
  @Test func capitalsOfLargeTypeAreSeenFromThere() {
    let capitals = 49 * 0.7 / RealSize.bodySize * RealSize.leastAngle
    #expect(capitals >= 0.7)
  }

  @Test func liesOfPanelsAreNotBelieved() {
    let small = PixelSize(width: 800, height: 480)
    let full = PixelSize(width: 1920, height: 1080)
    let lies: [(Double, Double, PixelSize)] = [
      (0, 0, full), (16, 9, full), (160, 90, full), (1600, 900, full), (1600, 900, small), (160, 90, small),
      (9, 16, full),
      (.nan, 100, full), (.infinity, 100, full), (-520, 290, full), (520, 100, full), (10, 6, small),
      (300, 300, full), (40_000, 22_500, full),
    ]
    for (width, height, pixels) in lies {
      #expect(RealSize(pixels: pixels, claimed: Millimetres(width: width, height: height), viewing: Viewing()) == nil)
    }
    for (width, height, pixels) in [(154.0, 86.0, small), (531, 299, full), (1880, 1058, full), (62, 110, full)] {
      let size = RealSize(
        pixels: width < height ? PixelSize(width: pixels.height, height: pixels.width) : pixels,
        claimed: Millimetres(width: width, height: height), viewing: Viewing())
      #expect(size != nil)
    }
    // What the keeper says counts for more than what the panel says.
    let said = RealSize(
      pixels: full, claimed: Millimetres(width: 531, height: 299), viewing: Viewing(diagonal: 1000, distance: 2000))
    #expect(said?.diagonal == 1000 && said?.distance == 2000)
  }

  @Test func withoutMillimetresPixelsDecide() {
    let scales = [
      (320, 240, 1.0), (480, 320, 1), (480, 800, 1), (480, 1920, 1), (1280, 800, 1.5), (1920, 1080, 2), (1080, 1920, 2),
      (3840, 2160, 4), (7680, 4320, 8), (16, 16, 0.5),
    ]
    for (width, height, scale) in scales {
      #expect(RealSize.fitting(PixelSize(width: width, height: height)) == scale)
    }
  }

  @Test func lengthsAreReadWithTheirUnits() throws {
    #expect(try Scalars.length("10.1in", in: 25...5000) == 10.1 * 25.4)
    #expect(try Scalars.length("60cm", in: 25...5000) == 600)
    #expect(try Scalars.length("2.5m", in: 25...5000) == 2500)
    #expect(try Scalars.length("154mm", in: 25...5000) == 154)
    for (text, expected) in [
      ("10", "a length with its unit, such as 10in or 10cm (mm, cm, m, in)"), ("1e9m", "a length from 25mm to 5m"),
      ("ten", "a length such as 10.1in, 60cm or 2.5m"), ("", "a length such as 10.1in, 60cm or 2.5m"),
      ("m", "a length such as 10.1in, 60cm or 2.5m"), ("-3m", "a length from 25mm to 5m"),
    ] {
      do throws(ScalarError) {
        _ = try Scalars.length(text, in: 25...5000)
        Issue.record("\(text) is no length")
      } catch {
        #expect(error.expected == expected)
      }
    }
  }

  /// `check` says so before anybody stands in front of it.
  @Test func whatIsTooSmallIsSaidInMillimetres() throws {
    let cards = "\ncards:\n  - text: {text: x}\n"
    #expect(try messages("panel: {diagonal: 10in, distance: 60cm}" + cards).isEmpty)
    #expect(
      try messages("panel: {diagonal: 10in, distance: 60cm}\ntheme: {scale: 0.6}" + cards) == [
        "2:9: warning: body text is 2.5 mm high, too small to be read from 60 cm away, which needs 4.2 mm: a larger \"scale\" helps",
        "2:9: warning: what is touched is 7.5 mm high, too small to be hit, which needs 9 mm: a larger \"scale\" helps",
      ])
    #expect(
      try messages("panel: {diagonal: 7in, distance: 5m, public: true}" + cards) == [
        "1:1: warning: body text is 6.3 mm high, too small to be read from 500 cm away, which needs 34.9 mm: people have to come nearer, or the panel to be larger"
      ])
    #expect(try messages("panel: {diagonal: 10}" + cards).count == 1)
  }

  /// So is a grid whose cells have no room in a line, once for all that stand in it.
  @Test func gridsWithoutRoomAreSaid() throws {
    func cards(_ columns: Int) -> String {
      "\ncards:\n" + String(repeating: "  - number: {label: A, value: \"1\", columns: \(columns)}\n", count: 6)
    }
    let panel = "panel: {diagonal: 5in, distance: 60cm}"
    #expect(
      try messages(panel + cards(6)) == [
        "3:36: warning: \"columns\": 6 cells have no room in a line on this panel, at most 2 have: a cell of fewer than 130 dp cannot be read"
      ])
    #expect(try messages(panel + cards(2)).isEmpty)
    #expect(try messages("panel: {diagonal: 24in, distance: 60cm}" + cards(6)).isEmpty)
    // Nothing is known of others.
    #expect(try messages("theme: {mode: dark}" + cards(12)).isEmpty)
    let group = "      - group: {cards: [{number: {value: 1, columns: 3}}]}\n"
    let page = "\npages:\n  - title: A\n    cards:\n" + group
    #expect(try messages(panel + page).count == 1)
  }

  private func messages(_ yaml: String) throws -> [String] {
    try read(yaml).diagnostics.map { String($0.description.split(separator: ":", maxSplits: 1)[1]) }
  }
}
