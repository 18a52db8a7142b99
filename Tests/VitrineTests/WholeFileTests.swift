import Glibc
import Testing

@testable import Vitrine

@Suite struct WholeFileTests {
  private let old = Array("what was there".utf8)
  private let new = Array("what comes".utf8)

  @Test func aFileTakesItsPlaceWhenItIsWhole() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/a"
    try Files.write(old, to: path)
    let file = try WholeFile(path)
    try file.write(new[...], at: 0)
    #expect(try Files.read(path) == old)
    try file.finish()
    #expect(try Files.read(path) == new)
    #expect(!Files.exists(path + ".part"))
  }

  @Test func whatIsNotFinishedLeavesNothing() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/a"
    try Files.write(old, to: path)
    do {
      let file = try WholeFile(path)
      try file.write(new[...], at: 0)
    }
    #expect(try Files.read(path) == old)
    #expect(!Files.exists(path + ".part"))
  }

  @Test func aLinkIsFollowed() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/a"
    let link = scratch.path + "/link"
    try Files.write(old, to: path)
    #expect(unsafe symlink(path, link) == 0)
    try Files.write(new, to: link)
    #expect(try Files.read(path) == new)
    var status = stat()
    #expect(unsafe lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func whatIsNoFileIsWrittenToAndNeverReplaced() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/pipe"
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try Files.write(new, to: path)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(reader, &bytes, bytes.count)
    #expect(Array(bytes.prefix(max(count, 0))) == new)
    var status = stat()
    #expect(unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func aFullDeviceIsAnErrorInASentence() {
    let error = #expect(throws: UserError.self) { try Files.write(old, to: "/dev/full") }
    #expect(error?.description.contains("/dev/full") == true)
    #expect(error?.description.contains("No space left") == true)
    var status = stat()
    #expect(unsafe lstat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(throws: UserError.self) { try Files.write(old, to: "/tmp") }
  }
}
