public import Compositor
import Glibc
public import KMS
import Scene

// What changes the glass, and the news of it.

extension FakeHandle {
  public func commit(_ request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags) throws(ModesettingError) {
    try perform(record(of: request, flags), token: 0)
  }

  public func queue(_ request: borrowing AtomicRequest, token: UInt64) throws(ModesettingError) {
    let record = record(of: request, .event)
    try leave(token) { [unowned self] () throws(ModesettingError) in try perform(record, token: token) }
  }

  /// What a thread of the card's would do: at once here, unless it is kept from it.
  private func leave(_ token: UInt64, _ call: @escaping () throws(ModesettingError) -> Void) throws(ModesettingError) {
    card.shower = self
    let job = { [unowned self] in
      do throws(ModesettingError) {
        try call()
      } catch {
        events.append(.refused(token: token, error))
      }
    }
    guard card.holdsFrames else { return job() }
    if card.held != nil { throw ModesettingError("drmModeAtomicCommit", on: .card(card.path), number: EBUSY) }
    card.held = job
  }

  public func withdraw() { card.held = nil }

  public var isInKernel: Bool { card.isStuck }

  private func record(of request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags) -> FakeCommit {
    var record = FakeCommit(flags: flags, values: [:], time: card.now)
    var next = 0
    for (object, count) in zip(request.objects, request.counts) {
      for _ in 0..<count {
        record.values["\(name(object)) \(Self.propertyNames[Int(request.properties[next]) - 1])"] = request.values[next]
        next += 1
      }
    }
    for (key, value) in record.values where key.hasSuffix("FB_DAMAGE_CLIPS") {
      if case .clips(let clips) = card.blobs[UInt32(value)] { record.clips = clips }
    }
    return record
  }

  private func perform(_ record: FakeCommit, token: UInt64) throws(ModesettingError) {
    var record = record
    do throws(ModesettingError) {
      try card.failures.take(record.call, "drmModeAtomicCommit", on: .card(card.path))
      try take(record, token: token)
      card.commits.append(record)
    } catch {
      record.number = error.number
      card.commits.append(record)
      throw error
    }
  }

  private func name(_ object: UInt32) -> String {
    if card.connectors.contains(where: { $0.id == object }) { return "connector \(object)" }
    return card.crtcs.contains { $0.id == object } ? "crtc \(object)" : "plane \(object)"
  }

  private func take(_ commit: FakeCommit, token: UInt64) throws(ModesettingError) {
    func refuse(_ number: Int32) -> ModesettingError {
      ModesettingError("drmModeAtomicCommit", on: .card(card.path), number: number)
    }
    try needMaster("drmModeAtomicCommit", .card(card.path))
    let flags = commit.flags
    if !hasAtomic { throw refuse(EOPNOTSUPP) }
    if flags.contains([.testOnly, .event]) { throw refuse(EINVAL) }
    for crtc in card.crtcs where commit.values["crtc \(crtc.id) ACTIVE"] == 0 {
      if !flags.contains(.allowModeset) { throw refuse(EINVAL) }
      if !flags.contains(.testOnly) { turnOff(crtc) }
    }
    for crtc in card.crtcs { try show(commit, token: token, on: crtc) }
  }

