import CSound
import Glibc
import Linux
import Numbers

/// A device that is heard, through ALSA. Used by one thread at a time.
///
/// It stays open between two sentences: to open one maps and unmaps memory, which every thread of the process may have to wait for.
@safe
public struct SoundOutput: ~Copyable {
  private let name: String
  private var sound: OpaquePointer?
  private var rate = 0

  /// Microseconds that are under way to the ear: whoever ends it waits no longer.
  private static let latency: UInt32 = 60_000
  /// Samples handed over between two looks at whether it goes on, in shares of a second.
  private static let share = 50
  /// Milliseconds without the device taking anything after which it is given up.
  private static let patience = 3000

  /// Opens nothing yet.
  ///
  /// - Parameter name: as ALSA calls it: `default`, `plughw:1,0`, `hdmi`.
  public init(_ name: String) { self.name = name }

  deinit { if let sound = unsafe sound { _ = unsafe snd_pcm_close(sound) } }

  /// Plays it, and returns when all of it but what is under way has been handed over, or at once when it is not to go on.
  ///
  /// - Parameters:
  ///   - loudness: 0...1.
  ///   - goesOn: asked fifty times a second.
  /// - Throws: when there is no such device, or it has gone; the next call opens it anew.
  public mutating func play(_ sound: Sound, loudness: Double, goesOn: () -> Bool) throws(SoundFailure) {
    guard !sound.samples.isEmpty, sound.rate > 0 else { return }
    let wasOpen = unsafe self.sound != nil
    do throws(SoundFailure) {
      try hand(over: sound, loudness: loudness, goesOn: goesOn)
    } catch {
      // What was open since the last sentence may have gone meanwhile, and be there again.
      guard wasOpen, goesOn() else { throw error }
      try hand(over: sound, loudness: loudness, goesOn: goesOn)
    }
  }

  private mutating func hand(over sound: Sound, loudness: Double, goesOn: () -> Bool) throws(SoundFailure) {
    let device = try unsafe open(rate: sound.rate)
    let factor = Int(clamping: (min(max(loudness, 0), 1) * 256).rounded())
    let step = max(sound.rate / Self.share, 1)
    // What is loud enough is left as it is.
    let samples =
      factor == 256 ? sound.samples : sound.samples.map { Int16(truncatingIfNeeded: (Int($0) * factor) >> 8) }
    var place = 0
    var waited = 0
    while place < samples.count {
      guard goesOn() else { return unsafe silence(device) }
      let count = min(step, samples.count - place)
      // Indices: `place + count` is at most their number.
      let written = unsafe samples.withUnsafeBufferPointer { samples in
        unsafe snd_pcm_writei(device, samples.baseAddress.map { unsafe $0 + place }, UInt(count))
      }
      if written > 0 {
        place += min(written, count)
        waited = 0
      } else if written == 0 || written == -Int(EAGAIN) {
        guard waited < Self.patience else { throw fail("takes no sound") }
        waited += 1000 / Self.share
        _ = unsafe snd_pcm_wait(device, Int32(1000 / Self.share))
      } else if waited >= Self.patience || (unsafe snd_pcm_recover(device, Int32(clamping: written), 1)) < 0 {
        throw fail(unsafe String(cString: snd_strerror(Int32(clamping: written))))
      } else {
        // One that recovers again and again has taken nothing.
        waited += 1000 / Self.share
      }
    }
  }

  /// Opens it and gives it back.
  ///
  /// - Returns: why that cannot be, for people; nil where it can, or somebody else is being heard on it.
  public mutating func problem() -> String? {
    defer { close() }
    do throws(SoundFailure) {
      _ = try unsafe open(rate: 22_050)
      return nil
    } catch {
      return error.isBusy ? nil : error.description
    }
  }

  /// Lets what was handed over be heard; waits for as long as that is under way.
  public mutating func finish() {
    guard let device = unsafe sound else { return }
    _ = unsafe snd_pcm_nonblock(device, 0)
    _ = unsafe snd_pcm_drain(device)
    _ = unsafe snd_pcm_prepare(device)
    _ = unsafe snd_pcm_nonblock(device, 1)
  }

  /// Gives the device back; what was under way is not heard.
  public mutating func close() {
    guard let device = unsafe sound else { return }
    _ = unsafe snd_pcm_drop(device)
    _ = unsafe snd_pcm_close(device)
    unsafe sound = nil
    // Nothing is kept while nobody listens.
    _ = snd_config_update_free_global()
  }

  @unsafe
  private func silence(_ device: OpaquePointer) {
    _ = unsafe snd_pcm_drop(device)
    _ = unsafe snd_pcm_prepare(device)
  }

  private mutating func open(rate: Int) throws(SoundFailure) -> OpaquePointer {
    if let sound = unsafe sound, rate == self.rate { return unsafe sound }
    if unsafe sound != nil { close() }
    guard LateLibrary.sound.load() else { throw SoundFailure(LateLibrary.sound.failure) }
    vitrine_sound_be_quiet()
    var opened: OpaquePointer?
    let code = unsafe snd_pcm_open(
      &opened, name, Int32(VITRINE_SOUND_PLAYBACK), Int32(VITRINE_SOUND_NONBLOCKING))
    guard code == 0, let device = unsafe opened else { throw unsafe refused(code) }
    let set = unsafe snd_pcm_set_params(
      device, Int32(VITRINE_SOUND_S16_LITTLE_ENDIAN), Int32(VITRINE_SOUND_INTERLEAVED), 1, UInt32(clamping: rate), 1,
      Self.latency)
    guard set == 0 else {
      _ = unsafe snd_pcm_close(device)
      throw unsafe refused(set)
    }
    (unsafe sound, self.rate) = (unsafe device, rate)
    return unsafe device
  }

  @unsafe
  private func refused(_ code: Int32) -> SoundFailure {
    let words = unsafe String(cString: snd_strerror(code))
    let hint =
      switch code {
      case -EACCES: "; its user must be in the group \"audio\""
      case -EPERM: "; the service may not use it: see DeviceAllow= of vitrine.service"
      default: "; aplay -L lists those there are"
      }
    return SoundFailure("the sound device \"\(name)\" could not be opened: \(words)\(hint)", isBusy: code == -EBUSY)
  }

  private mutating func fail(_ words: String) -> SoundFailure {
    close()
    return SoundFailure("the sound device \"\(name)\" has failed: \(words)")
  }
}

/// Why nothing is heard, for people.
public struct SoundFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String
  /// Somebody else is heard on it.
  let isBusy: Bool

  init(_ description: String, isBusy: Bool = false) { (self.description, self.isBusy) = (description, isBusy) }
}
