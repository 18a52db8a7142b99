import Glibc
import Scratch
import Service
import Synchronization
import Testing

@testable import Content
@testable import Vitrine

/// What wrong codes have come to, from one run to the next.
@Suite struct BrakeFileTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private let scratch = TemporaryDirectory()
  private let lines = Lines()

  private func file(_ boot: String = "a", in directory: String? = nil) -> BrakeFile {
    BrakeFile(directory: directory ?? scratch.path, boot: boot) { [lines] line in lines.all.withLock { $0.append(line) }
    }
  }

  private let brakes = KeypadBrakes([.init(page: 0, place: 2, group: nil, wrong: 5, wait: 20, tried: nil)])

  @Test func whatIsKeptIsFound() {
    #expect(file().read(at: 5) == KeypadBrakes(), "nobody has tried anything")
    let one = file()
    one.keep(KeypadBrakes(), at: 90)
    one.keep(brakes, at: 100)
    one.finish()
    #expect(file().read(at: 110).pads.first?.wait == 10)
    #expect(file("b").read(at: 3) == brakes)
    #expect(lines.all.withLock { $0.isEmpty })
    var status = stat()
    #expect(unsafe stat(scratch.path + "/keypads", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func whatCannotBeReadHoldsAllKeypadsAndIsWrittenAnew() {
    for make in [
      { unsafe _ = mkdir($0, 0o700) }, { unsafe _ = mkfifo($0, 0o600) },
      { path in
        let file = unsafe fopen(path, "w")
        unsafe fputs("vitrine keypads 1\nboot a\n", file)
        unsafe fclose(file)
      },
    ] as [(String) -> Void] {
      let path = scratch.path + "/keypads"
      unsafe _ = remove(path)
      make(path)
      #expect(file().read(at: 5) == .unknown)
      #expect(lines.all.withLock { $0.removeLast() }.contains("take no code for five minutes"))
    }
    let next = file()
    next.keep(brakes, at: 1)
    next.finish()
    #expect(file("b").read(at: 5) == brakes)
  }

  @Test func aDiskThatTakesNothingIsToldOfOnce() {
    let file = file(in: scratch.path + "/nowhere")
    for time in 0..<5 {
      file.keep(brakes, at: Double(time))
      file.finish()
    }
    #expect(lines.all.withLock { $0.count } == 1)
  }
}
