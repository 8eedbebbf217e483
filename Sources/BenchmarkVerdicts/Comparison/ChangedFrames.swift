/// A run of consecutive frames that changed in the same direction.
package struct ChangedFrames: Hashable, Codable, Sendable {
  package internal(set) var first, last: Int

  /// The candidate's total over the baseline's, or nil when the baseline's is 0.
  package internal(set) var ratio: Double?

  /// Regressed or improved.
  package let verdict: Verdict
}

extension ChangedFrames {
  /// A run of at least this many frames decides a verdict on its own, whatever its share of all
  /// work.
  static let decidingLength = 3

  /// The verdict on a scenario, from the verdict on its total work and from its runs of frames.
  ///
  /// A few slow frames count even when the others make up for them, because they are the ones that
  /// drop.
  static func verdict(
    total: Verdict, ranges: FrameChanges, heavy: [ChangedFrames] = []
  ) -> Verdict {
    let long = ranges.filter { $0.last - $0.first + 1 >= decidingLength }
    if total == .regressed || (heavy + long).contains(where: { $0.verdict == .regressed }) {
      return .regressed
    }
    // A heavy frame decides even where the interval of the total is too wide.
    if heavy.contains(where: { $0.verdict == .improved })
      || total == .unchanged && long.contains(where: { $0.verdict == .improved })
    {
      return .improved
    }
    return total
  }
}