  /// What a commit does to one CRTC: nothing, when it says nothing of it.
  private func show(_ commit: FakeCommit, token: UInt64, on crtc: FakeCRTC) throws(ModesettingError) {
    func refuse(_ number: Int32) -> ModesettingError {
      ModesettingError("drmModeAtomicCommit", on: .card(card.path), number: number)
    }
    let flags = commit.flags
    let mode = try nextMode(crtc, commit)
    var primary: (plane: FakePlane, number: UInt32)?
    var layers: [FakeLayer] = []
    var isMentioned = false
    // From below.
    for plane in card.planes.sorted(by: { ($0.type == "Primary" ? 0 : 1) < ($1.type == "Primary" ? 0 : 1) }) {
      let (number, crtcID, source, target) = next(plane, commit)
      guard crtcID == crtc.id || plane.crtc == crtc.id else { continue }
      if commit.values["plane \(plane.id) FB_ID"] != nil { isMentioned = true }
      guard number != 0, crtcID == crtc.id else { continue }
      guard let framebuffer = card.framebuffers[number] else {
        if commit.values["plane \(plane.id) FB_ID"] == nil { continue }
        throw refuse(ENOENT)
      }
      guard let mode, plane.formats.contains(framebuffer.format.fourCC) else { throw refuse(EINVAL) }
      if commit.values["plane \(plane.id) FB_ID"] == nil, source.isEmpty { continue }
      guard source.size == target.size, !target.isEmpty, PixelRect(mode.size).contains(target) else {
        throw refuse(EINVAL)
      }
      guard PixelRect(framebuffer.size).contains(source) else { throw refuse(ENOSPC) }
      if plane.type == "Primary" {
        guard target == PixelRect(mode.size) else { throw refuse(EINVAL) }
        primary = (plane, number)
      } else if plane.type == "Overlay", let refusal = card.overlayRefusal {
        throw refuse(refusal)
      }
      layers.append(FakeLayer(framebuffer: number, source: source, target: target))
    }
    guard isMentioned else { return }
    guard let primary else {
      if layers.isEmpty, !flags.contains(.testOnly) { apply(commit) }
      return
    }
    let isWoken = !crtc.isActive && commit.values["crtc \(crtc.id) ACTIVE"] == 1
    if !crtc.isActive, !isWoken { throw refuse(EINVAL) }
    guard let mode, !card.refusedModes.contains(mode.size) else { throw refuse(EINVAL) }
    let connector = card.connectors.first { commit.values["connector \($0.id) CRTC_ID"] == UInt64(crtc.id) }
    let isModeset = isWoken || crtc.mode?.isSame(as: mode) != true || (connector.map { $0.crtc != crtc.id } ?? false)
    if isModeset, !flags.contains(.allowModeset) { throw refuse(EINVAL) }
    if commit.values["crtc \(crtc.id) ACTIVE"] == 1, connector == nil,
      !card.connectors.contains(where: { $0.crtc == crtc.id })
    {
      throw refuse(EINVAL)
    }
    if let connector, !connector.modes.contains(where: { $0.isSame(as: mode) }) { throw refuse(EINVAL) }
    if flags.contains(.testOnly) { return }
    if flags.contains(.event), crtc.pending != nil { throw refuse(EBUSY) }
    card.settlePending(crtc)
    let isNew = primary.plane.framebuffer != primary.number
    apply(commit)
    let isWhole =
      layers.count == 1 && layers[0].source == PixelRect(card.framebuffers[primary.number]?.size ?? mode.size)
    if isWhole { layers = [] }
    if card.verticalBlank != .real {
      let ignoresClips = isNew && card.ignoresClipsOfNewFramebuffers
      card.upload(primary.number, clips: ignoresClips ? nil : commit.clips)
    }
    if flags.contains(.event) {
      card.queueFlip(crtc, primary.number, layers: layers, token: token, from: self)
    } else {
      crtc.mode = mode
      crtc.isActive = true
      card.machine?.advance(to: card.now + (isModeset ? card.modesetCost : 0))
      card.show(primary.number, layers: layers, on: crtc)
    }
  }

  /// What a plane is after a commit.
  private func next(_ plane: FakePlane, _ commit: FakeCommit) -> (UInt32, UInt32, PixelRect, PixelRect) {
    func value(_ name: String, _ present: Int, shift: UInt64 = 0) -> Int {
      commit.values["plane \(plane.id) \(name)"].map { Int(clamping: $0 >> shift) } ?? present
    }
    let (source, target) = (plane.source, plane.target)
    return (
      UInt32(clamping: value("FB_ID", Int(plane.framebuffer))), UInt32(clamping: value("CRTC_ID", Int(plane.crtc))),
      PixelRect(
        x: value("SRC_X", source.x0, shift: 16), y: value("SRC_Y", source.y0, shift: 16),
        width: value("SRC_W", source.width, shift: 16), height: value("SRC_H", source.height, shift: 16)),
      PixelRect(
        x: value("CRTC_X", target.x0), y: value("CRTC_Y", target.y0), width: value("CRTC_W", target.width),
        height: value("CRTC_H", target.height))
    )
  }

  private func turnOff(_ crtc: FakeCRTC) {
    card.settlePending(crtc)
    crtc.isActive = false
    card.machine?.advance(to: card.now + card.modesetCost)
  }

  public func turnOff(crtc id: UInt32) throws(ModesettingError) {
    try card.failures.take(.setMode, "drmModeSetCrtc", on: .crtc(id))
    try needMaster("drmModeSetCrtc", .crtc(id))
    turnOff(try findCRTC(id, "drmModeSetCrtc"))
  }

