import Glibc

/// Lines for people on standard output, and records for programs in a file.
struct Output {
  private let path: String?
  private var records: [String] = []

  /// - Parameter path: of the JSON file to write; nil for none.
  init(path: String?) { self.path = path }

  func say(_ line: String) { print(line) }

  /// - Parameter record: a JSON object.
  mutating func add(_ record: String) { records.append(record) }

  func finish() {
    guard let path else { return }
    guard let file = unsafe fopen(path, "w") else { fail("fopen \(path): \(unsafe String(cString: strerror(errno)))") }
    let text = "[\n  " + records.joined(separator: ",\n  ") + "\n]\n"
    guard unsafe fputs(text, file) >= 0, unsafe fclose(file) == 0 else {
      fail("writing \(path): \(unsafe String(cString: strerror(errno)))")
    }
  }

  private func fail(_ message: String) -> Never {
    print(message)
    exit(2)
  }
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
