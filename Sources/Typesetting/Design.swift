import Scene

/// Sizes and distances in dp, for a panel at arm's length; `ResolvedTheme.scale` takes them to any other distance.
///
/// Everything lies on a grid of 8 with halves where text needs them, and is rounded to whole pixels one by one (`ResolvedTheme.whole`), so
/// that edges and baselines are crisp at every scale.
enum Design {
  /// From the page's sides to its cards; less on narrow pages, where width is dear.
  static func margin(pageWidth: Double) -> Double { pageWidth < 600 ? 16 : 24 }
  /// Wider, a row's title and value are too far apart for the eye to join; the page stays centred.
  static let maximumWidth = 1200.0
  /// Between cards, across and down.
  static let gap = 12.0
  /// More air above a heading than below it: it belongs to what follows.
  static let sectionSpace = 12.0
  /// Inside a card, at its sides.
  static let inset = 16.0
  /// Inside a hero, whose type is larger.
  static func heroInset(width: Double) -> Double { width < wideHero ? 16 : 24 }
  static let radius = 12.0
  static let thumbnailRadius = 8.0
  static let hairline = 1.0

  /// Of a grid's cells: with less, its lines have fewer.
  static let minimumCell = 130.0
  /// A grid without a heading takes the page's whole width where its cells would have less in a column: the figures a page begins with.
  static let easyCell = 200.0
  static let maximumCells = 12

  /// A page has as many columns as have this much room: what a telephone shows.
  static let leastColumn = 360.0
  /// The same of those that a page names: whoever named it has put into it what has room.
  static let leastNamedColumn = 150.0
  /// The same of those with what makes the panel easier to use.
  static let leastChoiceColumn = 260.0
  /// Wider, its columns do not grow.
  static let widestColumn = 520.0
  static let maximumColumns = 4
  /// On a page that is to fill its panel: wider, there is another column.
  static let widestFilledColumn = 760.0
  /// Lines whose parts stand in columns of their own are followed farther.
  static let widestLanes = 1600.0
  /// Where a column less leaves no block alone below a hole, columns grow up to this.
  static let widestEvenColumn = 900.0
  /// Between columns: what ends a heading in one is not read on in the next.
  static let gutter = 24.0
  /// A bar this wide has its header in front of the rest, in a column of this width at least.
  static let leastBarPanel = 800.0
  static let leastHeaderColumn = 220.0
  /// A page may have columns of such different heights; beyond, its longest list takes the whole width and goes on from column to
  /// column.
  static let unevenness = 1.25
  /// Beyond, a grid beside a few words takes the whole width.
  static let lopsidedness = 1.4
  /// Four columns of the widest.
  static let widestPage = 4 * widestColumn + 3 * gutter
  /// Of what a panel is taken to show at once, at least.
  static let leastViewport = 160.0
  /// Of what a panel shows at once: so much longer the rest may be beside a hero as high as the panel.
  static let longestBesideHero = 1.6
  /// Of what a panel shows at once: so long groups may be that stand side by side, line after line.
  static let longestInLines = 1.1
  /// Height to width of a hero beside all the rest.
  static let tallestHero = 1.5

  /// One line: 26 with 15 above and below. Two lines: 26 + 22 with 12. All above the 48 a finger needs.
  static let rowHeight = 56.0
  /// More lines have this much above and below at least, and end on the grid.
  static let leastRowSpace = 10.0
  static func onGrid(_ height: Double) -> Double { (height / 8).rounded(.up) * 8 }
  /// A line below a row's words: what had no room beside them.
  static let footHeight = 24.0
  static let footSpace = 6.0
  static let tallRowHeight = 72.0
  /// Two lines of title, one of subtitle, 11 above and below; the picture with 12.
  static let pictureRowHeight = 96.0
  static let thumbnail = 72.0
  /// Between a row's parts.
  static let laneGap = 12.0
  static let mark = 24.0
  /// On the corner of a thumbnail.
  static let cornerMark = 22.0
  static let heroMark = 56.0
  /// Of a hero's words beside its mark: with less, that is a small one above them.
  static let leastHeroWords = 160.0
  /// Above the words on a picture, where it darkens.
  static let shade = 104.0
  static let badgeHeight = 24.0
  static let badgePadding = 10.0
  static let badgeMark = 14.0
  static let badgeGap = 6.0
  static let chevron = Size(width: 8, height: 14)
  /// Of a header that leads back: as high as its title's capitals.
  static let backChevron = Size(width: 12, height: 21)

  static let headerHeight = 64.0
  static let tallHeaderHeight = 76.0
  static let logo = 40.0
  /// Times its height.
  static let widestLogo = 4
  /// Beside a plot, in the smallest type: 14 digits with what groups them.
  static let chartLabel = 140.0
  static let headerMark = 28.0

