/// Which of the words below a plot stay where not all have room.
struct TickChoice {
  private let isMain: [Bool]
  private let mains: [Int]

  /// - Parameter isMain: of each, from the first to the last, whether it goes last.
  init(_ isMain: [Bool]) {
    self.isMain = isMain
    mains = isMain.indices.filter { isMain[$0] }
  }

  /// The most that fit, as far from each other; those with which a day or a year begins stay longest, and others are counted from them,
  /// unless one alone were left.
  ///
  /// - Parameter fits: whether some, in order, have room beside each other.
  func kept(where fits: ([Int]) -> Bool) -> [Int] {
    let steps = 1...max(isMain.count, 1)
    func most(of places: [Int]) -> [Int] { steps.lazy.map { every($0, of: places) }.first(where: fits) ?? [] }
    if mains.isEmpty { return most(of: Array(isMain.indices)) }
    let kept = steps.lazy.map(aroundMains).first(where: fits) ?? most(of: mains)
    if kept.count > 1 { return kept }
    let any = most(of: Array(isMain.indices))
    return any.count > kept.count ? any : kept
  }

  private func every(_ step: Int, of places: [Int]) -> [Int] {
    stride(from: 0, to: places.count, by: step).map { places[$0] }
  }

  /// Before the first one backwards, and from each on, as far as the next one keeps its distance.
  private func aroundMains(_ step: Int) -> [Int] {
    guard let first = mains.first else { return [] }
    var kept: [Int] = stride(from: first - step, through: 0, by: -step).reversed()
    for (start, end) in zip(mains, mains.dropFirst() + [isMain.count + step - 1]) {
      kept.append(start)
      kept += stride(from: start + step, through: end - step, by: step)
    }
    return kept
  }
}
