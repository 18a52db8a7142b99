import Dispatch
import Glibc
import Linux
package import Vitrine

/// Opens places of files in an editor whoever started the studio has named; a page only says which place.
package struct Editor: Sendable {
  private let words: [String]

  /// - Parameter command: a program and its words, parted by spaces; `{file}`, `{line}` and `{column}` stand for the place. Without them
  ///   `+LINE FILE` is added, as most editors take it.
  /// - Throws: when there is no word in it.
  package init(_ command: String) throws(UserError) {
    words = command.split(separator: " ").map { String($0) }
    guard !words.isEmpty else {
      throw UserError(.input, "--editor: no program is named; write one, as in --editor \"code -g {file}:{line}\"")
    }
  }

  /// Programs that need a terminal, which a studio has none of.
  private static let ofTerminals: Set<String> = [
    "vi", "vim", "vim.basic", "vim.tiny", "nvim", "nano", "pico", "ed", "ne", "joe", "jed", "jove", "mg", "micro", "hx",
    "helix",
    "kak", "mcedit", "less", "editor", "sensible-editor", "emacs", "emacsclient",
  ]

  /// What `$VISUAL` names, or else `$EDITOR`; nil where that is nothing with a window of its own.
  package static var usual: Editor? { named(by: [Environment.value("VISUAL"), Environment.value("EDITOR")]) }

  static func named(by commands: [String?]) -> Editor? {
    for command in commands.compactMap(\.self) {
      guard let first = command.split(separator: " ").first, let name = first.split(separator: "/").last,
        !ofTerminals.contains(String(name))
      else { continue }
      return placing(String(name), command)
    }
    return nil
  }

  /// A command as it takes a place, where that is not as most do it.
  private static func placing(_ name: String, _ command: String) -> Editor? {
    let words =
      switch name {
      case "code", "codium", "code-insiders", "cursor": "\(command) -g {file}:{line}:{column}"
      case "subl", "zed": "\(command) {file}:{line}:{column}"
      default: command
      }
    return try? Editor(words)
  }

  /// The words to start for a place: each stays one, whatever the path has in it.
  func words(path: String, line: Int, column: Int) -> [String] {
    let isPlaced = words.contains { $0.contains("{file}") }
    let filled = words.map {
      $0.replacing("{file}", with: path).replacing("{line}", with: String(line))
        .replacing("{column}", with: String(column))
    }
    return isPlaced ? filled : filled + ["+\(line)", path]
  }

  /// Starts the program and waits for nothing; no shell is asked.
  ///
  /// - Returns: what kept it from starting, in words; nil when it has started.
  func open(_ path: String, line: Int, column: Int) -> String? {
    let words = words(path: path, line: line, column: column)
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    // What it prints is not the studio's, and what ends the studio from its terminal does not end it.
    for number in 0...2 as ClosedRange<Int32> {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: POSIX_SPAWN_SETPGROUP))
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var process: pid_t = 0
    let failure = unsafe posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
    guard failure == 0 else { return "\(words[0]) did not start: \(SystemError(number: failure).text)" }
    DispatchQueue(label: "vitrine.studio.editor", qos: .utility).async { [process] in
      _ = waitpid(process, nil, 0)
    }
    return nil
  }
}
