import Numbers
public import Scene

/// What the keeper of a panel says of it: how large it is, and how far away people stand.
public struct Viewing: Sendable, Hashable {
  /// From corner to corner, in millimetres; nil leaves it to the panel.
  public var diagonal: Double?
  /// From eye to panel, in millimetres; nil follows from the diagonal.
  public var distance: Double?
  /// Strangers touch it, some of whom see or aim badly.
  public var isPublic: Bool

  /// Lengths in millimetres.
  public init(diagonal: Double? = nil, distance: Double? = nil, isPublic: Bool = false) {
    self.diagonal = diagonal
    self.distance = distance
    self.isPublic = isPublic
  }

  /// With what the other one says in place of its own.
  public func replaced(by other: Viewing) -> Viewing {
    Viewing(
      diagonal: other.diagonal ?? diagonal, distance: other.distance ?? distance, isPublic: isPublic || other.isPublic)
  }
}

/// How large things are on a panel's glass, and how large they have to be to be read and to be hit.
///
/// Everything follows from one dp: body text is 16 of them high from line to line of its em, what is touched is 48.
/// Source: ISO 9241-303, 5.5.4 (letters of 20 to 22 minutes of arc; 0.4° is 24), and ISO 9241-411 (targets of 9 mm and more).
public struct RealSize: Sendable, Hashable {
  /// From corner to corner, in millimetres.
  public let diagonal: Double
  /// From eye to panel, in millimetres.
  public let distance: Double
  /// The smallest place to touch, in millimetres.
  public let target: Double
  /// The longest a dp may be, in millimetres, for a page to have room on the panel.
  private let longest: Double
  /// Nil where only the glass is known.
  private let pixelsPerMillimetre: Double?

  /// Of a dp: `Design` says so too.
  static let bodySize = 16.0
  static let touchSize = 48.0
  /// What body text subtends at least, in degrees.
  public static let leastAngle = 0.4
  /// Of a grid's cells, and between them: `Design` says so too, as of the widest page with its margins.
  static let leastCell = 130.0
  static let cellGap = 12.0
  static let widestPage = 2200.0
  /// A page narrower than so many dp has no room for its words.
  static let leastPage = 240.0

  /// - Parameters:
  ///   - pixels: of the panel.
  ///   - claimed: what the panel says of itself; not believed when it cannot be.
  /// - Returns: nil when nobody knows how large the panel is.
  public init?(pixels: PixelSize, claimed: Millimetres?, viewing: Viewing) {
    let width = Double(max(pixels.width, 1))
    let height = Double(max(pixels.height, 1))
    let across = (width * width + height * height).squareRoot()
    let believed = claimed.flatMap { Self.isPlausible($0, pixels: pixels) ? $0.diagonal : nil }
    guard let diagonal = viewing.diagonal.flatMap(Self.usable) ?? believed else { return nil }
    self.init(diagonal: diagonal, viewing: viewing, shorter: min(width, height) / across, pixels: across / diagonal)
  }

  /// Of a panel of which only the glass is known, about 16 to 10.
  ///
  /// - Returns: nil when nobody knows how large the panel is.
  public init?(viewing: Viewing) {
    guard let diagonal = viewing.diagonal.flatMap(Self.usable) else { return nil }
    self.init(diagonal: diagonal, viewing: viewing, shorter: 0.53, pixels: nil)
  }

  private init(diagonal: Double, viewing: Viewing, shorter: Double, pixels: Double?) {
    self.diagonal = diagonal
    // As far away as people stand: twice the diagonal, and not nearer than they read a book.
    distance = viewing.distance.flatMap(Self.usable) ?? max(400, 2 * diagonal)
    target = viewing.isPublic ? 15 : 9
    longest = shorter * diagonal / Self.leastPage
    pixelsPerMillimetre = pixels
  }

  private static func usable(_ length: Double) -> Double? {
    length.isFinite && length > 0 ? min(max(length, 10), 100_000) : nil
  }

