#if Preview
  import Kiosk
  import Linux
  import Motion
  import Panel
  import Recording
  import Scene
  import Scratch
  import Testing
  import Vitrine

  /// Three fingers on a panel, and what comes of them: a file, and words on the glass.
  @Suite struct RecordHoldTests {
    private static let size = PixelSize(width: 480, height: 320)

    private func fingers(_ phase: TouchEvent.Phase, at time: Double) -> [InputEvent] {
      (0..<3).map { contact in
        .touch(
          TouchEvent(
            phase: phase, contact: contact, position: Point(x: 100 + 100 * Double(contact), y: 160),
            time: time + Double(contact) / 100))
      }
    }

    @Test(arguments: [("", false, true), ("record: true", true, true), ("record: true", true, false)])
    func aRecordIsKeptWhereTheBoardAllowsIt(more: String, isAllowed: Bool, hasRecorder: Bool) throws {
      let (stage, scratch) = (Stage(), TemporaryDirectory(isInMemory: true))
      let (file, source, _) = try stage.read("board: Hold\n\(more)\ncards: [{text: {text: Hello}}]")
      let recorder = hasRecorder ? PanelRecorder(runtime: nil, directory: scratch.path, log: { _ in }) : nil
      var options = PanelOptions(mode: DisplayMode(size: Self.size), fonts: Stage.fonts)
      options.recorder = recorder
      var kiosk = VirtualKiosk(
        board: file, source: source, options: options, start: Stage.start, answers: .atOnce, log: { _ in })
      kiosk.settle()
      // The scroll indicator goes by itself.
      kiosk.play(seconds: 4)
      kiosk.settle()
      let calm = try kiosk.picture()
      kiosk.schedule(fingers(.down, at: kiosk.seconds + 0.1))
      kiosk.play(seconds: 2.4)
      kiosk.schedule(fingers(.up, at: kiosk.seconds + 0.1))
      kiosk.play(seconds: 0.5)
      kiosk.settle()
      recorder?.wait()
      kiosk.settle()
      kiosk.play(seconds: 4)
      let names = try Directory.names(in: scratch.path)
      #expect(names.count == (isAllowed && hasRecorder ? 1 : 0))
      #expect(names.allSatisfy { $0.hasSuffix("-fingers.vrec") })
      let said = try kiosk.picture()
      // What was done, or that it could not be.
      #expect((differences(said, calm) > 0) == isAllowed)
      // And it is gone again.
      kiosk.play(seconds: 32)
      kiosk.settle()
      kiosk.play(seconds: 2)
      let after = try kiosk.picture()
      #expect(differences(after, calm) == 0)
      guard let name = names.first else { return }
      let record = try EventRecord(Files.read(scratch.path + "/" + name))
      #expect(record.events.count { $0.kind == .input } >= 3, "the fingers that have asked for it are in it")
      var player = FramePlayer(record)
      while player.step() {}
      #expect(player.difference == nil && player.stray == nil && player.garbled == nil)
    }
  }
#endif
