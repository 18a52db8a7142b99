import Panel

// What becomes of a panel that does not do as it is told. Each way ends in a picture, in a state that waits, or in a sentence.

extension KMSDisplay {
  /// What is on the glass and in the buffers is no longer known.
  mutating func forgetContents() {
    glass.signal.forget()
    // Parts over a page that lies in the ring are no picture by themselves, and the mode is set with a picture.
    if case .drawing(let output, let frame, _) = phase, frame.planes != nil { phase = .idle(output) }
    for buffer in phase.output?.buffers ?? [] { buffer.flip = 0 }
    if news.change != .modeChanged { news.change = .restarted }
  }

  /// A flip never came, or the kernel failed without a reason to act on.
  mutating func lose(_ reason: String, at now: Nanoseconds) {
    guard let (output, frame) = phase.frame else { return }
    output.abandonFrame()
    statistics.lost += 1
    frames.lost()
    let name = output.connector.name
    guard frames.lostInARow < KMSTiming.mostLosses else {
      return fail("\(name) does not take frames any more: \(reason), \(frames.lostInARow) times in a row")
    }
    log.write("\(name): frame lost (\(reason)); setting the mode anew")
    phase = .lost(output, frame.buffer)
    // Whoever draws waits for a flip that does not come, and would wait much longer.
    news.change = .restarted
    forgetContents()
  }

  mutating func fail(_ reason: String) {
    phase = .failed(reason, phase.output)
    news.change = .failed(reason)
  }

  /// The kernel calls the state invalid: once more with all of it, then by the legacy interface, then not at all.
  ///
  /// - Returns: whether to hand the frame over again.
  mutating func changeWay(_ output: Output<Kernel.Card>, after error: ModesettingError) -> Bool {
    frames.refused()
    if !glass.signal.needsModeset, frames.refusedInARow == 1 {
      glass.signal.forget()
      return true
    }
    if output.isAtomic {
      output.fallBack()
      glass.signal.forget()
      return true
    }
    fail("\(output.connector.name) cannot be driven: \(error)")
    return false
  }

  /// Memory ran out while the panel runs.
  ///
  /// - Returns: whether to hand the frame over again.
  mutating func shrink(
    _ output: Output<Kernel.Card>, keeping drawn: Buffer, after error: ModesettingError
  ) -> Bool {
    do throws(ModesettingError) {
      if try output.shrink(keeping: [glass.buffer, drawn].compactMap { $0 }) { return true }
      phase = .idle(output)
      takeMode(of: output)
    } catch {
      fail("\(output.connector.name) cannot be driven: \(error)")
    }
    return false
  }

  /// Another program has become DRM master: waits, with longer and longer pauses.
  mutating func beDenied(_ reason: String, at now: Nanoseconds) {
    if let output = phase.output, state != .dark(.denied) {
      let holders = options.holders(output.node.path)
      let who = holders.isEmpty ? "another program" : holders.joined(separator: ", ")
      log.write("\(output.node.path): \(who) has the screen (\(reason)); waiting for it to be free")
    }
    if phase.frame != nil, news.change == nil { news.change = .refused }
    darken(.denied)
    finder.wasDenied(at: now)
  }

  /// The card was unplugged or its driver unbound.
  mutating func loseCard(_ reason: String, at now: Nanoseconds) {
    log.write("\(phase.output?.node.path ?? "the card") is gone (\(reason))")
    darken(.noPanel)
    release()
    finder.hotplugged(at: now)
  }

  mutating func darken(_ darkness: KMSState.Darkness) {
    phase.output?.abandonFrame()
    phase = .dark(darkness, phase.output)
  }

  /// Closes the card.
  mutating func release() {
    glass.buffer = nil
    glass.ring = nil
    if case .dark(let darkness, _) = phase { phase = .dark(darkness, nil) } else { phase = .dark(.noPanel, nil) }
  }
}