  /// Whether a panel can be as large as it says.
  ///
  /// Panels leave their size out, or give the proportions of their sides for it; and small ones have a television's electronics.
  /// Source of the known lies: the X server's `xf86CrtcScreen` quirks, which leave out the same.
  static func isPlausible(_ size: Millimetres, pixels: PixelSize) -> Bool {
    guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0, pixels.width > 0,
      pixels.height > 0, (25...4000).contains(size.diagonal)
    else { return false }
    let sides = [size.width, size.height].sorted()
    for (long, short) in [(16.0, 9.0), (16, 10)] {
      for unit in [1.0, 10, 100] where sides == [short * unit, long * unit] { return false }
    }
    // Pixels are about square, and between those of a wall and those of a telephone.
    let across = Double(pixels.width) / size.width
    let down = Double(pixels.height) / size.height
    return (0.8...1.25).contains(across / down) && (0.9...25).contains((across * down).squareRoot())
  }

  /// A dp, in millimetres, so that everything can be read and hit.
  public var idealDP: Double {
    max(Self.size(ofAngle: Self.leastAngle, at: distance) / Self.bodySize, target / Self.touchSize)
  }

  /// A dp, in millimetres, that also leaves a page room.
  public var dp: Double { min(idealDP, longest) }

  /// Pixels per dp, in steps of 1/20, 0.5...8; nil where only the glass is known.
  public var scale: Double? {
    pixelsPerMillimetre.map { pixels in
      let needed = (idealDP * pixels * 20 - 1e-9).rounded(.up) / 20
      return min(max(min(needed, longest * pixels), 0.5), 8)
    }
  }

  /// What is too small to read or to hit, a sentence each, in millimetres.
  ///
  /// - Parameter dp: as it comes out on the panel, in millimetres.
  public func problems(dp: Double) -> [String] {
    var problems: [String] = []
    let advice =
      dp < self.dp * 0.99 ? "a larger \"scale\" helps" : "people have to come nearer, or the panel to be larger"
    let body = dp * Self.bodySize
    let needed = Self.size(ofAngle: Self.leastAngle, at: distance)
    if body < needed * 0.98 {
      problems.append(
        "body text is \(Self.shown(body)) mm high, too small to be read from \(Self.shown(distance / 10)) cm away, which needs \(Self.shown(needed)) mm: \(advice)"
      )
    }
    let touched = dp * Self.touchSize
    if touched < target * 0.98 {
      problems.append(
        "what is touched is \(Self.shown(touched)) mm high, too small to be hit, which needs \(Self.shown(target)) mm: \(advice)"
      )
    }
    return problems
  }

  /// How many cells of a grid have room in a line on the longer side of the glass, at most.
  ///
  /// - Parameter dp: as it comes out on the panel, in millimetres.
  func mostCells(dp: Double) -> Int {
    // The longer side of 16 to 10; a page takes no more of it than four columns.
    let side = min(0.848 * diagonal / dp, Self.widestPage)
    let inner = side - 2 * (side < 600 ? 16 : 24)
    return max(Int(clamping: ((inner + Self.cellGap) / (Self.leastCell + Self.cellGap)).rounded(.down)), 1)
  }

  /// A dp on this panel at so many pixels, in millimetres; nil where only the glass is known.
  public func dp(ofScale scale: Double) -> Double? { pixelsPerMillimetre.map { scale / $0 } }

  /// Millimetres that subtend so many degrees.
  static func size(ofAngle degrees: Double, at distance: Double) -> Double {
    2 * distance * tangent(degrees / 2)
  }

  /// Of angles below one degree, where the series' next member is below a millionth of it.
  private static func tangent(_ degrees: Double) -> Double {
    let angle = degrees * .pi / 180
    return angle + angle * angle * angle / 3
  }

  private static func shown(_ length: Double) -> String { NumberFormat.plain((length * 10).rounded() / 10) }

  /// Pixels per dp of a panel of which nothing is known but its pixels: 240 to 480 rows are 1 and 1080
  /// are 2, in steps of a quarter.
  public static func fitting(_ pixels: PixelSize) -> Double {
    let shorter = Double(min(pixels.width, pixels.height))
    let steps = [shorter / 480, shorter / 540].map { ($0 * 4).rounded(.down) / 4 }
    // The smallest panels are looked at from near, and have no fewer dots to an inch: their letters need as many as on others.
    let tiny = min((shorter / leastPage * 4).rounded(.down) / 4, 1)
    return min(max(min(steps[0], 2), steps[1], tiny, 0.5), 8)
  }
}
