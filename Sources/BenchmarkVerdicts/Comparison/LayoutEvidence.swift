import BenchmarkResults
package import SampleStatistics

/// What a row's times say when both sides are linked in several orders.
///
/// A change moves code that it does not touch to other addresses, where a processor may run it
/// faster or slower. Another order of linking moves it again, so a difference caused by the code
/// persists in every order, and one caused by addresses does not (C. Curtsinger and E. D. Berger,
/// "STABILIZER: statistically sound performance evaluation", 2013).
package struct LayoutEvidence: Hashable, Codable, Sendable {
  /// The confidence level of the interval over the orders (Student's *t*).
  private static let level = 0.95

  /// The minimum number of orders for a judgement.
  package static let fewest = 3

  /// How many orders there are unless the user says otherwise.
  package static let usual = 5

  /// Candidate over baseline, by order.
  package let ratios: [Double]

  /// The interval of their geometric mean.
  package let interval: Interval

  /// What the interval says about the code, whatever its addresses; ``Verdict/inconclusive`` if it
  /// is not beyond the threshold.
  package let verdict: Verdict

  /// Judges ratios of different orders; nil with fewer than ``fewest`` ratios, or if one is not
  /// above 0 and finite.
  package init?(ratios: [Double], rule: VerdictRule) {
    guard ratios.count >= Self.fewest, ratios.allSatisfy(\.isFinite),
      let interval = StudentT.logNormalInterval(of: ratios, level: Self.level)
    else { return nil }
    self.ratios = ratios
    self.interval = interval
    let verdict = rule.verdict(ratio: interval)
    self.verdict = verdict.isChange ? verdict : .inconclusive
  }
}

extension ComparisonEntry {
  /// The entry, judged over several orders of linking: a change that depends on the order is not
  /// caused by the code.
  package func judged(over layouts: LayoutEvidence) -> ComparisonEntry {
    var entry = self
    entry.evidence?.layouts = .value(layouts)
    if let verdict, verdict.isChange, layouts.verdict != verdict {
      entry.withdrawVerdict(.moved(layouts))
    }
    return entry
  }

  /// The entry, with a footnote on why its layout was not varied.
  package func notJudgedOverLayouts(because problem: String) -> ComparisonEntry {
    guard case .verdict(let verdict, let reason) = conclusion else { return self }
    var entry = self
    entry.evidence?.layouts = .unavailable(problem)
    let own =
      (mayHaveMoved ? "its instructions did not change, but " : "")
      + "its layout was not varied: \(problem)"
    entry.conclusion = .verdict(
      verdict, reason: [reason, own].compactMap(\.self).joined(separator: "; "))
    return entry
  }

  /// Whether its times changed, but its instructions less than a tenth as much and less than 0.2 %.
  package var mayHaveMoved: Bool {
    guard verdict?.isChange == true, let distance, let counted = evidence?.instructions
    else { return false }
    let (old, new) = (counted.baseline, counted.candidate)
    // Without instructions on a side, the share is infinite or not a number.
    return max(new / old, old / new) - 1 < min(0.002, distance / 10)
  }
}
