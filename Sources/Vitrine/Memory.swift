import CLinux
import Glibc
import Numbers

/// This process's memory: what the allocator keeps, and what the kernel says.
package enum Memory {
  /// Makes the allocator give back what it does not need; to be called first thing in a program.
  ///
  /// glibc keeps an arena per thread, up to eight per core, and each holds on to what it once had. Tiles and pictures are made on
  /// whichever thread Dispatch chooses, so after a while every arena has held a screenful. Two arenas, and large blocks mapped and
  /// unmapped by themselves, took the demo at 800 x 480 from 77 to 61 MB resident. Source: mallopt(3).
  ///
  /// And no huge pages. The kernel makes them of small ones behind a process's back (khugepaged, as nice as can be, which locks the map
  /// of the process's memory and takes the pages out of it meanwhile): whoever reads a picture then waits until that has got a processor
  /// again, 15 to 90 ms beside four cameras on one processor. 17 and 26 of 4,540 frames were missed so, and with huge pages off none.
  package static func configure() {
    _ = vitrine_refuse_huge_pages()
    _ = mallopt(M_ARENA_MAX, 2)
    _ = mallopt(M_MMAP_THRESHOLD, 64 << 10)
    _ = mallopt(M_TRIM_THRESHOLD, 64 << 10)
  }

  /// Gives whole pages that nothing lies in back to the kernel, from the middle of the heap too. Holds each arena's lock meanwhile.
  /// Source: malloc_trim(3).
  package static func giveBack() { _ = malloc_trim(0) }

  /// Makes the allocator keep what it has, for a program that does one thing after the other and is ended when it has nothing to do:
  /// fresh pages are what most of the time of handing 2 MB over would go into. What is above 8 MB is given back as before.
  package static func configureForJobs() {
    _ = mallopt(M_ARENA_MAX, 1)
    _ = mallopt(M_MMAP_THRESHOLD, 8 << 20)
    _ = mallopt(M_TRIM_THRESHOLD, 64 << 20)
  }

  /// Resident megabytes, rounded.
  package static var megabytes: Int { Int(clamping: (resident / 1e6).rounded()) }

  /// Resident bytes. Reads /proc/self/statm.
  package static var resident: Double {
    guard let bytes = try? Files.read("/proc/self/statm") else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Double(fields[1]) ?? 0) * Double(getpagesize()) : 0
  }

  /// Bytes that the allocator has given out and not got back, from all arenas and mappings. Source: mallinfo(3).
  package static var given: Int {
    let info = mallinfo2()
    return Int(clamping: info.uordblks) + Int(clamping: info.hblkhd)
  }

  /// Resident bytes of a process by what they belong to, the largest part first; empty when there is no such process.
  ///
  /// Reads /proc/PID/smaps. Shared pages count whole, as they do in the kernel's own figure.
  package static func parts(of process: Int32) -> [(name: String, bytes: Double)] {
    guard let bytes = try? Files.read("/proc/\(process)/smaps") else { return [] }
    var sums: [String: Double] = [:]
    var name = ""
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      if fields[0].hasSuffix(":") {
        if fields[0] == "Rss:", let kilobytes = Double(fields[1]) { sums[name, default: 0] += kilobytes * 1024 }
      } else {
        name = part(fields.count > 5 ? String(fields[5]) : "")
      }
    }
    return sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (name: $0.key, bytes: $0.value) }
  }

  private static func part(_ path: String) -> String {
    if path.isEmpty || path == "[heap]" { return "heap, tiles, pictures, buffers" }
    if path.hasPrefix("[") { return "stacks and kernel pages" }
    if path.contains("/libswift") || path.contains("/libdispatch") || path.contains("/libFoundation")
      || path.contains("/libBlocks") || path.contains("/lib_Foundation")
    {
      return "Swift's libraries"
    }
    if path.contains(".so") { return "system libraries" }
    if path.contains("/font") { return "fonts and their index" }
    if path.hasSuffix("/vitrine") { return "vitrine itself" }
    return "other files"
  }
}
