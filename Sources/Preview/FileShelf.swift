#if Preview
  internal import NIOConcurrencyHelpers

  /// Files that were made while pages are open: pictures, films, records.
  final class FileShelf: Sendable {
    /// Bytes of all of them; the oldest go.
    static let most = 512 << 20

    private struct State {
      var files: [String: PageFile] = [:]
      /// The oldest first.
      var names: [String] = []
      var bytes = 0
    }

    private let state = NIOLockedValueBox(State())

    func file(_ name: String) -> PageFile? { state.withLockedValue { $0.files[name] } }

    func put(_ file: PageFile, as name: String) {
      state.withLockedValue { state in
        if let old = state.files[name] {
          state.bytes -= old.bytes.count
          state.names.removeAll { $0 == name }
        }
        state.files[name] = file
        state.names.append(name)
        state.bytes += file.bytes.count
        while state.bytes > Self.most, let oldest = state.names.first, oldest != name {
          // Fits: the loop goes on only while there is a first.
          state.names.removeFirst()
          state.bytes -= state.files.removeValue(forKey: oldest)?.bytes.count ?? 0
        }
      }
    }
  }
#endif
