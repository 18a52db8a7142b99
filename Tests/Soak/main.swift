import Glibc
import Panel
import Scene
import Vitrine

// Days of a kiosk in virtual time: `Soak [--days N] [--seed N] [--size WxH] [BOARD]`. Prints what it holds as each day ends; fails when
// the last day holds more than the second.

Memory.configure()
WorldReader.begin { say("reader: \($0)") }
_ = signal(SIGPIPE, SIG_IGN)

func fail(_ sentence: String) -> Never {
  say(sentence)
  exit(1)
}

var soak = Soak(board: nil, days: 30, size: PixelSize(width: 800, height: 480), seed: 2026)
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--days":
    guard let days = words.popFirst().flatMap({ Int($0) }), days > 0 else { fail("--days takes a number") }
    soak.days = days
  case "--seed":
    guard let seed = words.popFirst().flatMap({ UInt64($0) }) else { fail("--seed takes a number") }
    soak.seed = seed
  case "--size":
    let sides = words.popFirst()?.split(separator: "x").compactMap { Int($0) } ?? []
    guard sides.count == 2, sides.allSatisfy({ 1...4096 ~= $0 }) else { fail("--size takes 800x480") }
    soak.size = PixelSize(width: sides[0], height: sides[1])
  default: soak.board = word
  }
}
let complaints = try soak.run()
for complaint in complaints { say(complaint) }
say(complaints.isEmpty ? "\(soak.days) days: nothing grew" : "\(complaints.count) complaints")
exit(complaints.isEmpty ? 0 : 1)
