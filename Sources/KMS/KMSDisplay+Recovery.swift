import Panel

// What becomes of a panel that does not do as it is told. Each way ends in a picture, in a state that waits, or in a sentence.

extension KMSDisplay {
  /// What is on the glass and in the buffers is no longer known.
  mutating func forgetContents() {
    needsModeset = true
    for buffer in output?.buffers ?? [] { buffer.flip = 0 }
    if change != .modeChanged { change = .restarted }
  }

  /// A flip never came, or the kernel failed without a reason to act on.
  mutating func lose(_ reason: String, at now: Nanoseconds) {
    output?.abandonFrame()
    statistics.lost += 1
    lostInARow += 1
    let name = output?.connector.name ?? "the panel"
    guard lostInARow < KMSTiming.mostLosses else {
      return fail("\(name) does not take frames any more: \(reason), \(lostInARow) times in a row")
    }
    voice.say("\(name): frame lost (\(reason)); setting the mode anew")
    state = .lost
    // Whoever draws waits for a flip that does not come, and would wait much longer.
    change = .restarted
    forgetContents()
  }

  mutating func fail(_ reason: String) {
    pending = nil
    state = .failed(reason)
    change = .failed(reason)
  }

  /// The kernel calls the state invalid: once more with all of it, then by the legacy interface, then not at all.
  ///
  /// - Returns: whether to hand the frame over again.
  mutating func changeWay(after error: ModesettingError) -> Bool {
    guard let output else { return false }
    refusedInARow += 1
    if !needsModeset, refusedInARow == 1 {
      needsModeset = true
      return true
    }
    if output.isAtomic {
      output.fallBack()
      needsModeset = true
      return true
    }
    fail("\(output.connector.name) cannot be driven: \(error)")
    return false
  }

  /// Memory ran out while the panel runs.
  ///
  /// - Returns: whether to hand the frame over again.
  mutating func shrink(after error: ModesettingError) -> Bool {
    guard let output else { return false }
    do throws(ModesettingError) {
      if try output.shrink(keeping: [front, pending].compactMap { $0 }) { return true }
      pending = nil
      state = .idle
      takeMode(of: output)
    } catch {
      fail("\(output.connector.name) cannot be driven: \(error)")
    }
    return false
  }

  /// Another program has become DRM master: waits, with longer and longer pauses.
  mutating func beDenied(_ reason: String, at now: Nanoseconds) {
    if let output, state != .dark(.denied) {
      let holders = options.holders(output.node.path)
      let who = holders.isEmpty ? "another program" : holders.joined(separator: ", ")
      voice.say("\(output.node.path): \(who) has the screen (\(reason)); waiting for it to be free")
    }
    darken(.denied)
    probeTime = now + retryDelay
    retryDelay = min(retryDelay * 2, KMSTiming.slowProbe)
  }

  /// The card was unplugged or its driver unbound.
  mutating func loseCard(_ reason: String, at now: Nanoseconds) {
    voice.say("\(output?.node.path ?? "the card") is gone (\(reason))")
    darken(.noPanel)
    release()
    probeTime = now + KMSTiming.hotplugDebounce
  }

  mutating func darken(_ darkness: Darkness) {
    output?.abandonFrame()
    pending = nil
    state = .dark(darkness)
  }

  /// Closes the card.
  mutating func release() {
    front = nil
    pending = nil
    output = nil
  }
}
