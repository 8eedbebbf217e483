/// How often something happened in a number of trials, with an interval of its probability.
package struct Proportion: Hashable, Sendable {
  /// How often it happened.
  package let count: Int

  /// How often it could have happened.
  package let trials: Int

  /// Creates a proportion.
  ///
  /// - Precondition: `0 <= count <= trials`.
  package init(_ count: Int, of trials: Int) {
    precondition((0...max(trials, 0)).contains(count), "\(count) of \(trials) is not a proportion")
    self.count = count
    self.trials = trials
  }
}

extension Proportion {
  /// The share of trials in which it happened, or nil without trials.
  package var fraction: Double? { trials > 0 ? Double(count) / Double(trials) : nil }

  /// The exact 95 % interval of the true probability; 0…1 without trials.
  ///
  /// The Clopper–Pearson interval, whose tails have a probability of 2.5 % each
  /// (C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits", 1934).
  ///
  /// - Complexity: O(√trials).
  package var interval: Interval {
    let low = count == 0 ? 0 : Self.solve { 1 - atMost(count - 1, chance: $0) - 0.025 }
    let high = count == trials ? 1 : Self.solve { 0.025 - atMost(count, chance: $0) }
    return Interval(low: min(low, high), high: max(low, high))
  }

  /// An upper bound of the true probability, with 95 % certainty; 1 without trials.
  ///
  /// The one-sided Clopper–Pearson bound. Without any count it is below 1 % from 299 trials on, and
  /// below 0.5 % from 598.
  package var upperBound: Double {
    count == trials ? 1 : Self.solve { 0.05 - atMost(count, chance: $0) }
  }

  /// P(B ≤ `limit`) with B binomial(trials, `chance`), for a chance above 0 and below 1.
  private func atMost(_ limit: Int, chance: Double) -> Double {
    // Terms are relative to the largest one, because (1 − p)ⁿ underflows for many trials. Terms
    // that are too small to change a sum are left out, so about √n remain. Below 0 and above all
    // trials, the factor makes them 0.
    let mode = min(trials, Int((Double(trials) + 1) * chance))
    let odds = chance / (1 - chance)
    var sum = (below: mode <= limit ? 1.0 : 0, all: 1.0)
    func add(_ term: Double, at k: Int) {
      sum.all += term
      if k <= limit { sum.below += term }
    }
    var (k, term) = (mode, 1.0)
    while term > Self.smallestTerm {
      term *= Double(k) / (Double(trials - k + 1) * odds)
      k -= 1
      add(term, at: k)
    }
    k = mode
    term = 1.0
    while term > Self.smallestTerm {
      term *= Double(trials - k) * odds / Double(k + 1)
      k += 1
      add(term, at: k)
    }
    return sum.below / sum.all
  }

  private static let smallestTerm = 1e-24

  /// The zero of a function that rises from negative to positive between 0 and 1.
  private static func solve(_ function: (Double) -> Double) -> Double {
    bisect(upTo: 1, steps: 60) { !(function($0) < 0) }
  }
}
