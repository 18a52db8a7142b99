package import Dispatch
import Fetch
package import Fleet
import Glibc
import Linux
import Markup
import Numbers
package import Status
import Synchronization

/// Keeps a panel's board what its fleet wants it to be: fetches bundles, looks them through, has them shown on trial, and goes back when one is
/// not good.
///
/// Everything happens on a queue of its own; what is decided is decided by `FleetPanel`, `FleetRounds` and `BundleTrial`, which know no clock.
package final class BundleKeeper: Sendable {
  /// Where bundles come from, and which are this panel's.
  package struct Setup: Sendable {
    // Many properties: what somebody says of a fleet, and what a panel knows of itself.
    /// `https:`, `http:` or a path; nil where they come by hand alone.
    package var address: String?
    /// A directory that may be a stick's: the newest bundle on it is taken.
    package var stick: String?
    /// Whose signatures count.
    package var keys: [PublicKey]
    /// What is said of this panel.
    package var labels: [FleetLabel] = []
    /// Seconds between two looks, and for which a bundle is on trial.
    package var interval = 50.0
    package var trial = 120.0
    /// Where they are kept.
    package var directory: String
    /// What a broker knows the panel by: decides when it asks, and whether it is one of the first.
    package var name = PanelIdentity.name
    /// Which start of the machine this is.
    package var boot: String
    /// Looks a board's file through; what is wrong with it.
    package var check: @Sendable (_ path: String) -> String?
    /// Where its work is done; nil is a queue of its own.
    package var target: DispatchQueue?
    /// Takes lines for people.
    package var log: @Sendable (String) -> Void

    /// For the parameters see the properties.
    package init(
      address: String?, stick: String?, keys: [PublicKey], directory: String, boot: String,
      check: @escaping @Sendable (_ path: String) -> String?, log: @escaping @Sendable (String) -> Void
    ) {
      (self.address, self.stick, self.keys, self.directory, self.boot) = (address, stick, keys, directory, boot)
      (self.check, self.log) = (check, log)
    }
  }

  /// Somebody who wants a bundle now, and to be told.
  package typealias Taker = @Sendable (ControlAnswer) -> Void

  /// What a server calls what it gave.
  struct Known {
    let address: String
    let validators: Validators
    /// Which bundle that is, where it is one.
    let hash: String?
  }

  /// What is known at a moment.
  struct State: ~Copyable {
    // Many properties: what is on the disk, what is under way, and what there is to tell.
    var store: BundleStore
    var stage: BundleStage?
    var view: PanelStatus.Bundle
    var trial: BundleTrial?
    /// SHA-256 of the board that is on trial.
    var digest = ""
    /// Why bundles were not even tried, by their hashes, in this run: tomorrow a secret may be there.
    var doubts: [String: String] = [:]
    /// What was given last, whatever came of it.
    var known: Known?
    /// Which bundle was looked at last, wherever it came from.
    var looked: String?
    /// Files that have been looked at, as they were.
    var seen: [String: FileStamp] = [:]
    var began = 0.0
    /// Counts fetches; one is under way when there is what ends it.
    var fetches = 0
    var cancel: (@Sendable () -> Void)?
    /// The disk is full, or the server does not say what is new: ask less often.
    var isTroubled = false
    var isOver = false
    var said: String?
  }

  /// Seconds between two looks at a panel on trial.
  private static let glancePace = 1.5
  /// Seconds until the bundle on show is read through: a start has no time for that.
  private static let inspectionDelay = 30.0
  /// Seconds a bundle may take to come.
  private static let patience = 300.0
  /// Rounds, and seconds, of silence that nobody is told of.
  private static let silence = (rounds: 5.0, seconds: 600.0)

  let setup: Setup
  let panel: FleetPanel
  private let rounds: FleetRounds
  let queue: DispatchQueue
  /// The board's file, whichever bundle it is of; there is always one.
  package let boardPath: String
  /// Locked on `queue` only.
  let state: Mutex<State>

  /// Opens what is on the disk. A trial that another run did not survive is over, and the last good bundle is on show again.
  ///
  /// - Throws: when nothing can be kept there, or signatures cannot be checked.
  package init(_ setup: Setup) throws(UserError) {
    self.setup = setup
    let name = setup.name
    panel = FleetPanel(labels: setup.labels, share: PanelIdentity.share(of: name, for: "vitrine canary"))
    rounds = FleetRounds(
      interval: setup.interval, phase: PanelIdentity.share(of: name, for: "vitrine round"))
    queue = DispatchQueue(label: "vitrine.fleet", qos: .utility, target: setup.target)
    let places = [setup.address.map(Self.visible), setup.stick].compactMap(\.self)
    let origin = places.isEmpty ? "by hand" : places.joined(separator: " and ")
    let store: BundleStore
    do throws(BundleProblem) {
      store = try BundleStore.open(setup.directory, boot: setup.boot)
    } catch {
      throw UserError(.machine, "could not keep bundles: \(error)")
    }
    boardPath = store.boardPath
    let last = store.record.refused.last
    var view = PanelStatus.Bundle(
      origin: origin, promise: max(setup.interval * Self.silence.rounds, Self.silence.seconds))
    view.labels = setup.labels.map(\.description)
    state = Mutex(State(store: store, view: view))
    state.withLock { state in
      // What a server calls something is no answer while nothing is shown.
      if let address = state.store.record.address, let shown = state.store.shown {
        let validators = Validators(etag: state.store.record.etag, lastModified: state.store.record.modified)
        state.known = Known(address: address, validators: validators, hash: shown.hash)
      }
      if state.store.shown?.version ?? 0 < last?.bundle.version ?? 0, let last {
        (state.view.problem, state.view.isRefused) = ("version \(last.bundle.version): \(last.reason)", true)
        setup.log("bundle \(state.view.problem ?? "")")
      }
      if let signer = state.store.distrustedSigner(among: setup.keys) {
        setup.log(
          "bundle: what is on show was signed with the key \(signer), which this panel does not trust any more; any bundle of a key it trusts takes its place"
        )
      }
      refresh(&state)
    }
  }

  /// Begins to look for bundles, for the kiosk of a desk.
  package func begin(for desk: PanelDesk) {
    desk.attach(self)
    begin(BundleStage(desk))
  }

  /// Begins to look for bundles.
  package func begin(_ stage: BundleStage) {
    queue.async { [self] in
      state.withLock { state in
        state.stage = stage
        state.began = PanelDesk.uptime()
        state.view.asked = state.began
        if let trouble = state.store.trouble { setup.log("bundle: nothing can be kept: \(trouble)") }
        if let (bundle, file) = state.store.damaged { setup.log("bundle: \(Self.damage(bundle.version, file))") }
        if state.store.record.trial != nil { beginTrial(&state) }
        refresh(&state)
      }
      if let address = setup.address {
        let first = rounds.first(hasBoard: state.withLock { $0.store.shown != nil })
        after(first) { $0.round(address) }
      }
      after(Self.inspectionDelay) { $0.inspect() }
      if let stick = setup.stick { lookAtStick(stick) }
    }
  }

  /// Looks for none any more.
  package func stop() {
    queue.sync {
      state.withLock { state in
        state.isOver = true
        state.cancel?()
        state.store.rest()
      }
    }
  }

  /// Looks for a bundle now, and takes it though this panel is none of the first.
  ///
  /// - Parameter address: nil is where they come from.
  package func look(at address: String?, _ taker: @escaping Taker) {
    queue.async { [self] in
      if let address = address ?? setup.address {
        fetch(address, for: taker)
      } else if let stick = setup.stick {
        state.withLock { $0.seen = [:] }
        lookAtStick(stick, again: false, for: taker)
      } else {
        taker(ControlAnswer(problems: ["bundles come by hand here: vitrine ctl bundle https://…/x.vitrine"]))
      }
    }
  }

  // MARK: Rounds

  private func after(_ seconds: Double, _ body: @escaping @Sendable (BundleKeeper) -> Void) {
    queue.asyncAfter(deadline: .now() + max(seconds, 0)) { [weak self] in
      guard let self, !state.withLock({ $0.isOver }) else { return }
      body(self)
    }
  }

  private func round(_ address: String) {
    fetch(address, for: nil)
    let (began, isTroubled) = state.withLock { ($0.began, $0.isTroubled) }
    after(rounds.next(after: began, at: PanelDesk.uptime(), isTroubled: isTroubled)) { $0.round(address) }
  }

  private func fetch(_ address: String, for taker: Taker?) {
    guard address.hasPrefix("http:") || address.hasPrefix("https:") else {
      return lookAtFile(address, for: taker)
    }
    state.withLock { state in
      if let cancel = state.cancel {
        guard taker != nil else { return }
        cancel()
      }
      guard let download = FileDownload.shared else {
        return trouble("bundles cannot be fetched: \(FileDownload.failure)", isRefused: false, &state, taker)
      }
      state.fetches += 1
      let number = state.fetches
      let incoming: Incoming
      do throws(SystemError) {
        incoming = try Incoming(state.store.incomingPath("\(number % 2)"))
      } catch {
        state.isTroubled = true
        return trouble("\(setup.directory): \(error.text)", isRefused: false, &state, taker)
      }
      // Whoever asks wants it looked at, known or not.
      let validators = taker == nil && state.known?.address == address ? state.known?.validators : nil
      state.cancel = download.begin(
        address, validators: validators ?? Validators(), into: incoming.file.number, limit: BundleFile.mostBytes
      ) { [weak self] outcome in
        guard let self else { return }
        queue.async { [self] in finish(number, address, outcome, incoming, taker) }
      }
      after(Self.patience) { keeper in
        keeper.state.withLock { state in if state.fetches == number { state.cancel?() } }
      }
    }
  }

  private func finish(
    _ number: Int, _ address: String, _ outcome: FileDownload.Outcome, _ incoming: Incoming, _ taker: Taker?
  ) {
    defer { incoming.remove() }
    state.withLock { state in
      if state.fetches == number { state.cancel = nil }
      if !state.isOver { take(outcome, from: address, incoming, taker, &state) }
    }
  }

  private func take(
    _ outcome: FileDownload.Outcome, from address: String, _ incoming: Incoming, _ taker: Taker?, _ state: inout State
  ) {
    switch outcome {
    case .failed(let error):
      let isTooLarge = error.kind == .tooLarge
      state.isTroubled = isTooLarge || incoming.isDiskFull
      // What a refusal has said goes on being so while nobody answers.
      if isTooLarge || !state.view.isRefused || taker != nil {
        trouble("\(error)", isRefused: isTooLarge, &state, taker)
      }
    case .unchanged:
      state.view.heard = PanelDesk.uptime()
      state.isTroubled = false
      // Of what is for others, or was refused, it is known that it is still there.
      let isExplained = state.view.others != nil || state.view.held != nil || state.view.isRefused
      guard state.store.shown != nil || isExplained else {
        // It takes us for somebody else, or what it had sent has been lost: all of it, please.
        state.known = nil
        state.store.forget()
        return trouble(
          "the server says that nothing is new, and no bundle of it is here: it is asked for all of it",
          isRefused: false, &state, taker)
      }
      settle(&state)
    case .fetched(let validators):
      state.view.heard = PanelDesk.uptime()
      state.isTroubled = validators == Validators()
      (state.known, state.looked) = (Known(address: address, validators: validators, hash: nil), nil)
      consider(incoming.path, for: taker, isWished: taker != nil, &state)
      // Unless this machine could not take it.
      if state.known != nil { state.known = Known(address: address, validators: validators, hash: state.looked) }
      noteServer(&state)
    }
  }

  /// What the server calls the bundle that is on show, for the next start: what has another name may be meant for this panel by then.
  private func noteServer(_ state: inout State) {
    guard let known = state.known, let shown = state.store.shown, known.hash == shown.hash,
      state.store.record.trial == nil, state.view.problem == nil
    else { return }
    state.store.note(address: known.address, etag: known.validators.etag, modified: known.validators.lastModified)
  }

  /// Nobody has anything against what is on show.
  func settle(_ state: inout State) {
    if !state.view.isRefused { state.view.problem = nil }
    refresh(&state)
  }

  // MARK: Trials

  /// Has the bundle that the link means shown, and watches it.
  func show(_ state: inout State) {
    beginTrial(&state)
    state.stage?.reload { [weak self] problem in
      guard let self, let problem else { return }
      queue.async { [self] in goBack("it could not be shown: \(problem)") }
    }
  }

  private func beginTrial(_ state: inout State) {
    state.trial = BundleTrial(at: PanelDesk.uptime(), length: setup.trial)
    state.digest = BoardSource(path: state.store.boardPath).digest ?? ""
    after(Self.glancePace) { $0.glance() }
  }

  private func glance() {
    let (stage, digest) = state.withLock { ($0.trial == nil ? nil : $0.stage, $0.digest) }
    stage?.look(digest) { [weak self] glance in
      guard let self else { return }
      queue.async { [self] in judge(glance, digest) }
    }
  }

  private func judge(_ glance: BundleTrial.Glance, _ digest: String) {
    let failure = state.withLock { state -> String? in
      guard var trial = state.trial, state.digest == digest, !state.isOver else { return nil }
      let verdict = trial.judge(glance, at: PanelDesk.uptime())
      state.trial = trial
      switch verdict {
      case .goesOn: after(Self.glancePace) { $0.glance() }
      case .failed(let reason): return reason
      case .passed:
        state.trial = nil
        let version = state.store.record.trial?.bundle.version ?? 0
        do throws(BundleProblem) {
          try state.store.pass()
          setup.log("bundle version \(version): passed its trial")
          noteServer(&state)
        } catch {
          trouble("\(error)", isRefused: false, &state, nil)
        }
        refresh(&state)
      }
      return nil
    }
    if let failure { goBack(failure) }
  }

  /// Reads all of what is on show: whatever the disk has lost, the bundle before is shown, and this one comes again.
  private func inspect() {
    state.withLock { state in
      guard let shown = state.store.shown, let file = state.store.damage(of: shown) else { return }
      (state.known, state.trial) = (nil, nil)
      do throws(BundleProblem) {
        try state.store.giveUp(shown, damaged: file)
      } catch {
        setup.log("could not go back from bundle version \(shown.version): \(error)")
      }
      setup.log("bundle: \(Self.damage(shown.version, file))")
      refresh(&state)
      state.stage?.reload { [log = setup.log] problem in
        if let problem { log("the bundle before could not be shown either: \(problem)") }
      }
    }
  }

  private static func damage(_ version: Int, _ file: String) -> String {
    "version \(version) is damaged on this disk (\(file) is not what it was): the last one that is whole is shown, and this one fetched again"
  }

  private func goBack(_ reason: String) {
    state.withLock { state in
      guard let trial = state.store.record.trial else { return }
      state.trial = nil
      do throws(BundleProblem) {
        try state.store.goBack(reason)
      } catch {
        setup.log("could not go back from bundle version \(trial.bundle.version): \(error)")
      }
      trouble("version \(trial.bundle.version): \(reason)", isRefused: true, &state, nil)
      state.stage?.reload { [log = setup.log] problem in
        if let problem { log("the bundle before could not be shown either: \(problem)") }
      }
    }
  }

  // MARK: Telling

  /// Something is not as it should be.
  func trouble(_ sentence: String, isRefused: Bool, _ state: inout State, _ taker: Taker?) {
    (state.view.problem, state.view.isRefused) = (sentence, isRefused)
    if isRefused { state.view.refusals += 1 }
    if state.said != sentence { setup.log("bundle: \(sentence)") }
    state.said = sentence
    refresh(&state)
    taker?(ControlAnswer(problems: [sentence]))
  }

  /// Tells how all stands.
  func refresh(_ state: inout State) {
    state.store.retry()
    let shown = state.store.shown
    (state.view.hash, state.view.version) = (shown?.hash, shown?.version)
    state.view.fault =
      state.store.trouble.map { "nothing can be kept: \($0)" }
      ?? state.store.damaged.map { Self.damage($0.bundle.version, $0.file) }
    state.view.state = shown == nil ? .none : state.store.record.trial == nil ? .kept : .trial
    if shown == nil {
      try? state.store.write(waiting: Self.waitingBoard(for: setup.name, state.view))
    }
    state.stage?.note(state.view)
  }

  /// An address without user and password.
  private static func visible(_ address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound,
      let at = address[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
    else { return address }
    return String(address[..<start] + address[address.index(after: at)...])
  }

  /// What people see until the first bundle has come.
  private static func waitingBoard(for name: String, _ view: PanelStatus.Bundle) -> String {
    /// As a text of a board: no expression, and no end of a line.
    func plain(_ text: String) -> String {
      JSON.text(String(text.map { "{}$".contains($0) ? " " : $0 })).line
    }
    let reason = view.problem ?? view.others ?? view.fault ?? "It comes within a minute of its publication."
    return """
      board: \(plain(name))
      cards:
        - header: {title: \(plain(name)), subtitle: "waits for its board"}
        - text: {text: \(plain("From \(view.origin)"))}
        - text: {text: \(plain(reason))}

      """
  }
}
