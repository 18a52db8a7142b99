import Glibc
import Linux
import Numbers

/// What lets somebody in from elsewhere: from the environment, the service manager's credentials, or a file that nobody else may read. It never
/// stands on a command line, which everybody on the machine may read.
package struct PanelSecret: Sendable {
  /// What it is for, as people are told: `--http`.
  package var option: String
  /// What it is called: `token`.
  package var noun: String
  /// In the environment, and as a credential.
  package var name: String
  /// Characters it has at least.
  package var shortest: Int
  /// What makes one.
  package var maker: String

  /// For the parameters see the properties.
  package init(option: String, noun: String, name: String, shortest: Int, maker: String = "openssl rand -hex 16") {
    (self.option, self.noun, self.name, self.shortest, self.maker) = (option, noun, name, shortest, maker)
  }

  /// Reads it.
  ///
  /// - Parameter file: nil looks up its name.
  /// - Returns: nil when nobody has said where it is.
  /// - Throws: when it cannot be read, others may read it as well, or it is none.
  package func read(file: String?) throws(UserError) -> String? {
    let place = file ?? name
    guard let text = try file.map(line) ?? BoardSource.setting(name) else { return nil }
    guard text.utf8.count >= shortest else {
      throw UserError(
        .input,
        "\(option): the \(noun) in \(place) has fewer than \(shortest) characters; `\(maker)` makes one"
      )
    }
    // What a head of HTTP can hold, and a keyboard.
    guard text.utf8.count <= 256, text.utf8.allSatisfy({ (33...126).contains($0) }) else {
      throw UserError(
        .input, "\(option): the \(noun) in \(place) may have letters, digits and signs of ASCII alone, and no spaces")
    }
    return text
  }

  private func line(_ path: String) throws(UserError) -> String {
    let bytes: [UInt8]
    let isOpen: Bool
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      let info = try file.status()
      guard info.st_mode & S_IFMT == S_IFREG else { throw SystemError(number: EINVAL) }
      isOpen = info.st_mode & 0o077 != 0
      bytes = isOpen ? [] : try file.readAll(limit: 4096, expecting: Int(info.st_size)) ?? []
    } catch {
      throw UserError(.input, "\(option): the \(noun) in \(path): \(error.text)")
    }
    if isOpen {
      throw UserError(
        .input, "\(option): others may read the \(noun) in \(path); chmod 600 \(path), and choose another \(noun)")
    }
    var text = String(decoding: bytes, as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
