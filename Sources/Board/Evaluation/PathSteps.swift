/// Parts of an address's path that lead back: a server takes `/rooms/../keys` for `/keys`.
enum PathSteps {
  /// Whether what values have brought to an address leads elsewhere than where they stand.
  static func lead(_ text: String, from template: Template) -> Bool {
    guard !template.expressions.isEmpty else { return false }
    let written = template.parts.map { part in
      switch part {
      case .text(let text): text
      case .secret(let secret): secret.reveal()
      case .value, .placeholder: "x"
      }
    }
    return count(text) > count(written.joined())
  }

  private static func count(_ address: String) -> Int {
    address.prefix { $0 != "?" && $0 != "#" }.split { $0 == "/" || $0 == "\\" }
      .count { part in [".", ".."].contains(part.lowercased().replacing("%2e", with: ".")) }
  }
}
