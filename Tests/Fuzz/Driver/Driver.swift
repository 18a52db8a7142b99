import FuzzTargets
import Glibc

// Searches one way in for what ends it, with libFuzzer: `Fuzz TARGET [option…] [directory…]`. Without the sanitizer it lists them: a
// line each, with the words its bytes are made of in libFuzzer's own notation.

#if FUZZING
  /// What is searched.
  nonisolated(unsafe) private var target: FuzzTarget?

  /// Called first by libFuzzer, whose `main` it is: takes the target's name, which would be taken for a directory.
  @_cdecl("LLVMFuzzerInitialize")
  public func initialize(
    _ count: UnsafeMutablePointer<Int32>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
  ) -> Int32 {
    let wanted = unsafe count.pointee > 1 ? words.pointee[1].map { unsafe String(cString: $0) } ?? "" : ""
    guard let found = FuzzTarget.named(wanted) else {
      print("Fuzz \(wanted): there is no such target; known: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
      exit(2)
    }
    unsafe target = found
    unsafe words.pointee[1] = strdup("-max_len=\(found.longest)")
    return 0
  }

  /// Called with each input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func test(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    unsafe target?.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
  }
#else
  @main
  enum Driver {
    static func main() {
      for target in FuzzTarget.all {
        let words = target.words.map { word in
          word.utf8.map { byte in
            0x20..<0x7F ~= byte && byte != 0x22 && byte != 0x5C
              ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
          }.joined()
        }
        print(target.name, words.map { "\"\($0)\"" }.joined(separator: "\t"), separator: "\t")
      }
    }
  }
#endif
