package import FrameTiming
package import SampleStatistics

/// Which causes were named for frames that were made late on purpose.
package struct CauseTrials: Hashable, Codable, Sendable {
  /// The trials of one cause.
  package struct Row: Hashable, Codable, Sendable {
    /// What was done to the frames; nil for nothing.
    package let injected: FrameCause?

    /// How many frames were named what; absent where the cause cannot be made on purpose.
    ///
    /// Frames that dropped no slot count under ``none``.
    package let named: Recorded<[String: Int]>

    /// Creates a row.
    package init(injected: FrameCause?, named: Recorded<[String: Int]>) {
      self.injected = injected
      self.named = named
    }
  }

  /// What a frame is named that was not late.
  package static let none = "none"

  /// In the order of the trials.
  package let rows: [Row]

  /// Creates a matrix.
  package init(_ rows: [Row]) {
    self.rows = rows
  }
}

extension CauseTrials.Row {
  /// The causes that follow from recordings.
  ///
  /// - Parameters:
  ///   - injected: What was done to a frame; nil for nothing.
  ///   - recordings: The paced runs.
  ///   - frame: The frame that it was done to, the same in every run.
  ///   - costs: What faults and allocations cost.
  ///   - allocations: The number of allocations of each frame, in each run.
  package init(
    injected: FrameCause?, in recordings: [PacedRecording], frame: Int, costs: CauseCosts,
    allocations: [[Int64]]
  ) {
    var named: [String: Int] = [:]
    for (recording, allocations) in zip(recordings, allocations) {
      let drops = recording.causes(costs: costs, allocations: allocations)
      // What another frame was late by is not what was injected.
      let cause = drops.first { $0.origin == frame }?.cause
      named[cause?.rawValue ?? CauseTrials.none, default: 0] += 1
    }
    self.init(injected: injected, named: .value(named))
  }

  /// How many frames were named as they should be: by the cause that was injected, and without one
  /// by nothing or by the machine.
  package var correct: Proportion? {
    guard let named = named.value else { return nil }
    let all = named.values.reduce(0, +)
    let right = named.filter { name, _ in
      guard let injected else { return FrameCause(rawValue: name)?.isOfCode != true }
      return name == injected.rawValue
    }
    return Proportion(right.values.reduce(0, +), of: all)
  }
}

extension CauseTrials {
  /// How many of all injected causes were named correctly; nil without any.
  package var correct: Proportion? {
    let rows = rows.filter { $0.injected != nil }.compactMap(\.correct)
    guard !rows.isEmpty else { return nil }
    return Proportion(
      rows.reduce(0) { $0 + $1.count }, of: rows.reduce(0) { $0 + $1.trials })
  }
}
