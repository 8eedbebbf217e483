import HeadlessUI
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What thousands of transitions leave in memory.
@Suite("Memory")
struct MemoryTests {
  /// Ten thousand where the code is optimised; unoptimised, that many would take minutes.
  #if DEBUG
    static let lives = 300
  #else
    static let lives = 10_000
  #endif

  /// Whole pages that the allocator may take late, in bytes: 27 for each of ten thousand lives.
  static let tolerance = 1 << 18

  @Test("Thousands of whole lives keep resident memory flat")
  func flat() async {
    // A process of its own, in which no other test allocates.
    await #expect(processExitsWith: .success) {
      func play(_ lives: Int) {
        for life in 0..<lives {
          let stage = Gallery.all[life % Gallery.all.count](StageParameters(layers: 4))
          for frame in 1...Int64(stage.duration * 120) + 1 {
            stage.advance(to: Engine.vsync(frame, rate: 120))
          }
        }
      }
      play(3 * Gallery.all.count)
      let before = MemoryTests.peakResidentBytes
      play(MemoryTests.lives)
      let growth = MemoryTests.peakResidentBytes - before
      precondition(
        growth <= MemoryTests.tolerance,
        "\(growth) bytes more after \(MemoryTests.lives) transitions")
    }
  }

  /// The most memory that this process has had resident so far, in bytes.
  private static var peakResidentBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return 1_024 * usage.ru_maxrss
    #endif
  }
}
