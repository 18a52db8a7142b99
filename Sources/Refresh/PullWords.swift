/// What controls say of themselves before there is an outcome, in a language.
public struct PullWords: Sendable, Hashable {
  /// What they do, in a word.
  public var refresh: String
  /// While letting go would not refresh.
  public var pull: String
  /// While letting go would.
  public var release: String
  /// While the task runs.
  public var refreshing: String

  /// For the parameters see the properties.
  public init(
    refresh: String = "Refresh", pull: String = "Pull to refresh", release: String = "Release to refresh",
    refreshing: String = "Refreshing"
  ) {
    self.refresh = refresh
    self.pull = pull
    self.release = release
    self.refreshing = refreshing
  }
}

extension PullWords {
  /// One of them.
  enum Word: Sendable, Hashable { case refresh, pull, release, refreshing }

  subscript(word: Word) -> String {
    switch word {
    case .refresh: refresh
    case .pull: pull
    case .release: release
    case .refreshing: refreshing
    }
  }
}

extension RefreshParameter {
  /// The same, by itself in the board's language.
  func saying(_ word: PullWords.Word) -> RefreshParameter {
    var parameter = self
    parameter.standard = PullWords()[word]
    parameter.word = word
    return parameter
  }
}

extension RefreshStyles {
  /// Settings of a style with a language's words where none are given. English ones are what leaving them out means.
  ///
  /// - Parameter parameters: each of the kind the style asks for.
  package func settings(
    of name: String, _ parameters: RefreshParameters, in words: PullWords
  ) -> RefreshParameters {
    var parameters = parameters
    for parameter in self[name]?.parameters ?? [] {
      guard let word = parameter.word, parameters.values[parameter.name] == nil,
        words[word] != parameter.standard
      else { continue }
      parameters.values[parameter.name] = .text(words[word])
    }
    return parameters
  }
}