  /// A hero this wide speaks in larger type.
  static let wideHero = 560.0
  /// A filled panel this wide says its one thing larger still.
  static let widePanel = 480.0
  /// Of what a panel shows at once, a hero with a picture at most: below it shows that something follows.
  static let mostOfViewport = 0.75
  /// Of that, the picture above words that do not stand on it, at least.
  static let leastHeroPicture = 0.35
  /// The same where the words would be left out otherwise.
  static let lastHeroPicture = 0.17
  /// Of a picture, as much as words may cover where it is as low as that.
  static let mostCovered = 0.7
  /// Hero pictures: as cameras take them on a narrow page; flat where it is wide, and on a panel of 800 x 480 no higher than half of it,
  /// so that what follows shows below.
  static func heroRatio(width: Double) -> Double {
    width < wideHero ? 16 / 9 : width / max(min(width * 9 / 21, 256), width / 3)
  }
  static let imageRatio = 16.0 / 9
  /// What a board may ask for; beyond, a picture is a line.
  static let ratios = 0.2...10.0
  /// A hero without a picture, at least; more when its tone fills it: a state is to be seen from across the room.
  static func panelHeight(isFilled: Bool) -> Double { isFilled ? 168 : 128 }
  /// Of a text that has room beside it: how wide at most, and its width to its height.
  static let textPicture = 240.0
  static let textPictureRatio = 4.0 / 3
  static let captionSpace = 8.0

  /// Between a number's value and its bar or line.
  static let plotGap = 8.0
  static let barHeight = 8.0

  /// A switch, and its knob's distance from its edge.
  static let toggle = Size(width: 56, height: 32)
  static let toggleMargin = 3.0
  /// The two places a finger presses beside a value, and what is between them.
  static let stepperSide = 48.0
  static let stepperValue = 104.0
  /// On both sides of a value that is wider, or has no room for as much.
  static let stepperAir = 8.0
  /// A slider's bar and thumb.
  static let track = 8.0
  /// How high one is that stands upright, with its thumb; and how far across a dial is.
  static let fader = 192.0
  static let roundDial = 192.0
  static let thumb = 28.0
  /// What a finger has to hit, with air above the words of a control and below.
  static let controlLane = 48.0
  /// The same where words stand in it in two lines.
  static let tallControlLane = 56.0
  static let controlHead = 12.0
  /// Of the words above what is chosen from, with the air below them.
  static let lineOfChoice = 32.0
  /// Of what was written, below the words of an entry: two lines.
  static let entryLines = 48.0
  static let controlFoot = 12.0
  static let segmentRadius = 12.0
  /// Around what can be pressed and is no louder than its card.
  static let controlLine = 1.5
  /// Keys, which are typed on all day.
  static let keyHeight = 56.0
  static let keyGap = 8.0
  /// Of a key's height, and of the field's, what a line of large type takes at most.
  static let mostOfKey = 0.85
  static let keyRadius = 10.0
  /// A key this wide and high is as large as a finger needs it: 9 mm on most panels.
  static let fingertip = 48.0
  static let keypadWidth = 336.0
  static let keyboardWidth = 960.0
  /// Where a panel is low: what stands above a keyboard, and how wide the field is beside it, at least.
  static let lowHeader = 48.0
  static let leastFieldWidth = 200.0
  /// Whatever stands on a key has room on one so wide.
  static let wideKey = 48.0
  /// The line with the dots of what was typed.
  static let padDots = 48.0
  static let dot = 12.0
  static let sparkHeight = 40.0
  /// Of its width: how high a line grows on a page that is to be filled.
  static let tallestSpark = 0.6
  /// A number this wide has its line beside the value, not below it.
  static let wideNumber = 480.0
  /// A filled number's mark.
  static let figureMark = 36.0

  /// Two lines at both ends: destination and note, minutes and times.
  static let departureHeight = 72.0
  /// A line's badge: as wide as its list needs, so that destinations stand in one column; but they come first.
  static func lineBadge(letters: Int, width: Double) -> Double {
    min(max(20 + 12 * Double(letters), 48), width < wideDeparture ? 80 : 112, max(width * 0.22, 48))
  }
  static let lineBadgeHeight = 36.0
  /// Of a line's name in its badge, on both sides together.
  static let linePadding = 8.0
  /// Of the column of minutes, at least: "17:51 +12" in small type, "23:55" in large; on narrow cards "12 min".
  static func dueLane(width: Double) -> Double { width < wideDeparture ? 72 : 104 }
  static let platformHeight = 32.0
  static let platformLane = 48.0
  /// Narrower, the platform stands in the second line.
  static let wideDeparture = 520.0
  /// With less beside line and minutes, a destination stands below them.
  static let leastDestination = 144.0
  static let destinationGap = 4.0
  /// Minutes and times: their two lines.
  static let dueHeight = 54.0
  static let unitGap = 4.0
  static let platformPadding = 8.0

  /// Of the column of times: "09:30".
  static let timeLane = 64.0
  static let entryBar = 4.0
  /// Between a card's edge and the bar of what it means.
  static let barMargin = 5.0
  static let presentHeight = 24.0
  static let presentLine = 2.0
  static let presentDot = 8.0

