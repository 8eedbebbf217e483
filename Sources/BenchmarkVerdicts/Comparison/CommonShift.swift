import Foundation
import SampleStatistics

/// A shift of the times of nearly all benchmarks by about the same share in one direction.
package struct CommonShift: Hashable, Sendable {
  /// How many benchmarks moved alike, and how many there are.
  package let count, total: Int

  /// The median ratio, candidate over baseline.
  package let ratio: Double
}

extension CommonShift {
  /// The minimum number of benchmarks: fewer may all contain the same changed code.
  private static let fewest = 6

  /// The smallest shift to report: smaller ones change no verdict at the default threshold.
  private static let smallest = 0.01

  /// Finds the shift in the times of a comparison: at least six benchmarks, and at least nine
  /// tenths of all, moved alike by 1 % or more.
  ///
  /// A benchmark moved if its interval does not contain 1. It moved alike if the logarithm of its
  /// ratio differs from the median of all logarithms by at most a third of that median. A scenario
  /// counts once.
  init?(_ entries: [ComparisonEntry]) {
    var shifts: [String: (shift: Double, hasMoved: Bool)] = [:]
    for entry in entries where shifts[entry.benchmark] == nil {
      guard let interval = entry.times?.interval, let ratio = entry.ratio, ratio > 0 else {
        continue
      }
      shifts[entry.benchmark] = (log(ratio), !interval.contains(1))
    }
    guard let median = SortedSamples(shifts.values.map(\.shift))?.median,
      median.magnitude >= log(1 + Self.smallest)
    else { return nil }
    count = shifts.values.count {
      $0.hasMoved && ($0.shift - median).magnitude <= median.magnitude / 3
    }
    total = shifts.count
    ratio = exp(median)
    guard total >= Self.fewest, count * 10 >= total * 9 else { return nil }
  }
}
