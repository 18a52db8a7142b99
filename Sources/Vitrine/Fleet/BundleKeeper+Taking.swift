import Dispatch
import Fleet
import Glibc
import Linux
import Markup
import Numbers
import Status
import Synchronization

/// A file as it was when it was looked at.
struct FileStamp: Sendable, Hashable {
  private var fields: [Int]
  /// When it was written, in seconds and what is above them.
  var moment: [Int] { Array(fields.suffix(2)) }

  /// Nil where there is no regular file.
  init?(_ path: String) {
    var info = stat()
    guard unsafe stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    fields = [
      Int(truncatingIfNeeded: info.st_dev), Int(truncatingIfNeeded: info.st_ino), Int(info.st_size),
      info.st_mtim.tv_sec, info.st_mtim.tv_nsec,
    ]
  }
}

/// A file that a bundle comes into; open for as long as somebody may write.
final class Incoming: Sendable {
  let path: String
  let file: FileDescriptor

  init(_ path: String) throws(SystemError) {
    self.path = path
    file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW)
  }

  /// Whether what it lies on takes no more.
  var isDiskFull: Bool {
    var info = statvfs()
    return unsafe fstatvfs(file.number, &info) == 0 && info.f_bavail == 0
  }

  func remove() { unsafe _ = unlink(path) }
}

/// What is done with a bundle that has come.
extension BundleKeeper {
  /// Looks it through, and takes it or not.
  ///
  /// - Parameter isWished: somebody has brought it to this panel, whichever panels are to have it first.
  func consider(_ path: String, for taker: Taker?, isWished: Bool, _ state: inout State) {
    do throws(BundleProblem) {
      let file = try BundleFile(path)
      let hash = try file.check(by: setup.keys)
      let manifest = try file.manifest()
      try consider(file, hash, manifest, for: taker, isWished: isWished, &state)
    } catch {
      state.isTroubled = error.kind == .machine
      // What the machine cannot do now, it may be able to do later, with the same file.
      if error.kind == .machine { state.known = nil }
      trouble("\(error)", isRefused: error.kind == .bundle, &state, taker)
    }
  }

  private func consider(
    _ file: borrowing BundleFile, _ hash: String, _ manifest: BundleManifest, for taker: Taker?, isWished: Bool,
    _ state: inout State
  ) throws(BundleProblem) {
    let version = manifest.version
    var verdict = panel.verdict(
      on: manifest, hash: hash, shown: state.store.rival(among: setup.keys),
      refused: state.store.record.reasons.merging(state.doubts) { $1 }, isWished: isWished)
    // What is damaged here is not what is offered. Who asks by hand has the time for each file.
    if verdict == .same, let shown = state.store.shown, state.store.damage(of: shown, isThorough: isWished) != nil {
      verdict = .take
    }
    state.looked = hash
    (state.view.held, state.view.others) = (nil, nil)
    switch verdict {
    case .same:
      state.view.latest = version
      if !(state.view.isRefused && state.store.record.trial != nil) {
        (state.view.problem, state.view.isRefused) = (nil, false)
      }
    case .leave(let reason):
      state.view.others = "the bundle that is there, version \(version), is not for this panel: \(reason)"
      if let others = state.view.others, state.said != others {
        state.said = others
        setup.log(
          "bundle: \(others)\(setup.labels.isEmpty ? ", and it has no label" : "; its own are \(setup.labels.map(\.description).joined(separator: ", "))")"
        )
      }
      taker?(ControlAnswer(problems: [reason]))
      return settle(&state)
    case .wait(let reason): (state.view.latest, state.view.held) = (version, reason)
    case .refuse(let reason): throw BundleProblem(.bundle, "version \(version): \(reason)")
    case .take:
      let place = try state.store.unpack(file)
      if let mistakes = setup.check(place + "/" + BundleStore.boardName) {
        let reason = mistakes.replacing(place + "/", with: "")
        state.doubts[hash] = reason
        throw BundleProblem(.bundle, "version \(version): \(reason)")
      }
      try state.store.adopt(
        FleetPanel.Known(hash: hash, version: version), by: file.signer, boot: setup.boot)
      (state.view.latest, state.view.problem, state.view.isRefused) = (version, nil, false)
      state.said = nil
      setup.log("bundle version \(version): on show, on trial for \(Int(clamping: setup.trial)) s")
      show(&state)
    }
    refresh(&state)
    taker?(ControlAnswer([JSON.Member("version", .number(Double(version)))]))
  }

  // MARK: Files

