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
    for plane in card.planes {
      guard let number = commit.values["plane \(plane.id) FB_ID"], number != 0 else { continue }
      let crtcID = commit.values["plane \(plane.id) CRTC_ID"].map { UInt32($0) } ?? plane.crtc
      guard let crtc = card.crtcs.first(where: { $0.id == crtcID }),
        let framebuffer = card.framebuffers[UInt32(number)]
      else { throw refuse(ENOENT) }
      let mode = try nextMode(crtc, commit)
      let isWoken = !crtc.isActive && commit.values["crtc \(crtcID) ACTIVE"] == 1
      if !crtc.isActive, !isWoken { throw refuse(EINVAL) }
      guard let mode, framebuffer.size == mode.size, plane.formats.contains(framebuffer.format.fourCC),
        !card.refusedModes.contains(mode.size)
      else { throw refuse(EINVAL) }
      let connector = card.connectors.first { commit.values["connector \($0.id) CRTC_ID"] == UInt64(crtcID) }
      let isModeset = isWoken || crtc.mode?.isSame(as: mode) != true || (connector.map { $0.crtc != crtcID } ?? false)
      if isModeset, !flags.contains(.allowModeset) { throw refuse(EINVAL) }
      if commit.values["crtc \(crtcID) ACTIVE"] == 1, connector == nil,
        !card.connectors.contains(where: { $0.crtc == crtcID })
      {
        throw refuse(EINVAL)
      }
      if let connector, !connector.modes.contains(where: { $0.isSame(as: mode) }) { throw refuse(EINVAL) }
      if flags.contains(.testOnly) { return }
      if flags.contains(.event), crtc.pending != nil { throw refuse(EBUSY) }
      card.settlePending(crtc)
      let isNew = plane.framebuffer != UInt32(number)
      apply(commit)
      if card.verticalBlank != .real {
        let ignoresClips = isNew && card.ignoresClipsOfNewFramebuffers
        card.upload(UInt32(number), clips: ignoresClips ? nil : commit.clips)
      }
      if flags.contains(.event) {
        card.queueFlip(crtc, UInt32(number), token: token, from: self)
      } else {
        crtc.mode = mode
        crtc.isActive = true
        card.machine?.advance(to: card.now + (isModeset ? card.modesetCost : 0))
        card.show(UInt32(number), on: crtc)
      }
    }
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
      if let number = commit.values["plane \(plane.id) FB_ID"] { plane.framebuffer = UInt32(number) }
      if let number = commit.values["plane \(plane.id) CRTC_ID"] { plane.crtc = UInt32(number) }
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
