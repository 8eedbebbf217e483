import BenchmarkModel
import CMeasure
import Foundation
import FramegateKit
import WorkerClient
import WorkerProtocol

/// What some machines lack.
enum Machine {
  /// Whether allocations can be counted.
  static let countsAllocations = Jemalloc.path != nil

  /// Whether a program can empty the caches, so that cold frames can be measured.
  static let emptiesCaches = framegate_can_cool() == 1

  /// Whether the tool finds a valgrind.
  static let hasValgrind = has("valgrind")

  /// Whether 'localedef' can make a locale with a decimal comma.
  static let makesGermanLocale =
    has("localedef") && FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE")

  /// Whether a program is on the search path: a compiler, an interpreter or a profiler.
  static func has(_ program: String) -> Bool { !SearchPath.programs(named: program).isEmpty }
}
