import Glibc
import Linux
import Scratch
import Testing

@testable import Fetch

@Test func filesAreRead() {
  let directory = TemporaryDirectory()
  directory.write("{\"a\": 1}", to: "a b.json")
  let outcome = Fetcher.inMemory().outcome(FetchRequest(Address.file(directory.file("a b.json"))))
  #expect(outcome.text == "{\"a\": 1}")
  #expect(outcome.content?.fetchedAt == 1000)
}

@Test func whatIsNoFileIsNamed() {
  let directory = TemporaryDirectory()
  directory.write("x", to: "file")
  directory.write(String(repeating: "x", count: 100), to: "large")
  unsafe _ = mkfifo(directory.file("pipe"), 0o600)
  let fetcher = Fetcher.inMemory()
  func error(_ path: String) -> FetchError? { fetcher.outcome(FetchRequest("file:\(path)", bodyLimit: 50)).error }
  let missing = error(directory.file("none"))
  #expect(missing?.kind == .missing)
  #expect(
    missing?.description
      == "could not read \(directory.file("none")): it does not exist; it is shown as soon as it does")
  #expect(
    error(directory.path)?.description.hasSuffix("it is a directory; end the address with / to list its pictures")
      == true)
  #expect(
    error(directory.file("file/"))?.description.hasSuffix("it is a file; leave out the / at the end to read it") == true
  )
  #expect(
    error(directory.file("file/x"))?.description.hasSuffix("a part of the path is a file, not a directory") == true)
  #expect(error(directory.file("large"))?.kind == .tooLarge)
  #expect(error(directory.file("pipe"))?.description.hasSuffix("it is a device or a pipe, not a file") == true)
  #expect(error("/dev/zero")?.kind == .file)
}

/// Nothing that is no file is waited for, and nothing is read past the limit, whatever its size says.
@Test func onlyFilesAreRead() throws {
  let directory = TemporaryDirectory()
  func failure(_ path: String, limit: Int = 100) -> RegularFile.Failure? {
    do throws(RegularFile.Failure) {
      _ = try RegularFile.read(path, limit: limit)
      return nil
    } catch {
      return error
    }
  }
  unsafe _ = mkfifo(directory.file("pipe"), 0o600)
  unsafe _ = symlink(directory.file("pipe"), directory.file("link"))
  let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: directory.file("socket").utf8) }
  let length = socklen_t(MemoryLayout<sockaddr_un>.size)
  let bound = unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, length) }
  }
  #expect(bound == 0)
  defer { close(listener) }
  for path in [
    directory.file("pipe"), directory.file("link"), directory.file("socket"), "/dev/zero", "/dev/null", "/dev/tty",
  ] {
    #expect(failure(path) == .special || path == "/dev/tty", "\(path)")
  }
  #expect(failure(directory.path) == .directory)
  #expect(failure(directory.file("none")) == .system(ENOENT))
  directory.write("x", to: "a")
  #expect(failure(directory.file("a\0b")) == .system(ENOENT))
  #expect(failure(directory.file("a")) == nil)
  #expect(failure(directory.file("a"), limit: 0) == .tooLarge)
  // Its size is said to be nothing.
  #expect(failure("/proc/self/status", limit: 10) == .tooLarge)
  for path in ["/proc/self/environ", "/proc/version", "/proc/self/root/proc/version"] {
    #expect(RegularFile.isOfKernel(path))
    #expect(Fetcher.inMemory().outcome(FetchRequest("file://" + path)).error?.cause == .ofKernel)
  }
  #expect(!RegularFile.isOfKernel("/etc/passwd") && !RegularFile.isOfKernel("/no/such/file"))
  #expect(try !RegularFile.read("/proc/self/status", limit: 1 << 20).isEmpty)
  // As one does that has grown since it was looked at.
  #expect(failure("/proc/self/maps", limit: 1) == .tooLarge)
}

@Test func picturesOfADirectoryAreListed() throws {
  let directory = TemporaryDirectory()
  for name in ["b.JPG", "a ü.png", ".hidden.png", "c.txt", "d.webp", "noending"] { directory.write("x", to: name) }
  unsafe _ = mkdir(directory.file("e.png"), 0o700)
  unsafe _ = symlink("/no/such/target", directory.file("f.png"))
  let outcome = Fetcher.inMemory().outcome(FetchRequest("file:\(directory.path)/"))
  guard case .images(let images) = outcome.content?.payload else { return #expect(Bool(false), "\(outcome)") }
  #expect(images.map(\.name) == ["a ü", "b", "d"])
  #expect(Address(images[0].address) == .file(path: directory.file("a ü.png")))
  #expect(images.allSatisfy { $0.modified > 1_600_000_000 })
}

@Test func aDirectoryOfManyPicturesIsBounded() {
  let directory = TemporaryDirectory()
  for index in 0..<(ImageFile.limit + 5) { directory.overwrite([], at: directory.file("\(index).png")) }
  guard case .images(let images) = Fetcher.inMemory().outcome(FetchRequest("file:\(directory.path)/")).content?.payload
  else {
    return #expect(Bool(false), "no list")
  }
  #expect(images.count == ImageFile.limit)
  // The first by name, whatever order the file system has them in.
  let all = (0..<(ImageFile.limit + 5)).map { "\($0).png" }.sorted()
  #expect(images.map { $0.name + ".png" } == Array(all.prefix(ImageFile.limit)))
}
