import Foundation

/// The places where the level of consecutive measurements changes.
///
/// The values do not tell whether the level changed in a step or drifted.
package enum StepSearch {
  /// What is compared before and after a place.
  package enum Method: String, CaseIterable, Codable, Hashable, Sendable {
    /// The mean of the logarithms, or of the values where one is not above 0.
    case mean

    /// The mean rank, on which an outlier has no more effect than any other value.
    case ranks
  }

  /// The minimum number of values before and after a step: fewer could be outliers.
  package static let fewest = 3

  /// The number of shuffles, which show how large a shift can be by chance.
  private static let shuffles = 999

  /// The probability of finding a step in values without one.
  private static let chance = 0.02

  /// The indices of the first values after the steps, in ascending order.
  ///
  /// Divides the values at the largest shift of the mean, and then each part in the same way, as
  /// long as shuffled values seldom have such a large shift. Finally, each step is tested again on
  /// the values between its neighboring steps. The shuffles have a fixed seed.
  ///
  /// - Precondition: All values are finite.
  /// - Complexity: O(*n* log *n*) for each step and part.
  package static func steps(in values: [Double], by method: Method) -> [Int] {
    var found: [Int] = []
    var open = [values.indices]
    while let part = open.popLast() {
      guard let step = step(in: values[part], by: method) else { continue }
      found.append(step)
      open += [part.lowerBound..<step, step..<part.upperBound]
    }
    found.sort()
    return found.indices.reduce(into: []) { steps, index in
      let end = index + 1 < found.count ? found[index + 1] : values.count
      let part = values[(steps.last ?? 0)..<end]
      if let step = step(in: part, by: method) { steps.append(step) }
    }
  }

  /// The index of the first value after the largest shift, or nil if that shift may be chance.
  private static func step(in values: ArraySlice<Double>, by method: Method) -> Int? {
    guard values.count >= 2 * fewest else { return nil }
    var scores = scores(of: Array(values), by: method)
    let (place, shift) = largestShift(in: scores)
    guard shift > 1e-12 * scores.reduce(0, { $0 + $1 * $1 }) else { return nil }
    var generator = SplitMix64(seed: 0)
    var asLarge = 1
    for _ in 0..<shuffles {
      scores.shuffle(using: &generator)
      if largestShift(in: scores).size >= shift * (1 - 1e-9) { asLarge += 1 }
      guard Double(asLarge) <= chance * Double(shuffles + 1) else { return nil }
    }
    return values.startIndex + place
  }

  /// The values as a method sees them, with a mean of 0.
  private static func scores(of values: [Double], by method: Method) -> [Double] {
    var scores = values
    switch method {
    case .mean:
      if values.allSatisfy({ $0 > 0 }) { scores = values.map { log($0) } }
    case .ranks:
      let order = values.indices.sorted { values[$0] < values[$1] }
      var rank = 0
      while rank < order.count {
        var end = rank
        while end < order.count, values[order[end]] == values[order[rank]] { end += 1 }
        // Equal values share the mean of their ranks.
        for place in order[rank..<end] { scores[place] = Double(rank + end - 1) / 2 }
        rank = end
      }
    }
    let mean = scores.reduce(0) { $0 + $1 / Double(scores.count) }
    return scores.map { $0 - mean }
  }

  /// The place where the means before and after it differ most, measured in their errors.
  private static func largestShift(in scores: [Double]) -> (place: Int, size: Double) {
    var best = (place: fewest, size: 0.0)
    var sum = 0.0
    for (index, score) in scores.dropLast(fewest).enumerated() {
      sum += score
      let (before, after) = (Double(index + 1), Double(scores.count - index - 1))
      let size = sum * sum / (before * after)
      if index + 1 >= fewest, size > best.size { best = (index + 1, size) }
    }
    return best
  }
}
