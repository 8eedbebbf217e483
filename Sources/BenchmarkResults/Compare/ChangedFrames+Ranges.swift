import BenchmarkModel

extension ChangedFrames {
  /// So many neighbouring frames must agree before they decide a verdict on their own.
  private static let decidingLength = 3

  /// Neighbouring frames with the same verdict, regressed or improved.
  ///
  /// - Parameters:
  ///   - verdicts: One per frame.
  ///   - baseline: One value per frame.
  ///   - candidate: The same on the other side.
  /// - Returns: The ranges, in order.
  static func ranges(
    of verdicts: [Verdict], baseline: [Int64], candidate: [Int64]
  ) -> [ChangedFrames] {
    var ranges: [ChangedFrames] = []
    for (frame, verdict) in verdicts.enumerated() where [.regressed, .improved].contains(verdict) {
      if let last = ranges.last, last.last == frame - 1, last.verdict == verdict {
        ranges[ranges.count - 1].last = frame
      } else {
        ranges.append(ChangedFrames(first: frame, last: frame, ratio: nil, verdict: verdict))
      }
    }
    for (index, range) in ranges.enumerated() {
      let old = Array(baseline[range.first...range.last]).total
      let new = Array(candidate[range.first...range.last]).total
      ranges[index].ratio = old > 0 ? new / old : nil
    }
    return ranges
  }

  /// The verdict on a scenario from that on all its work and from its ranges of frames.
  ///
  /// A few slow frames count even when the rest makes up for them: they are what drops.
  static func verdict(total: Verdict, ranges: [ChangedFrames]) -> Verdict {
    let long = ranges.filter { $0.last - $0.first + 1 >= decidingLength }
    if total == .regressed || long.contains(where: { $0.verdict == .regressed }) {
      return .regressed
    }
    if total == .unchanged, long.contains(where: { $0.verdict == .improved }) { return .improved }
    return total
  }
}

extension [Int64] {
  /// The sum, as a double, which cannot overflow.
  var total: Double { reduce(0) { $0 + Double($1) } }
}
