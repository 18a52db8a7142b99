import Numbers
public import Scene

/// The letters of a word lean over in colour one after the other; then the whole word swells.
///
/// Motion and colours after the AppCoda tutorial (its constants from public copies of its code): each letter turns to 45° in
/// 0.1 s with a colour and back in 0.05 s without, strictly one after the other, and then all grow to one and a half in 0.35 s
/// and shrink back in 0.25 s, all linear; with seven letters a cycle takes 1.65 s. The colour switches at the beginning of a
/// step and is not blended, as in the reference, which could not animate a label's colour. The place in the list of colours
/// lives on from cycle to cycle and begins anew with each refresh.
///
/// The motion starts when the list has come to rest and ends at the end of a cycle. The author insists that hiding is never
/// delayed to show the animation off: the header closes when its outcome has been shown, and the cycle runs on in it while it
/// closes.
///
/// Any script: a letter is what its readers count as one (a grapheme cluster, so that 👩‍🚀 is one), in the form and the place it
/// has in the word, and it leans over to where reading goes. A script that joins its letters, such as Arabic or Devanagari, is set
/// as a whole and stays whole: its letters take their colours in turn and do not leave the line, so that no stroke is torn; lam and
/// alef, which are one drawing, are one. The swelling is the word's and not each letter's for the same reason: joins stay closed,
/// and no letter covers another.
public struct LettersStyle: RefreshStyle {
  /// Unless told otherwise 60 dp or two and a half times the type's size are held open; the trigger is that, at least
  /// 100 dp.
  public let metrics: RefreshMetrics
  /// The letters, the same at their largest, then each in the colours it takes, then the mark's.
  public let sprites: [SpriteRequest]
  /// One group a letter: plain, at its largest, and in its colours.
  public let switches: [[Int]]
  /// In the order they are read.
  public let letters: [String]
  /// Colours of the steps, in turn.
  public let colors: [Color]
  /// Seconds of one letter's turn, two thirds of them forwards.
  public let step: Double
  private let isRightToLeft: Bool
  private let isJoined: Bool
  private let mark: OutcomeMark
  /// Place of a letter in a colour among the sprites. The letters without colour come first, then the same at their largest, so
  /// that the swelling does not blur them. 0 where there is none.
  private let colored: [Int]

  /// Magenta, brown, yellow, red, green, blue, orange, as the tutorial names them, in tones that are seen on light and on dark.
  public static let colors = [
    Color(rgb: 0xD6409F), Color(rgb: 0xA1683A), Color(rgb: 0xE2A610), Color(rgb: 0xE5484D), Color(rgb: 0x30A46C),
    Color(rgb: 0x3E82F7), Color(rgb: 0xF76B15),
  ]

  /// Degrees a letter leans over, its share of a step to get there, and the swelling of the whole.
  static let lean = 45.0
  static let forward = 2.0 / 3
  static let swollen = 1.5
  static let swelling = 0.35
  static let shrinking = 0.25

