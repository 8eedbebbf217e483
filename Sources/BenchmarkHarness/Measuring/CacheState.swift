import BenchmarkModel
import CMeasure

/// What a frame finds in the caches when it starts.
package enum CacheState: String, Hashable, Codable, Sendable {
  /// What the frame before it left: frames are rendered back to back.
  case warm

  /// Nothing, as after a wait for vsync: before every frame, all lines of the process are flushed from the
  /// caches, branches are taken that push out those of the frame, and translations are forgotten.
  case cold

  /// Prepares the process for frames in this state.
  ///
  /// - Throws: `Unavailable` where the system or the processor does not allow it.
  func prepare() throws {
    guard self == .warm || framegate_can_cool() == 1 else {
      throw Unavailable(
        "this system does not let a program find and flush what it has in memory; warm work is used"
      )
    }
  }

  /// Makes everything cold but the clock, which is read once so that its own misses are not counted.
  static func cool() {
    _ = framegate_cool()
    _ = Clock.threadCPU
  }
}
