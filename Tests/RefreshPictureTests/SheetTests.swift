import Board
import Refresh
import Scene
import TestSupport
import Testing

private let names = ["arrow", "character", "drop", "lineart", "material"]

/// Key frames of the styles, pixel by pixel, in Debian's fonts.
@Suite struct SheetTests {
  @Test(arguments: names)
  func stylesLookAsTheyDid(name: String) throws {
    let style = try #require(RefreshStyles.builtIn.style(name))
    expectGolden(ContactSheet(style, width: 264).picture(ContactSheet.rows), name)
  }

  /// On a dark board, twice as dense, and so low that the header is drawn smaller.
  @Test(arguments: names)
  func stylesLookAsTheyDidInTheDark(name: String) throws {
    let style = try #require(RefreshStyles.builtIn.style(name))
    let moments: [[ContactSheet.Moment]] = [
      [.pull(0.6), .refreshing(0.7), .finishing(.success, 0.5), .finishing(.offline, 1)]
    ]
    let sheet = ContactSheet(style, colors: .dark, scale: 2, width: 240, viewport: 400)
    expectGolden(sheet.picture(moments), "\(name)-dark")
  }

  /// No word and no colour is needed to tell how a refresh ended.
  @Test(arguments: names)
  func outcomesDifferWithoutWordsAndColours(name: String) throws {
    let style = try #require(RefreshStyles.builtIn.style(name, RefreshParameters(words: .none)))
    let grey = Color(rgb: 0x5B626C)
    var colors = Theme.Colors.light
    for token in [\Theme.Colors.accent, \.good, \.warn, \.bad, \.info, \.muted] { colors[keyPath: token] = grey }
    let sheet = ContactSheet(style, colors: colors)
    let pictures = RefreshOutcome.allCases.map { sheet.bare(sheet.state(.finishing($0, 0.5)), height: 120) }
    for (index, a) in pictures.enumerated() {
      for b in pictures.dropFirst(index + 1) {
        var different = 0
        for y in 0..<a.size.height {
          for x in 0..<a.size.width where distance(a.pixel(x: x, y: y), b.pixel(x: x, y: y)) > 64 { different += 1 }
        }
        #expect(different > 30)
      }
    }
  }
}

/// The drop is rastered at some stretches only.
@Suite struct DropPictureTests {
  /// A pull by a twentieth of a dp moves an edge by as much: no pixel changes by more than that, twice over for the share of the
  /// way in which one raster fades into the next, and a sixteenth of a pixel for the filter.
  @Test(arguments: [1.0, 2])
  func aSlowPullShowsNoStep(scale: Double) throws {
    let sheet = ContactSheet(DropStyle(), scale: scale, width: 48)
    let step = 0.05
    var before: Pixmap?
    var most = 0
    for index in 0...Int(53 / step) {
      var state = sheet.state(.pull(0.9))
      state.extent = 43 + step * Double(index)
      let picture = sheet.bare(state, height: Int(110 * scale))
      if let before { most = max(most, largestDistance(before, picture)) }
      before = picture
    }
    #expect(Double(most) < 255 * (2 * step * scale + 1.0 / 16))
    #expect(most > 4)
  }

  private func largestDistance(_ a: Pixmap, _ b: Pixmap) -> Int {
    var most = 0
    for y in 0..<a.size.height {
      for x in 0..<a.size.width { most = max(most, distance(a.pixel(x: x, y: y), b.pixel(x: x, y: y))) }
    }
    return most
  }
}

/// The largest difference of a channel between two pixels.
private func distance(_ a: Pixel, _ b: Pixel) -> Int {
  [16, 8, 0].map { abs(Int(a.word >> UInt32($0) & 255) - Int(b.word >> UInt32($0) & 255)) }.max() ?? 0
}