  /// - Parameters:
  ///   - word: at least one letter; letters after the twenty-fourth are left out.
  ///   - size: of the type, dp.
  ///   - font: a family; nil is the theme's.
  public init(
    word: String = "Refresh", size: Double = 24, font: String? = nil, colors: [Color] = LettersStyle.colors,
    step: Double = 0.15, metrics: RefreshMetrics? = nil, words: OutcomeWords = OutcomeWords()
  ) {
    let letters = Array(LettersStyle.pieces(of: word).prefix(24))
    precondition(!letters.isEmpty && !colors.isEmpty && size > 0 && step > 0, "letters have a word, a size and colours")
    let room = max(60, 2.5 * size)
    self.metrics = metrics ?? RefreshMetrics(trigger: max(100, room), hold: room)
    self.letters = letters
    self.colors = colors
    self.step = step
    isRightToLeft = word.isReadFromRight
    isJoined = LettersStyle.isJoined(word)
    let lettering = Lettering(letters: letters, size: size, font: font)
    let swollen = Lettering(letters: letters, size: LettersStyle.swollen * size, font: font)
    var sprites = [lettering, swollen].flatMap { word in
      letters.indices.map { SpriteRequest(.letter($0, of: word)) }
    }
    // A letter meets a colour again when both counts have gone round: only these pairs are drawn.
    var colored = [Int](repeating: 0, count: letters.count * colors.count)
    var index = 0
    while colored[index % letters.count * colors.count + index % colors.count] == 0 {
      let (letter, color) = (index % letters.count, index % colors.count)
      if letters[letter] != " " {
        colored[letter * colors.count + color] = sprites.count
        sprites.append(SpriteRequest(.letter(letter, of: lettering), ink: .fixed(colors[color])))
      }
      index += 1
      if index == letters.count * colors.count { break }
    }
    self.colored = colored
    switches = letters.indices.map { letter in
      [letter, letters.count + letter] + colored[letter * colors.count..<(letter + 1) * colors.count].filter { $0 > 0 }
    }
    mark = OutcomeMark(words: words, firstSprite: sprites.count)
    self.sprites = sprites + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    let pose = pose(state)
    guard !canvas.area.isEmpty, pose.opacity > 0, let small = box(on: canvas, from: 0) else { return }
    let room = state.room * canvas.scale
    // At its largest the word fits into the header and the panel.
    let fit = min(
      1, 0.96 * Double(canvas.area.width) / (LettersStyle.swollen * Double(small.width)),
      1.2 * room / (LettersStyle.swollen * Double(small.height)))
    // While it swells it is drawn from the larger letters.
    let isLarge = pose.scale > 1
    let first = isLarge ? letters.count : 0
    guard let word = isLarge ? box(on: canvas, from: first) : small else { return }
    let scale = fit * pose.scale * (isLarge ? Double(small.width) / Double(word.width) : 1)
    let middle = Double(canvas.area.y0) + room / 2
    var center = Double(canvas.area.x0 + canvas.area.x1) / 2
    if let outcome = state.outcome {
      center = mark.drawBeside(
        outcome, width: scale * Double(word.width), fullWidth: fit * LettersStyle.swollen * Double(small.width),
        gap: 12 * canvas.scale, middle: middle,
        shown: smoothstep(pose.mark), opacity: pose.markOpacity, on: canvas, into: &scene)
    }
    center += pose.shake * canvas.scale
    // At rest the letters lie on whole pixels.
    let left = center - scale * Double(word.width) / 2
    let top = middle - scale * Double(word.height) / 2
    let origin = scale == 1 ? Point(x: left.rounded(), y: top.rounded()) : Point(x: left, y: top)
    for index in letters.indices {
      guard let place = canvas.sprites.place(first + index) else { continue }
      let leaning = pose.leaning == index
      let sprite = leaning && pose.color >= 0 ? colored[index * colors.count + pose.color] : first + index
      guard let letter = canvas.sprites[sprite] else { continue }
      let x = Double(place.x0 + place.x1) / 2 - Double(word.x0)
      let y = Double(place.y0 + place.y1) / 2 - Double(word.y0)
      scene.add(
        .sprite(
          letter, center: Point(x: origin.x + scale * x, y: origin.y + scale * y), degrees: leaning ? pose.degrees : 0,
          scale: scale, opacity: pose.opacity, clip: canvas.area))
    }
  }

  /// Around all letters there are, pixels of the whole word.
  ///
  /// - Parameter first: place of its first letter among the sprites.
  private func box(on canvas: RefreshCanvas, from first: Int) -> PixelRect? {
    var box: PixelRect?
    for index in letters.indices {
      guard let place = canvas.sprites.place(first + index) else { continue }
      box =
        box.map {
          PixelRect(
            x0: min($0.x0, place.x0), y0: min($0.y0, place.y0), x1: max($0.x1, place.x1), y1: max($0.y1, place.y1))
        } ?? place
    }
    return box.flatMap { $0.isEmpty ? nil : $0 }
  }
}

