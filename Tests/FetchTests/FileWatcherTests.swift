import Glibc
import Linux
import Scratch
import Testing

@testable import Fetch

/// Where other programs have used up all that the kernel has for this.
@Test func withoutTheKernelFilesAreLookedAt() {
  let directory = TemporaryDirectory()
  let path = directory.file("a.json")
  directory.write("1", to: "a.json")
  let (changes, lines) = (Collector<String>(), Collector<String>())
  let watcher = FileWatcher(hasKernel: false, warn: lines.add)
  watcher.onChange(changes.add)
  watcher.setPaths([path, directory.file("b.json"), directory.file("c.json")])
  #expect(lines.next().contains("max_user_instances"))
  watcher.look()
  #expect(changes.waiting.isEmpty)
  directory.write("22", to: "a.json")
  directory.write("1", to: "b.json")
  watcher.look()
  #expect(Set([changes.next(), changes.next()]) == [path, directory.file("b.json")])
  unsafe _ = unlink(path)
  watcher.look()
  #expect(changes.next() == path)
  watcher.look()
  #expect(changes.waiting.isEmpty && lines.waiting.isEmpty)
  watcher.setPaths([])
}

private func watch(_ paths: Set<String>) -> (FileWatcher, Collector<String>) {
  let watcher = FileWatcher()
  let changes = Collector<String>()
  watcher.onChange(changes.add)
  watcher.setPaths(paths)
  return (watcher, changes)
}

@Test func changesOfAFileAreTold() {
  let directory = TemporaryDirectory()
  let path = directory.file("a.json")
  let (watcher, changes) = watch([path])
  directory.write("1", to: "other.json")
  directory.write("1", to: "a.json")
  #expect(changes.next() == path)
  directory.overwrite([2], at: path)
  #expect(changes.next() == path)
  unsafe _ = unlink(path)
  #expect(changes.next() == path)
  directory.write("3", to: "target")
  unsafe _ = symlink("target", path)
  #expect(changes.next() == path)
  #expect(changes.waiting.isEmpty)
  watcher.setPaths([])
}

@Test func aFileInADirectoryThatComesLaterIsTold() {
  let directory = TemporaryDirectory()
  let path = directory.file("x/y/a.json")
  let (watcher, changes) = watch([path])
  unsafe _ = mkdir(directory.file("x"), 0o700)
  unsafe _ = mkdir(directory.file("x/y"), 0o700)
  // The directories alone may be told too; what counts is that the file is seen in the end.
  directory.write("1", to: "x/y/a.json")
  while (try? FileDescriptor(opening: path, O_RDONLY)) == nil { _ = changes.next() }
  #expect(changes.next() == path)
  watcher.setPaths([])
}

@Test func aReplacedDirectoryIsFollowed() {
  let directory = TemporaryDirectory()
  unsafe _ = mkdir(directory.file("d"), 0o700)
  directory.write("1", to: "d/a.json")
  let path = directory.file("d/a.json")
  let (watcher, changes) = watch([path])
  unsafe _ = rename(directory.file("d"), directory.file("old"))
  #expect(changes.next() == path)
  unsafe _ = mkdir(directory.file("new"), 0o700)
  directory.write("2", to: "new/a.json")
  unsafe _ = rename(directory.file("new"), directory.file("d"))
  #expect(changes.next() == path)
  directory.write("3", to: "d/a.json")
  #expect(changes.next() == path)
  watcher.setPaths([])
}

/// As of a board that names its files by a link, and others by the directory itself.
@Test func bothNamesOfADirectoryAreTold() {
  let directory = TemporaryDirectory()
  unsafe _ = mkdir(directory.file("d"), 0o700)
  unsafe _ = symlink("d", directory.file("link"))
  let paths = ["d/a.json", "link/a.json", "link/b.json", "link/../d/b.json"].map(directory.file)
  let (watcher, changes) = watch(Set(paths))
  directory.write("1", to: "d/a.json")
  #expect(Set([changes.next(), changes.next()]) == Set(paths[..<2]))
  directory.write("1", to: "d/b.json")
  #expect(Set([changes.next(), changes.next()]) == Set(paths[2...]))
  // One name less leaves the others.
  watcher.setPaths([paths[1]])
  directory.write("2", to: "d/a.json")
  #expect(changes.next() == paths[1])
  // Both go at once, and are looked for again.
  watcher.setPaths([paths[0], paths[1]])
  unsafe _ = rename(directory.file("d"), directory.file("gone"))
  #expect(Set([changes.next(), changes.next()]) == Set(paths[..<2]))
  watcher.setPaths([])
}

/// As whoever publishes boards turns `current` from one release to the next.
@Test(arguments: ["b.yaml", "current/b.yaml", "again/b.yaml", "deep/current/b.yaml"])
func linksAreFollowedWhereverTheyAreTurned(name: String) {
  let directory = TemporaryDirectory()
  for release in ["r1", "r2", "r3", "deep"] { unsafe _ = mkdir(directory.file(release), 0o700) }
  for release in ["r1", "r2", "r3"] { directory.write(release, to: release + "/b.yaml") }
  func turn(_ link: String, to target: String) {
    unsafe _ = symlink(target, directory.file(link + ".new"))
    unsafe _ = rename(directory.file(link + ".new"), directory.file(link))
  }
  func turnAll(to release: String) {
    switch name {
    case "b.yaml": turn("b.yaml", to: release + "/b.yaml")
    case "deep/current/b.yaml": turn("deep/current", to: "../" + release)
    default: turn("current", to: directory.file(release))
    }
  }
  unsafe _ = symlink("./current", directory.file("again"))
  turnAll(to: "r1")
  let path = directory.file(name)
  let (watcher, changes) = watch([path])
  for (release, other) in [("r2", "r1"), ("r3", "r2"), ("r1", "r3")] {
    turnAll(to: release)
    #expect(changes.next() == path, "turned to \(release)")
    directory.write("anew", to: release + "/b.yaml")
    #expect(changes.next() == path, "written in \(release)")
    directory.write("nobody's", to: other + "/b.yaml")
    directory.write("anew", to: release + "/other.yaml")
  }
  #expect(changes.waiting.isEmpty)
  // What was a link is a file, and a link again.
  if name == "b.yaml" {
    unsafe _ = unlink(path)
    #expect(changes.next() == path)
    directory.write("plain", to: name)
    #expect(changes.next() == path)
    turnAll(to: "r2")
    #expect(changes.next() == path)
    directory.write("more", to: "r2/b.yaml")
    #expect(changes.next() == path)
  }
  watcher.setPaths([])
}

/// Links that lead in circles, or to nothing.
@Test(arguments: ["b.yaml", "none/b.yaml", "/nowhere/at/all/b.yaml"]) func aLinkToNothingEndsNobody(target: String) {
  let directory = TemporaryDirectory()
  let path = directory.file("b.yaml")
  unsafe _ = symlink(target, path)
  let (watcher, changes) = watch([path])
  unsafe _ = unlink(path)
  directory.write("1", to: "b.yaml")
  #expect(changes.next() == path)
  watcher.setPaths([])
}

@Test func picturesComeAsOneChange() {
  let directory = TemporaryDirectory()
  let path = directory.path + "/"
  let (watcher, changes) = watch([path])
  directory.write("x", to: "notes.txt")
  for index in 0..<50 { directory.write("x", to: "\(index).png") }
  #expect(changes.next() == path)
  unsafe _ = unlink(directory.file("7.png"))
  #expect(changes.next() == path)
  watcher.setPaths([])
}
