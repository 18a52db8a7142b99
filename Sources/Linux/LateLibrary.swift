import CLate
import Synchronization

/// Libraries that are loaded when they are first needed: with what they stand on they are half of what the loader would map at each start.
///
/// A process that is going to lose files loads what it needs before, and goes without the others.
public enum LateLibrary: UInt32, Sendable, CaseIterable {
  /// libcurl, for what is fetched over HTTP.
  case curl
  /// libical, for calendars.
  case calendar
  /// libxml2, for feeds and drawings.
  case xml
  /// rlottie, for Lottie files.
  case animation
  /// libinput, for touch screens and other devices of a real panel.
  case input
  /// libseat, for a panel that a seat manager lends.
  case seat
  /// libespeak-ng, for who listens to a panel.
  case speech
  /// ALSA's library, for what is to be heard.
  case sound
  /// libsodium, for bundles that are signed.
  case signing

  private struct State {
    var loaded: Set<LateLibrary> = []
    var failures: [LateLibrary: String] = [:]
    var isForgone = false
    var missed: Set<LateLibrary> = []
  }

  private static let state = Mutex(State())

  /// Loads it, if that has not been done. Takes a millisecond or more the first time, any thread's.
  ///
  /// - Returns: whether its functions may be called.
  public func load() -> Bool {
    Self.state.withLock { state in
      if state.loaded.contains(self) { return true }
      guard !state.isForgone else {
        // What could not be loaded before cannot be asked for once more.
        if state.failures[self] == nil { state.missed.insert(self) }
        return false
      }
      guard let words = unsafe vitrine_late_load(vitrine_late_library(rawValue)) else {
        state.loaded.insert(self)
        state.failures[self] = nil
        return true
      }
      state.failures[self] = unsafe String(cString: words)
      return false
    }
  }

  /// Why it could not be loaded, for people; what the loader says begins with the file's name.
  public var failure: String {
    let file = unsafe String(cString: vitrine_late_file(vitrine_late_library(rawValue)))
    let words = Self.state.withLock { $0.failures[self] } ?? file
    switch self {
    case .speech: return "\(words); the package libespeak-ng1 has it"
    case .sound: return "\(words); the package libasound2 has it"
    case .signing: return "\(words); the package libsodium23 has it"
    default: return "\(words); Vitrine's package depends on it: install that anew"
    }
  }

  /// From now on none is loaded any more: which were needed is noted.
  public static func forgoOthers() { state.withLock { $0.isForgone = true } }

  /// Those that were needed and not there since this was asked last, in their order.
  public static func takeMissed() -> [LateLibrary] {
    state.withLock { state in
      defer { state.missed = [] }
      return state.missed.sorted { $0.rawValue < $1.rawValue }
    }
  }

  /// What it is called where readers are told what to load.
  public var name: String { "library \(self)" }

  /// The one that is called so.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