// MARK: Settings

extension LettersStyle {
  static let entry = RefreshStyles.Entry(
    "letters", "The letters of a word lean over in colour one after the other.",
    [
      RefreshParameter("word", .text(1...24), "The word, in any script; by itself in the board's language.")
        .saying(.refresh),
      RefreshParameter("colors", .colors(1...24), "Colours of the letters, one after another."),
      RefreshParameter("font", .text(1...80), "A font family; the theme's when left out."),
      RefreshParameter("height", .length(8...120), standard: "24", "Size of the type."),
      RefreshParameter("turn", .time(0.05...2), standard: "0.15", "How long each letter's turn takes."),
    ]
  ) { settings in
    LettersStyle(
      word: settings.text("word") ?? "Refresh", size: settings.number("height") ?? 24, font: settings.text("font"),
      colors: settings.colors("colors") ?? LettersStyle.colors, step: settings.number("turn") ?? 0.15,
      words: settings.words)
  }
}

// MARK: Pose

extension LettersStyle {
  /// What the letters do at one moment.
  struct Pose: Equatable {
    /// The letter whose turn it is, and how far it leans over, clockwise; -1 for none.
    var leaning = -1
    var degrees = 0.0
    /// Its place in the list of colours; -1 on the way back.
    var color = -1
    /// Of the whole word.
    var scale = 1.0
    var opacity = 1.0
    /// Sideways, dp.
    var shake = 0.0
    var mark = 0.0
    var markOpacity = 0.0
  }

  /// Seconds from the first letter's turn to the next.
  var cycle: Double { Double(letters.count) * step + LettersStyle.swelling + LettersStyle.shrinking }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      pose.opacity = revealed(state.ratio)
    case .refreshing:
      // Wherever the pull was when the refresh began, the word is there within a quarter of a second.
      pose.opacity = Curve.mix(revealed(state.startRatio), 1, smoothstep(state.timeRefreshing / 0.25))
      move(&pose, at: state.timeSettled)
    case .finishing:
      finish(&pose, state, after: state.timeInPhase)
      // Beside words of trouble nothing waves on.
      let share = state.outcome?.isTrouble == true ? 1 - smoothstep(state.timeInPhase / 0.3) : 1
      runOut(&pose, state, since: state.timeInPhase, share: share)
    case .exiting:
      finish(&pose, state, after: .infinity)
      let open = state.openness
      pose.opacity = Curve.mix(
        revealed(RefreshRules.resetShare), pose.opacity, Curve.ramp(open, from: RefreshRules.resetShare, to: 1))
      if open < RefreshRules.resetShare { pose.opacity = revealed(open) }
      pose.mark = Curve.ramp(open, from: RefreshRules.resetShare, to: 1)
      pose.markOpacity = Curve.ramp(open, from: 0.7, to: 1)
      guard state.outcome?.isTrouble != true else { break }
      // It has come to rest where the header is closed.
      let share = smoothstep(Curve.ramp(open, from: RefreshRules.resetShare, to: 1))
      runOut(&pose, state, since: state.timeInPhase + finishingTime(state), share: share)
    }
    return pose
  }

  /// The pull is felt: the word becomes clear as it nears the trigger.
  private func revealed(_ ratio: Double) -> Double { 0.25 + 0.75 * smoothstep(ratio) }

  /// The cycle that ran when the answer came runs to its end, and no other begins.
  ///
  /// - Parameters:
  ///   - answered: seconds since the answer.
  ///   - share: of the motion that is left.
  private func runOut(_ pose: inout Pose, _ state: RefreshState, since answered: Double, share: Double) {
    let ran = state.timeSettled - answered
    guard ran > 0 else { return }
    let end = (ran / cycle - 1e-9).rounded(.up) * cycle
    guard state.timeSettled < end, share > 0 else { return }
    move(&pose, at: state.timeSettled)
    pose.degrees *= share
    pose.scale = 1 + (pose.scale - 1) * share
  }

  /// - Parameter time: since the first letter's first turn.
  private func move(_ pose: inout Pose, at time: Double) {
    guard time > 0 else { return }
    let cycles = (time / cycle).rounded(.down)
    let time = time - cycles * cycle
    let turn = (time / step).rounded(.down)
    if turn < Double(letters.count) {
      pose.leaning = Int(clamping: turn)
      let share = time / step - turn
      let isForward = share < LettersStyle.forward
      let lean =
        isJoined ? 0 : isForward ? share / LettersStyle.forward : (1 - share) / (1 - LettersStyle.forward)
      pose.degrees = (isRightToLeft ? -1 : 1) * LettersStyle.lean * lean
      let begun = cycles.truncatingRemainder(dividingBy: Double(colors.count)) * Double(letters.count) + turn
      pose.color = isForward ? Int(clamping: begun.truncatingRemainder(dividingBy: Double(colors.count))) : -1
      return
    }
    let after = time - Double(letters.count) * step
    let grown =
      after < LettersStyle.swelling
      ? after / LettersStyle.swelling : 1 - (after - LettersStyle.swelling) / LettersStyle.shrinking
    pose.scale = 1 + (LettersStyle.swollen - 1) * min(max(grown, 0), 1)
  }

  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    let appeared = smoothstep(time / 0.25)
    let before = Curve.mix(revealed(state.startRatio), 1, smoothstep(state.timeRefreshing / 0.25))
    var after = 1.0
    pose.mark = Curve.ramp(time, from: 0, to: 0.25)
    pose.markOpacity = Curve.ramp(appeared, from: 0.3, to: 1)
    switch state.outcome ?? .success {
    case .success: break
    case .noChange: after = 0.6
    case .failure, .timeout:
      if time.isFinite { pose.shake = Curve.swing(time: time, velocity: 160, frequency: 3.5, decay: 5) }
    case .offline: after = 0.4
    }
    pose.opacity = Curve.mix(before, after, appeared)
  }
}

