import FuzzTargets
import Glibc

#if FUZZING
  import CFuzzer
#endif

// Searches one way in for what ends it, with libFuzzer: `Fuzz TARGET [option…] [directory…]`. Without the sanitizer it lists them: a
// line each, with the words its bytes are made of in libFuzzer's own notation.

#if FUZZING
  nonisolated(unsafe) var target: FuzzTarget?

  func search(_ wanted: FuzzTarget) -> Int32 {
    unsafe target = wanted
    // Without the target's name, which libFuzzer would take for a directory.
    let words = [CommandLine.arguments[0], "-max_len=\(wanted.longest)"] + CommandLine.arguments.dropFirst(2)
    var count = Int32(words.count)
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      var base = unsafe buffer.baseAddress
      return unsafe LLVMFuzzerRunDriver(&count, &base) { bytes, size in
        unsafe target?.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
        return 0
      }
    }
  }

  let wanted = CommandLine.arguments.dropFirst().first ?? ""
  guard let found = FuzzTarget.named(wanted) else {
    print("Fuzz \(wanted): there is no such target; known: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    exit(2)
  }
  exit(search(found))
#else
  for target in FuzzTarget.all {
    let words = target.words.map { word in
      word.utf8.map { byte in
        0x20..<0x7F ~= byte && byte != 0x22 && byte != 0x5C
          ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
    }
    print(target.name, words.map { "\"\($0)\"" }.joined(separator: "\t"), separator: "\t")
  }
#endif