  /// Between the columns of a table.
  static let columnGap = 20.0
  static let leastCell = 20.0
  /// The main column of a table keeps this much, if its words take as much: "LH 400" stays in one line.
  static let leastMain = 112.0
  static let tableRowHeight = 48.0
  static let columnHeadHeight = 32.0
  /// A list of departures with fewer has no heads over its columns.
  static let headedRows = 4
  static let smallPicture = 28.0
  static let icon = 28.0
  static let smallIcon = 20.0
  /// Between the two ends of a range, at least: shorter, a bar tells nothing.
  static let leastBar = 56.0
  /// On both sides of the dash between two values.
  static let dashGap = 6.0

  /// The largest dial and the largest arc on a card that has not grown.
  static let dial = 176.0
  static let arc = 200.0
  /// Of the digits of a clock that has not grown, and as large as they get.
  static let clockSize = 61.0
  static let largestClock = 400.0

  /// A day of a forecast beside others, and one in a line of its own.
  static let forecastDay = 68.0
  static let forecastLine = 44.0
  static let forecastIcon = 40.0
  static let forecastBars = 56.0

  /// The cells of a calendar's sheet.
  static let weekHeight = 44.0
  static let widestSheetCell = 104.0

  /// Below a chart with times.
  static let tickHeight = 22.0
  /// Of what is left of a word below a bar, at least.
  static let leastTick = 64.0
  /// One of several plots.
  static let partHeight = 72.0

  /// Of a chart's plot.
  static func plotHeight(width: Double) -> Double { width < wideHero ? 136 : 200 }
  static let legendHeight = 32.0
  static let plotLine = 2.5
  static let plotDot = 8.0
  /// Of a value between two gaps.
  static let loneDot = 6.0

  /// Above the 48 a finger needs.
  static let buttonHeight = 56.0
  static let tallButtonHeight = 72.0
  /// A button as wide as a wide page would be a bar.
  static let widestButton = 400.0

  /// A question is read at a glance: no wider than a hand's breadth of type.
  static let widestSheet = 480.0
  static let sheetRadius = 16.0

  /// The side of a code with its quiet zone; more where it holds so much that its modules would be too small for a telephone.
  static let code = 184.0
  static let codeLane = 200.0
  static let smallestModule = 2.5
  /// Words stand beside a code where there is room for both.
  static let wideCode = 400.0

  /// Wide enough for large reading type.
  static let wideText = 600.0
  /// About 70 characters: longer lines lose the eye on its way back. In ems.
  static let measure = 36.0

  /// A tile is at most this high, in pixels: what is taller becomes several. On a turned panel it is how wide a tile is, and the part of
  /// one that is outside the panel is read ahead in vain: with 384 a scroll frame takes 1.02 times as long, with 512 1.04, and with 256
  /// tiles meet so often that a tinted page takes 1.05 (AMD EPYC).
  static let tileHeight = 320
}

/// A step of the type scale: a major third (5:4) from 16 dp. Line heights are even, so that a line's middle is a pixel's edge.
struct TypeStyle: Sendable, Hashable {
  enum Weight: Sendable, Hashable { case regular, medium, semibold, bold }

  /// Set in the heading font.
  var isHeading: Bool { size >= 25 || weight == .bold }

  /// Of the em, in dp.
  var size: Double
  /// From one baseline to the next, in dp.
  var leading: Double
  var weight = Weight.regular
  /// Added between letters, in ems: large type is set closer.
  var tracking = 0.0

  /// 16 / 5:4.
  static let caption = TypeStyle(size: 13, leading: 18, weight: .semibold)
  static let secondary = TypeStyle(size: 16, leading: 22)
  static let body = TypeStyle(size: 16, leading: 24)
  /// 16 x 5:4.
  static let label = TypeStyle(size: 20, leading: 26, weight: .semibold)
  static let value = TypeStyle(size: 20, leading: 26, weight: .medium)
  static let section = TypeStyle(size: 20, leading: 28, weight: .bold)
  static let reading = TypeStyle(size: 20, leading: 30)
  /// 16 x (5:4)^2.
  static let title = TypeStyle(size: 25, leading: 32, weight: .bold)
  static let clock = TypeStyle(size: 25, leading: 32, weight: .medium)
  /// 16 x (5:4)^3.
  static let headline = TypeStyle(size: 31, leading: 38, weight: .bold, tracking: -0.015)
  static let delay = TypeStyle(size: 16, leading: 22, weight: .semibold)
  static let due = TypeStyle(size: 25, leading: 32, weight: .semibold, tracking: -0.01)
  /// Below a panel's headline.
  static let lead = TypeStyle(size: 25, leading: 34)
  /// What has to be said in full and has no room: no smaller than this.
  static let fine = TypeStyle(size: 11, leading: 14, weight: .semibold)
  /// 16 / 5:4, beside plots.
  static let axis = TypeStyle(size: 13, leading: 18)
  /// 16 x (5:4)^5.
  static let display = TypeStyle(size: 49, leading: 58, weight: .bold, tracking: -0.02)
  /// 16 x (5:4)^6.
  static let figure = TypeStyle(size: 61, leading: 70, weight: .bold, tracking: -0.025)
  /// 16 x (5:4)^4.
  static let large = TypeStyle(size: 39, leading: 48, weight: .bold, tracking: -0.02)
}