  private func nextMode(_ crtc: FakeCRTC, _ commit: FakeCommit) throws(ModesettingError) -> VideoMode? {
    guard let number = commit.values["crtc \(crtc.id) MODE_ID"] else { return crtc.mode }
    guard case .mode(let mode) = card.blobs[UInt32(number)] else { return nil }
    return mode
  }

  private func apply(_ commit: FakeCommit) {
    for plane in card.planes {
      (plane.framebuffer, plane.crtc, plane.source, plane.target) = next(plane, commit)
      if let rotation = commit.values["plane \(plane.id) rotation"] { plane.rotation = rotation }
    }
    for connector in card.connectors {
      if let number = commit.values["connector \(connector.id) CRTC_ID"] { connector.crtc = UInt32(number) }
      if commit.values["connector \(connector.id) link-status"] == 0, commit.flags.contains(.allowModeset) {
        connector.isLinkBad = false
      }
    }
  }

  public func setMode(_ mode: VideoMode, ofCRTC id: UInt32, showing number: UInt32, on connector: UInt32)
    throws(ModesettingError)
  {
    try card.failures.take(.setMode, "drmModeSetCrtc", on: .crtc(id))
    try needMaster("drmModeSetCrtc", .crtc(id))
    let crtc = try findCRTC(id, "drmModeSetCrtc")
    guard let framebuffer = card.framebuffers[number], framebuffer.size == mode.size,
      !card.refusedModes.contains(mode.size)
    else { throw ModesettingError("drmModeSetCrtc", on: .crtc(id), number: EINVAL) }
    card.settlePending(crtc)
    crtc.mode = mode
    crtc.isActive = true
    try find(connector).crtc = id
    card.machine?.advance(to: card.now + card.modesetCost)
    if card.verticalBlank != .real { card.upload(number, clips: nil) }
    card.show(number, on: crtc)
  }

  public func queueFlip(crtc id: UInt32, to number: UInt32, token: UInt64) throws(ModesettingError) {
    try leave(token) { [unowned self] () throws(ModesettingError) in try flip(crtc: id, to: number, token: token) }
  }

  private func flip(crtc id: UInt32, to number: UInt32, token: UInt64) throws(ModesettingError) {
    try card.failures.take(.flip, "drmModePageFlip", on: .crtc(id))
    try needMaster("drmModePageFlip", .crtc(id))
    let crtc = try findCRTC(id, "drmModePageFlip")
    guard crtc.mode != nil, crtc.isActive, card.framebuffers[number] != nil else {
      throw ModesettingError("drmModePageFlip", on: .crtc(id), number: EINVAL)
    }
    if crtc.pending != nil { throw ModesettingError("drmModePageFlip", on: .crtc(id), number: EBUSY) }
    if card.verticalBlank != .real { card.upload(number, clips: nil) }
    card.queueFlip(crtc, number, token: token, from: self)
  }

  public func queueUpload(_ framebuffer: UInt32, _ clips: borrowing Region, token: UInt64) throws(ModesettingError) {
    let rects = clips.rects
    try leave(token) { [unowned self] () throws(ModesettingError) in
      try upload(framebuffer, rects)
      events.append(.uploaded(token: token))
    }
  }

  private func upload(_ framebuffer: UInt32, _ clips: [PixelRect]) throws(ModesettingError) {
    try card.failures.take(.markDirty, "drmModeDirtyFB", on: .framebuffer(framebuffer))
    try needMaster("drmModeDirtyFB", .framebuffer(framebuffer))
    card.dirtyCalls.append(clips)
    card.upload(framebuffer, clips: clips)
  }

  public func hideCursor(ofCRTC id: UInt32) { card.cursorHidden += 1 }

  public func nextEvent() throws(ModesettingError) -> CardEvent? {
    try card.failures.take(.readEvent, "read", on: .card(card.path))
    if !card.isPresent { throw ModesettingError("read", on: .card(card.path), number: ENODEV) }
    return events.isEmpty ? nil : events.removeFirst()
  }

  public func waitForEvent(milliseconds: Int) {
    let limit = card.now + Int64(milliseconds) * 1_000_000
    card.machine?.advance(to: min(card.nextFlip ?? limit, limit))
  }
}
