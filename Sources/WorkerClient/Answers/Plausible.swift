import FrameModel
import WorkerProtocol

/// Which numbers of a worker are accepted.
enum Plausible {
  /// A day, which is also the longest timeout.
  static let longestNs: Int64 = 86_400_000_000_000

  /// Whether a text names a benchmark: it is not empty, fits into a line, and controls no terminal.
  static func name(_ text: String) -> Bool {
    (1...ListedBenchmark.longestName).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
  }

  static func count(_ count: Int) -> Bool {
    (0...ListedBenchmark.largestCount).contains(count)
  }

  static func times(_ nanoseconds: [Int64]) -> Bool {
    nanoseconds.allSatisfy((0...longestNs).contains)
  }

  static func times(_ nanoseconds: Double...) -> Bool {
    nanoseconds.allSatisfy((0...Double(longestNs)).contains)
  }

  static func cooling(_ cooling: WorkerHello.Cooling) -> Bool {
    name(cooling.method) && count(cooling.branches ?? 0)
      && times([Int64(cooling.sleepNs ?? 0)])
  }

  static func calls(_ found: CallTraces) -> Bool {
    count(found.repetitions) && found.repetitions > 0
      && found.traces.allSatisfy {
        count($0.count) && $0.calls.allSatisfy { found.files.indices.contains($0.file) }
      }
  }

  /// Whether rectangles, transforms and colors have their numbers, which decoding does not check.
  static func view(_ view: ViewState) -> Bool {
    view.frame.count == 4 && view.transform.count == 16
      && view.outline.map { $0.size.count == 2 && $0.toWindow.count == 16 } ?? true
      && view.look.map { $0.background.count == 4 } ?? true
  }

  static func allocations(_ allocations: Allocations) -> Bool {
    count(allocations.count) && count(allocations.bytes)
  }
}
