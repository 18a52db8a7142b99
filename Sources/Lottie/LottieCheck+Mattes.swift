import Board

/// Layers that show through another one. The library takes the layer above for that one, whatever the file says, draws a matte without
/// its own matte, and reads a luma matte's colours without how opaque they are: only what comes out right in spite of that is let through.
///
/// Format: Lottie Animation Format 1.0, "Mattes": `tt` 1 to 4 for alpha, inverted alpha, luma, inverted luma; `tp`; `td`.
extension LottieCheck {
  /// - Parameter above: the layer listed before; nil for the first of a composition.
  mutating func matte(of record: Record, _ above: Record?) {
    guard let kind = record.number("tt"), kind != 0 else { return }
    func here(_ what: String) -> String { "\(what): layer \"\(short(layer))\"" }
    guard (1...4).contains(kind) else { return refuse(here("uses an unknown matte")) }
    if record.number("td") ?? 0 != 0 { refuse(here("is a matte that has one itself; put both into a composition")) }
    guard let above else { return refuse(here("has no layer above it to be its matte")) }
    if let parent = record.number("tp"), parent != above.number("ind") {
      refuse(here("has its matte elsewhere; put that layer directly above"))
    }
    if kind >= 3, !isOpaque(above) {
      refuse(here("uses a luma matte that is not opaque; use an alpha matte"))
    }
  }

  /// A layer of shapes or of one colour that hides what is below wherever it is drawn.
  private func isOpaque(_ layer: Record) -> Bool {
    guard layer.number("ty") == 4 || layer.number("ty") == 1, layer["masksProperties"] == nil,
      layer.number("tt") ?? 0 == 0
    else { return false }
    return hasOpaqueColors(.record(layer))
  }

  private func hasOpaqueColors(_ value: Value) -> Bool {
    switch value {
    case .list(let items): return items.allSatisfy { hasOpaqueColors($0) }
    case .record(let record):
      // Gradients have their opacities among their colours.
      if ["gf", "gs"].contains(record.text("ty")) { return false }
      let isPaint = ["fl", "st", "tr", nil].contains(record.text("ty"))
      return record.names.allSatisfy { name in
        guard let inner = record[name] else { return true }
        if name == "o", isPaint, isProperty(inner) { return numbers(inner).allSatisfy { $0 >= 100 } }
        return hasOpaqueColors(inner)
      }
    default: return true
    }
  }

  /// An opacity, and not the tangents of a path or of a key, which have its letter.
  private func isProperty(_ value: Value) -> Bool {
    if case .record(let record) = value { record["k"] != nil } else { false }
  }
}
