import Glibc

/// Lines for people and records for programs: text, or with `--json` the records only.
struct Output {
  let isJSON: Bool
  private var records: [String] = []

  init(isJSON: Bool) { self.isJSON = isJSON }

  func say(_ line: String) { if !isJSON { print(line) } }

  /// - Parameter record: a JSON object.
  mutating func add(_ record: String) { records.append(record) }

  func finish() { if isJSON { print("[\n  " + records.joined(separator: ",\n  ") + "\n]") } }
}

func fixed(_ value: Double, _ digits: Int = 2) -> String {
  var power = 1.0
  for _ in 0..<digits { power *= 10 }
  let scaled = Int((value * power).rounded())
  var fraction = String(scaled % Int(power))
  while fraction.count < digits { fraction = "0" + fraction }
  return digits == 0 ? String(scaled) : "\(scaled / Int(power)).\(fraction)"
}

func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.count, 0)) }
