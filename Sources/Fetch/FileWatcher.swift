import CLinux
import Dispatch
import Glibc
import Linux
import Numbers
import Synchronization

/// Tells when files, or the pictures in directories, change.
///
/// Directories are watched rather than files (`inotify(7)`), so that a file replaced by rename, removed, or not there yet is
/// seen; of a directory that does not exist the nearest one above it is watched, and so is that of every symbolic link on the way, which may
/// be turned elsewhere. Changes within a moment are told once. Not seen: changes on another machine of a network share.
package final class FileWatcher: Sendable {
  private struct State: Sendable {
    /// Absolute paths as asked for; a directory's ends with a slash.
    var paths: Set<String> = []
    /// Of each: the links on the way to it, in their order, and where it is without them.
    var steps: [String: [String]] = [:]
    /// By descriptor; a directory may be watched by more than one name.
    var directories: [Int32: Set<String>] = [:]
    var descriptors: [String: Int32] = [:]
    var changed: Set<String> = []
    var callback: (@Sendable (String) -> Void)?
    /// Paths whose directories the kernel does not watch, as they were when they were looked at last.
    var unwatched: [String: FileLook?] = [:]
    var isLooking = false
    /// Which directory was the last of theirs, and why.
    var reason: (directory: String, number: Int32) = ("", 0)
    /// Takes a line for the person who runs the panel, once.
    var warn: (@Sendable (String) -> Void)?
  }

  /// Seconds to wait for further changes before telling; copying many pictures is one change.
  private static let settling = 0.1
  /// Seconds after which what is not watched is looked at.
  private static let pause = 5

  private static let interest = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  private let queue = DispatchQueue(label: "vitrine.fetch.files", qos: .utility)
  private let inotify: Int32
  // Dispatch sources may be used from any thread; their protocol is not marked Sendable.
  nonisolated(unsafe) private let source: (any DispatchSourceRead)?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - hasKernel: whether the kernel may be asked to tell of changes.
  ///   - warn: takes a line for the person who runs the panel, where the kernel cannot.
  package init(hasKernel: Bool = true, warn: (@Sendable (String) -> Void)? = nil) {
    inotify = hasKernel ? inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) : -1
    state.withLock { $0.warn = warn }
    unsafe source = inotify < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: inotify, queue: queue)
    unsafe source?.setEventHandler { [weak self] in self?.readEvents() }
    unsafe source?.setCancelHandler { [inotify] in close(inotify) }
    unsafe source?.resume()
  }

  deinit { unsafe source?.cancel() }

  /// - Parameter callback: gets the path as it was asked for.
  package func onChange(_ callback: @escaping @Sendable (String) -> Void) { state.withLock { $0.callback = callback } }

  /// Replaces what is watched: files, and with a slash at the end directories.
  package func setPaths(_ paths: Set<String>) {
    let line = state.withLock { state -> (() -> Void)? in
      state.paths = paths
      state.changed.formIntersection(paths)
      updateWatches(&state, telling: false)
      guard !state.unwatched.isEmpty, let warn = state.warn else { return nil }
      state.warn = nil
      let (directory, number) = state.reason
      let isUsedUp = [EMFILE, ENOSPC].contains(number)
      let reason =
        isUsedUp
        ? "other programs use up what there is: raise fs.inotify.max_user_instances and max_user_watches"
        : SystemError(number: number).text
      return {
        warn(
          "the kernel tells of no changes in \(directory), so that what the board needs there is looked at every \(Self.pause) s: \(reason)"
        )
      }
    }
    line?()
  }

  /// What the kernel does not watch is looked at, for as long as there is such a thing.
  private func lookLater(_ state: inout State) {
    guard !state.unwatched.isEmpty, !state.isLooking else { return }
    state.isLooking = true
    queue.asyncAfter(deadline: .now() + .seconds(Self.pause)) { [weak self] in self?.look() }
  }

  /// Looks now.
  func look() {
    state.withLock { state in
      state.isLooking = false
      let known = state.unwatched
      for (path, old) in known where FileLook(path) != old { note(path, &state) }
      updateWatches(&state, telling: true)
    }
  }

  /// Watches the nearest existing directory of every path, and no others.
  ///
  /// - Parameter telling: whether paths whose directory is watched anew count as changed.
  private func updateWatches(_ state: inout State, telling: Bool) {
    var wanted: Set<String> = []
    state.unwatched = [:]
    defer { lookLater(&state) }
    state.steps = [:]
    for path in state.paths {
      let steps = Self.steps(to: path)
      state.steps[path] = steps
      for step in steps { watch(step, of: path, &wanted, &state, telling: telling) }
    }
    for (directory, descriptor) in state.descriptors where !wanted.contains(directory) {
      state.descriptors[directory] = nil
      state.directories[descriptor]?.remove(directory)
      if state.directories[descriptor]?.isEmpty == true {
        inotify_rm_watch(inotify, descriptor)
        state.directories[descriptor] = nil
      }
    }
  }

  private func watch(
    _ step: String, of path: String, _ wanted: inout Set<String>, _ state: inout State, telling: Bool
  ) {
    // A directory may appear between the look and the watch: look again until nothing is new.
    while let directory = Self.nearestDirectory(of: step) {
      wanted.insert(directory)
      if state.descriptors[directory] != nil { break }
      let descriptor = unsafe inotify_add_watch(inotify, directory, Self.interest)
      guard descriptor >= 0 else {
        // Gone meanwhile, or no more of them to be had, or a directory nobody may list.
        let number = inotify < 0 ? EMFILE : errno
        if number != ENOENT {
          state.unwatched[path] = FileLook(path)
          state.reason = (directory, number)
        }
        break
      }
      state.directories[descriptor, default: []].insert(directory)
      state.descriptors[directory] = descriptor
      if telling { note(path, &state) }
    }
  }

  private func readEvents() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      while true {
        let count = unsafe read(inotify, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        state.withLock { state in
          while offset + MemoryLayout<inotify_event>.size <= count {
            let event = unsafe buffer.load(fromByteOffset: offset, as: inotify_event.self)
            let start = offset + MemoryLayout<inotify_event>.size
            // Fits: the kernel writes whole events only, each with its name.
            let bytes = unsafe buffer[start..<(start + Int(event.len))]
            let name = unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            handle(event.wd, mask: event.mask, name: name, &state)
            offset = unsafe start + bytes.count
          }
        }
      }
    }
  }

  private func handle(_ descriptor: Int32, mask: UInt32, name: String, _ state: inout State) {
    func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
    if has(IN_Q_OVERFLOW) {
      for path in state.paths { note(path, &state) }
      return updateWatches(&state, telling: true)
    }
    guard let directories = state.directories[descriptor] else { return }
    if has(IN_IGNORED) || has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) {
      state.directories[descriptor] = nil
      for directory in directories { state.descriptors[directory] = nil }
      if !has(IN_IGNORED) { inotify_rm_watch(inotify, descriptor) }
      for (path, steps) in state.steps where steps.contains(where: { directories.contains(where: $0.hasPrefix) }) {
        note(path, &state)
      }
      return updateWatches(&state, telling: true)
    }
    var mustUpdate = false
    for directory in directories {
      let full = directory + name
      // A plain new file is told when its writer closes it; a link is complete at once.
      let isUnfinished = has(IN_CREATE) && !Self.isLink(full)
      for (path, steps) in state.steps {
        for (place, step) in steps.enumerated() {
          if step == full || (step == directory && LocalFiles.isImage(name)) {
            if !isUnfinished { note(path, &state) }
            // It leads elsewhere now, or what was none is one.
            if place < steps.count - 1 || Self.isSymbolicLink(full) { mustUpdate = true }
          } else if step.hasPrefix(full + "/") {
            // Once nothing of it is watched any more, nobody else says so.
            if has(IN_MOVED_FROM) || has(IN_DELETE) { note(path, &state) }
            mustUpdate = true
          }
        }
      }
    }
    if mustUpdate { updateWatches(&state, telling: true) }
  }

  private func note(_ path: String, _ state: inout State) {
    if state.changed.isEmpty { queue.asyncAfter(deadline: .now() + Self.settling) { [weak self] in self?.tell() } }
    state.changed.insert(path)
  }

  private func tell() {
    let (paths, callback) = state.withLock { state in
      defer { state.changed = [] }
      return (state.changed, state.callback)
    }
    for path in paths.sorted() { callback?(path) }
  }

  /// The directory itself or the one a file is in, if it exists, else the nearest one above; ends with a slash.
  private static func nearestDirectory(of path: String) -> String? {
    var directory = path[...]
    while let slash = directory.lastIndex(of: "/") {
      directory = directory[...slash]
      var info = stat()
      if unsafe stat(String(directory), &info) == 0, info.st_mode & S_IFMT == S_IFDIR { return String(directory) }
      directory = directory.dropLast()
    }
    return nil
  }

  /// So many links on the way to a file are followed, as the kernel does. Source: path_resolution(7).
  private static let mostLinks = 40

  /// What decides on a path: each link on the way under its own name, and at last where it is without them.
  private static func steps(to path: String) -> [String] {
    var links: [String] = []
    var place = ""
    var names = path.split(separator: "/").map(String.init)[...]
    while let name = names.popFirst() {
      if name == "." { continue }
      if name == ".." {
        place = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
        continue
      }
      let here = place + "/" + name
      guard links.count < mostLinks, isSymbolicLink(here), let target = Link.target(here) else {
        place = here
        continue
      }
      links.append(here)
      if target.hasPrefix("/") { place = "" }
      names = (target.split(separator: "/").map(String.init) + names)[...]
    }
    return links + [path.hasSuffix("/") ? place + "/" : place]
  }

  private static func isSymbolicLink(_ path: String) -> Bool {
    var info = stat()
    return unsafe lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  private static func isLink(_ path: String) -> Bool {
    var info = stat()
    guard unsafe lstat(path, &info) == 0 else { return false }
    return info.st_mode & S_IFMT == S_IFLNK || (info.st_mode & S_IFMT == S_IFREG && info.st_nlink > 1)
  }
}

/// What tells one version of a file or directory from another.
struct FileLook: Sendable, Hashable {
  private var seconds: Int
  private var nanoseconds: Int
  private var size: Int
  private var file: ino_t

  /// - Returns: nil for what is not there.
  init?(_ path: String) {
    var info = stat()
    guard unsafe stat(path, &info) == 0 else { return nil }
    seconds = info.st_mtim.tv_sec
    nanoseconds = info.st_mtim.tv_nsec
    size = Int(info.st_size)
    file = info.st_ino
  }
}