  /// Takes a bundle from a path, when it is another than the last time.
  func lookAtFile(_ path: String, for taker: Taker?) {
    state.withLock { state in
      guard let stamp = FileStamp(path) else {
        return trouble("\(path): there is no such file", isRefused: false, &state, taker)
      }
      state.view.heard = PanelDesk.uptime()
      if taker == nil, state.seen[path] == stamp { return settle(&state) }
      copyIn(path, for: taker, isWished: taker != nil, &state)
      // Pulled while it was read: the next time it is read again.
      state.seen[path] = state.isTroubled ? nil : stamp
    }
  }

  private func copyIn(_ path: String, for taker: Taker?, isWished: Bool, _ state: inout State) {
    state.isTroubled = false
    do throws(BundleProblem) {
      let incoming = try copy(path, to: state.store.incomingPath("file"))
      consider(incoming.path, for: taker, isWished: isWished, &state)
      incoming.remove()
    } catch {
      state.isTroubled = true
      trouble("\(error)", isRefused: false, &state, taker)
    }
  }

  /// What is on a stick may be another the next moment: what is looked through is a copy.
  private func copy(_ path: String, to place: String) throws(BundleProblem) -> Incoming {
    do throws(SystemError) {
      let incoming = try Incoming(place)
      let source = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      guard let bytes = try source.readAll(limit: BundleFile.mostBytes) else { throw SystemError(number: EFBIG) }
      do throws(SystemError) {
        try incoming.file.writeAll(bytes)
      } catch {
        incoming.remove()
        throw error
      }
      return incoming
    } catch {
      throw BundleProblem(.machine, "\(path): \(error.text)")
    }
  }

  /// Takes the newest bundle of a directory that is this panel's, when there is another than the last time: whose hand has pushed a stick in
  /// wants what is on it on this panel, canary or not.
  func lookAtStick(_ directory: String, again: Bool = true, for taker: Taker? = nil) {
    defer {
      if again {
        queue.asyncAfter(deadline: .now() + Self.stickPace) { [weak self] in
          guard let self, !state.withLock({ $0.isOver }) else { return }
          lookAtStick(directory)
        }
      }
    }
    state.withLock { state in
      let names = ((try? Directory.names(in: directory, limit: 1000)) ?? []).filter { $0.hasSuffix(".vitrine") }
      if setup.address == nil { state.view.heard = PanelDesk.uptime() }
      guard !names.isEmpty else {
        taker?(ControlAnswer(problems: ["\(directory) holds no bundle"]))
        return
      }
      var newest: (path: String, version: Int)?
      var hasNews = false
      let paths = names.sorted().map { directory + "/" + $0 }
      let latest = Self.latest(paths)
      if latest.count < paths.count, state.seen[latest.last ?? ""] == nil {
        setup.log(
          "bundle: \(directory) holds \(paths.count) bundles: the \(latest.count) that were written last are looked at")
      }
      for path in latest {
        guard let stamp = FileStamp(path), state.seen[path] != stamp else { continue }
        state.seen[path] = stamp
        hasNews = true
        do throws(BundleProblem) {
          let file = try BundleFile(path)
          let hash = try file.check(by: setup.keys)
          let manifest = try file.manifest()
          let verdict = panel.verdict(
            on: manifest, hash: hash, shown: state.store.rival(among: setup.keys),
            refused: state.store.record.reasons, isWished: true)
          if verdict == .take, manifest.version > newest?.version ?? 0 { newest = (path, manifest.version) }
        } catch {
          if error.kind == .machine { state.seen[path] = nil }
          setup.log("bundle \(path.split(separator: "/").last ?? ""): \(error)")
        }
      }
      if let newest {
        copyIn(newest.path, for: taker, isWished: true, &state)
        if state.isTroubled { state.seen[newest.path] = nil }
      } else if hasNews || taker != nil {
        taker?(ControlAnswer(problems: ["\(directory) holds no bundle that is newer, and for this panel"]))
      }
    }
  }

  /// Those that were written last, where there are more than are looked at; of those that are of one moment, the last names.
  static func latest(_ paths: [String]) -> [String] {
    guard paths.count > mostOnStick else { return paths }
    let dated = paths.map { (path: $0, moment: FileStamp($0)?.moment ?? [0, 0]) }
    let sorted = dated.sorted { left, right in
      left.moment == right.moment
        ? left.path < right.path : left.moment.lexicographicallyPrecedes(right.moment)
    }
    return sorted.suffix(mostOnStick).map(\.path)
  }

  static let mostOnStick = 64
  static let stickPace = 10.0
}
