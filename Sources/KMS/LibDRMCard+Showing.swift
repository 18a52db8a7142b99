import CDRM
public import Compositor
import Glibc
import Numbers
import Scene

// What changes the glass, and the news of it.

extension LibDRMCard {
  public func commit(_ request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags) throws(ModesettingError) {
    // Frames will follow.
    if !flags.contains(.testOnly) { commits.start(isUrgent: true) }
    try check(Self.commit(request, flags, token: 0, descriptor), "drmModeAtomicCommit", .card(path))
  }

  private static func commit(
    _ request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags, token: UInt64, _ descriptor: Int32
  ) -> Int32 {
    unsafe vitrine_drm_atomic(
      descriptor, flags.rawValue, UInt32(request.objects.count), request.objects, request.counts, request.properties,
      request.values, token)
  }

  public func setMode(_ mode: VideoMode, ofCRTC crtc: UInt32, showing framebuffer: UInt32, on connector: UInt32)
    throws(ModesettingError)
  {
    var info = mode.info
    var connector = connector
    try check(
      unsafe drmModeSetCrtc(descriptor, crtc, framebuffer, 0, 0, &connector, 1, &info), "drmModeSetCrtc", .crtc(crtc))
  }

  public func turnOff(crtc: UInt32) throws(ModesettingError) {
    try check(drmModeSetCrtc(descriptor, crtc, 0, 0, 0, nil, 0, nil), "drmModeSetCrtc", .crtc(crtc))
  }

  public func queue(_ request: borrowing AtomicRequest, token: UInt64) throws(ModesettingError) {
    guard commits.post(.commit, token: token, { $0.request.replace(with: request) }) else {
      throw ModesettingError("drmModeAtomicCommit", on: .card(path), number: EBUSY)
    }
  }

  public func queueFlip(crtc: UInt32, to framebuffer: UInt32, token: UInt64) throws(ModesettingError) {
    guard commits.post(.flip(crtc: crtc, framebuffer: framebuffer), token: token) else {
      throw ModesettingError("drmModePageFlip", on: .crtc(crtc), number: EBUSY)
    }
  }

  public func queueUpload(_ framebuffer: UInt32, _ clips: borrowing Region, token: UInt64) throws(ModesettingError) {
    guard commits.post(.upload(framebuffer: framebuffer), token: token, { $0.clips.replace(with: clips) }) else {
      throw ModesettingError("drmModeDirtyFB", on: .framebuffer(framebuffer), number: EBUSY)
    }
  }

  public func withdraw() { commits.withdraw() }

  public var isInKernel: Bool { commits.isInKernel }

  /// The call of a frame; runs on the thread that waits for it.
  static func perform(_ job: borrowing CommitThread.Job, _ descriptor: Int32, path: String) -> CardEvent? {
    switch job.call {
    case .commit:
      let result = commit(job.request, .event, token: job.token, descriptor)
      return refusal(result, job.token, "drmModeAtomicCommit", .card(path))
    case .flip(let crtc, let framebuffer):
      let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
      let result = vitrine_drm_page_flip(descriptor, crtc, framebuffer, flags, job.token)
      return refusal(result, job.token, "drmModePageFlip", .crtc(crtc))
    case .upload(let framebuffer):
      let result = upload(job.clips, framebuffer, descriptor)
      return refusal(result, job.token, "drmModeDirtyFB", .framebuffer(framebuffer)) ?? .uploaded(token: job.token)
    }
  }

  private static func refusal(
    _ result: Int32, _ token: UInt64, _ call: StaticString, _ object: ModesettingError.Object
  ) -> CardEvent? {
    result < 0 ? .refused(token: token, ModesettingError(call, on: object, result: result)) : nil
  }

  private static func upload(_ clips: Region, _ framebuffer: UInt32, _ descriptor: Int32) -> Int32 {
    let count = clips.rects.count
    return unsafe withUnsafeTemporaryAllocation(of: drmModeClip.self, capacity: max(count, 1)) { rects in
      for index in 0..<count {
        let rect = clips.rects[index]
        unsafe rects[index] = drmModeClip(
          x1: UInt16(rect.x0), y1: UInt16(rect.y0), x2: UInt16(rect.x1), y2: UInt16(rect.y1))
      }
      return unsafe drmModeDirtyFB(descriptor, framebuffer, rects.baseAddress, UInt32(count))
    }
  }

  public func hideCursor(ofCRTC id: UInt32) { drmModeSetCursor(descriptor, id, 0, 0, 0) }

  /// Reads records itself: drmHandleEvent calls C functions that know nothing of their caller.
  public func nextEvent() throws(ModesettingError) -> CardEvent? {
    if let answer = commits.takeAnswer() { return answer }
    while true {
      while let event = takeRecord() {
        if let flip = event.flip { return .flipped(flip) }
      }
      // Whoever is told that there is nothing asks again when there is.
      if hasReadAll {
        hasReadAll = false
        return nil
      }
      let count = unsafe read(descriptor, events.baseAddress, events.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return nil }
      guard count >= 0 else { throw ModesettingError("read", on: .card(path), number: errno) }
      if count == 0 { return nil }
      eventRange = 0..<count
      // Of an event there would have been room for.
      hasReadAll = unsafe count <= events.count / 2
    }
  }

  private struct Record {
    /// nil for events of other kinds.
    var flip: FlipEvent?
  }

  private func takeRecord() -> Record? {
    guard eventRange.count >= MemoryLayout<drm_event>.size else { return nil }
    let start = eventRange.lowerBound
    let header = unsafe events.loadUnaligned(fromByteOffset: start, as: drm_event.self)
    let length = Int(header.length)
    guard length >= MemoryLayout<drm_event>.size, length <= eventRange.count else {
      eventRange = 0..<0
      return nil
    }
    eventRange = (start + length)..<eventRange.upperBound
    guard header.type == UInt32(DRM_EVENT_FLIP_COMPLETE), length >= MemoryLayout<drm_event_vblank>.size else {
      return Record(flip: nil)
    }
    let event = unsafe events.loadUnaligned(fromByteOffset: start, as: drm_event_vblank.self)
    return Record(
      flip: FlipEvent(
        token: event.user_data, time: Int64(event.tv_sec) * 1_000_000_000 + Int64(event.tv_usec) * 1_000,
        sequence: event.sequence))
  }

  public func waitForEvent(milliseconds: Int) {
    var requests = eventDescriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = unsafe poll(&requests, nfds_t(requests.count), Int32(milliseconds))
  }
}
