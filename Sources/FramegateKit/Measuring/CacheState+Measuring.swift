import BenchmarkModel
import CMeasure
import WorkerProtocol

extension CacheState {
  func prepare() throws {
    guard self == .warm || framegate_can_cool() == 1 else {
      throw Unavailable(
        "this system does not let a program find and flush what it has in memory; warm work is used"
      )
    }
  }

  /// The number of frames that share one list of the pages in memory: listing the pages takes as
  /// long as flushing them.
  private static let framesPerList = 8

  /// Evicts all code from memory, once per process: most of it is library code that no frame uses,
  /// and flushing it before every frame would take most of the time.
  ///
  /// - Returns: Whether it did so now; if so, the frames have to run once before they are timed.
  static func giveBackCode() -> Bool { framegate_give_back_code() == 1 }

  /// What happens before every cold frame.
  static let cooling = WorkerHello.Cooling(
    method: "flush", branches: framegate_cooling_branches, sleepNs: framegate_cooling_sleep_ns)

  /// Makes all but the clock cold before a frame, so that the clock's own misses are not counted.
  static func cool(before frame: Int) {
    // List them again for the second frame: the first one begins the scene, which adds pages.
    if frame % framesPerList == 0 || frame == 1 { framegate_list_pages() }
    framegate_cool()
    _ = Clock.threadCPU
  }
}