// MARK: Letters

extension LettersStyle {
  /// What moves as one: grapheme clusters, but lam and a following alef together, which no Arabic font draws as two.
  static func pieces(of word: String) -> [String] {
    var pieces: [String] = []
    for character in word {
      if let last = pieces.last, isLam(last), isAlef(character) {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
    }
    return pieces
  }

  /// With or without vowel signs. Source: Unicode, Arabic Joining Groups LAM and ALEF.
  private static func isLam(_ piece: String) -> Bool {
    guard piece.count == 1, let scalar = piece.unicodeScalars.first else { return false }
    return (0x06B5...0x06B8).contains(scalar.value) || scalar.value == 0x0644 || scalar.value == 0x076A
  }

  private static func isAlef(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x0622, 0x0623, 0x0625, 0x0627, 0x0671...0x0673, 0x0675, 0x0773, 0x0774: true
    default: false
    }
  }

  /// Whether a stroke goes on from letter to letter: Arabic and its like, and Devanagari, Bengali and Gurmukhi, whose letters hang on a
  /// line. By the first letter. Source: Unicode 15, Blocks.txt.
  static func isJoined(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first(where: { $0.properties.isAlphabetic }) else { return false }
    switch first.value {
    case 0x0600...0x077F, 0x07C0...0x07FF, 0x0840...0x0A7F, 0x1800...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFF:
      return true
    default: return false
    }
  }
}

extension String {
  /// By the first letter that has a direction. Source: Unicode 15, DerivedBidiClass.txt, default values R and AL.
  package var isReadFromRight: Bool {
    guard let first = unicodeScalars.first(where: { $0.properties.isAlphabetic }) else { return false }
    switch first.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: return true
    default: return false
    }
  }
}
