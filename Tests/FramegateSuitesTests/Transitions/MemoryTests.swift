import FrameTiming
import Testing

@testable import FramegateSuites
@testable import HeadlessUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What thousands of transitions leave behind in memory.
@Suite("Memory")
struct MemoryTests {
  static let lives = 10_000

  /// Room for pages of code and heap that are first touched late, in bytes: 52 per life.
  static let tolerance = 1 << 19

  @Test(
    "Thousands of whole lives keep resident memory flat",
    .enabled(if: !_isDebugAssertConfiguration(), "that many take minutes in debug"))
  func flat() async {
    // In a separate process, in which no other test allocates.
    await #expect(processExitsWith: .success) {
      func play(_ lives: Int) {
        for life in 0..<lives {
          let gallery = GalleryTransition.catalog
          let stage = gallery[life % gallery.count].makeStage(StageParameters(layers: 4))
          for frame in 1...Int(stage.duration * 120) + 1 {
            stage.advance(to: RefreshRate.hz120.vsync(frame).wholeNanoseconds)
          }
        }
      }
      // Some pages are first touched only after a hundred lives.
      play(10 * GalleryTransition.catalog.count)
      // So are those that reading the size needs, in a build that is not optimized.
      _ = MemoryTests.residentBytes()
      let before = MemoryTests.residentBytes()
      play(MemoryTests.lives)
      let growth = MemoryTests.residentBytes() - before
      precondition(
        growth <= MemoryTests.tolerance,
        "Resident memory grew by \(growth) bytes after \(MemoryTests.lives) transitions")
    }
  }

  /// This process's resident memory, in bytes.
  ///
  /// Not the peak from `getrusage`, which on Linux starts at the parent process's.
  private static func residentBytes() -> Int {
    #if canImport(Darwin)
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      precondition(result == KERN_SUCCESS, "task_info failed with \(result)")
      return Int(info.resident_size)
    #else
      // Not from `statm`, whose numbers lag behind by some hundred kilobytes after the process
      // moved between cores: this walks the page tables.
      guard let file = fopen("/proc/self/smaps_rollup", "r") else {
        preconditionFailure("/proc/self/smaps_rollup cannot be read")
      }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, CInt(line.count), file) != nil {
        let text = line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        if fields.count > 1, fields[0] == "Rss:", let kilobytes = Int(fields[1]) {
          return kilobytes * 1_024
        }
      }
      preconditionFailure("/proc/self/smaps_rollup has no Rss")
    #endif
  }
}
