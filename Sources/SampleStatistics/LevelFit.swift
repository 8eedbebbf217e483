import Foundation

/// The levels of points, computed by weighted least squares from measured differences between pairs
/// of points.
///
/// A difference is weighted by the reciprocal of its squared error. Effects of the machine on both
/// points of a pair cancel. If pairs form a loop, their differences should add up to 0: the
/// ``misfit`` says whether they do.
package struct LevelFit: Sendable {
  /// The measured difference of two points.
  package struct Edge: Hashable, Sendable {
    package let from, to: Int

    /// The level of `to` minus the level of `from`.
    package let difference: Double

    /// The standard error of the difference.
    package let error: Double

    /// Creates a difference.
    ///
    /// - Precondition: The points differ, both numbers are finite, and `error` is above 0.
    package init(from: Int, to: Int, difference: Double, error: Double) {
      precondition(from != to, "A difference needs two points, got \(from) twice")
      precondition(
        difference.isFinite && error.isFinite && error > 0,
        "A difference needs an error above 0, got \(difference) ± \(error)")
      self.from = from
      self.to = to
      self.difference = difference
      self.error = error
    }

    fileprivate var weight: Double { 1 / (error * error) }
  }

  private let edges: [Edge]

  /// By point: the first point that is connected to it, possibly itself.
  private let roots: [Int]

  /// By point: its level minus its root's.
  private let levels: [Double]

  /// The Cholesky factor of the weights, with every root's level fixed at 0.
  private let factor: EnvelopeMatrix

  /// Fits the levels of `count` points.
  ///
  /// - Precondition: The edges are between these points.
  /// - Complexity: O(*n*) for a chain whose other edges end at its first point; O(*n*³) at most.
  package init(count: Int, edges: [Edge]) {
    self.edges = edges
    roots = Self.roots(count, edges)
    var weights = EnvelopeMatrix(count: count)
    var sums = [Double](repeating: 0, count: count)
    for (point, root) in roots.enumerated() where point == root { weights.add(1, point, point) }
    for edge in edges {
      for (point, other, sign) in [(edge.to, edge.from, 1.0), (edge.from, edge.to, -1.0)]
      where point != roots[point] {
        weights.add(edge.weight, point, point)
        sums[point] += sign * edge.weight * edge.difference
        if other < point, other != roots[other] { weights.add(-edge.weight, point, other) }
      }
    }
    weights.factorize()
    factor = weights
    levels = factor.solution(for: sums)
  }

  private static func roots(_ count: Int, _ edges: [Edge]) -> [Int] {
    var parents = Array(0..<count)
    func root(_ point: Int) -> Int {
      var point = point
      while parents[point] != point {
        parents[point] = parents[parents[point]]
        point = parents[point]
      }
      return point
    }
    for edge in edges {
      let (first, second) = (root(edge.from), root(edge.to))
      parents[max(first, second)] = min(first, second)
    }
    return (0..<count).map(root)
  }
}

extension LevelFit {
  /// The level of `to` minus the level of `from`, and its standard error; nil if nothing connects
  /// them.
  package func difference(from: Int, to: Int) -> (value: Double, error: Double)? {
    guard roots[from] == roots[to] else { return nil }
    return (levels[to] - levels[from], variance(from, to).squareRoot())
  }

  private func variance(_ from: Int, _ to: Int) -> Double {
    var ends = [Double](repeating: 0, count: roots.count)
    if from != roots[from] { ends[from] -= 1 }
    if to != roots[to] { ends[to] += 1 }
    return factor.halfSolution(for: ends).reduce(0) { $0 + $1 * $1 }
  }

  /// How badly the differences fit together.
  package struct Misfit: Sendable {
    /// The sum of the squared residuals, each in units of its edge's error.
    package let chiSquare: Double

    /// The number of loops.
    package let loops: Int

    /// The edges that belong to a loop, with their residuals in standard errors, the largest first.
    package let suspects: [(edge: Int, deviations: Double)]

    package init(chiSquare: Double, loops: Int, suspects: [(edge: Int, deviations: Double)] = []) {
      self.chiSquare = chiSquare
      self.loops = loops
      self.suspects = suspects
    }

    /// The value that ``chiSquare`` exceeds with a probability of 1 − `level` if nothing is wrong.
    package func limit(level: Double) -> Double {
      // E. B. Wilson and M. M. Hilferty, "The Distribution of Chi-Square" (1931): within 1 %.
      let share = 2 / (9 * Double(loops))
      let root = 1 - share + NormalDeviate.magnitude(level: 2 * level - 1) * share.squareRoot()
      return Double(loops) * root * root * root
    }
  }

  /// How badly the differences fit together, or nil without a loop.
  package var misfit: Misfit? {
    let loops = edges.count - roots.enumerated().count { $0.offset != $0.element }
    guard loops > 0 else { return nil }
    var sum = 0.0
    var suspects: [(edge: Int, deviations: Double)] = []
    for (index, edge) in edges.enumerated() {
      let residual = edge.difference - (levels[edge.to] - levels[edge.from])
      sum += residual * residual * edge.weight
      // An edge that belongs to no loop always fits, because no other edge can contradict it.
      let free = edge.error * edge.error - variance(edge.from, edge.to)
      guard free > 1e-9 * edge.error * edge.error else { continue }
      suspects.append((index, residual.magnitude / free.squareRoot()))
    }
    return Misfit(
      chiSquare: sum, loops: loops, suspects: suspects.sorted { $0.deviations > $1.deviations })
  }
}

/// A symmetric, positive definite matrix or its Cholesky factor.
///
/// Both have the same envelope: each row is stored from its first value to the diagonal.
private struct EnvelopeMatrix {
  private var starts: [Int]
  private var rows: [[Double]]

  init(count: Int) {
    starts = Array(0..<count)
    rows = Array(repeating: [0], count: count)
  }

  /// Adds to the value at `row` and `column`, where `column <= row`.
  mutating func add(_ value: Double, _ row: Int, _ column: Int) {
    if column < starts[row] {
      rows[row].insert(contentsOf: repeatElement(0, count: starts[row] - column), at: 0)
      starts[row] = column
    }
    rows[row][column - starts[row]] += value
  }

  /// Replaces the matrix with its Cholesky factor *L*, which both functions below need.
  mutating func factorize() {
    for row in rows.indices {
      for column in starts[row]...row {
        var rest = rows[row][column - starts[row]]
        for inner in max(starts[row], starts[column])..<max(column, starts[row], starts[column]) {
          rest -= rows[row][inner - starts[row]] * rows[column][inner - starts[column]]
        }
        rows[row][column - starts[row]] =
          column == row ? rest.squareRoot() : rest / rows[column][column - starts[column]]
      }
    }
  }

  /// The *y* of *L y = b*; its squares add up to *b* · *A*⁻¹ *b*.
  func halfSolution(for values: [Double]) -> [Double] {
    var solution = values
    for (row, factors) in rows.enumerated() {
      for column in starts[row]..<row {
        solution[row] -= factors[column - starts[row]] * solution[column]
      }
      solution[row] /= factors[row - starts[row]]
    }
    return solution
  }

  /// The *x* of *A x = b*.
  func solution(for values: [Double]) -> [Double] {
    var solution = halfSolution(for: values)
    for (row, factors) in rows.enumerated().reversed() {
      solution[row] /= factors[row - starts[row]]
      for column in starts[row]..<row {
        solution[column] -= factors[column - starts[row]] * solution[row]
      }
    }
    return solution
  }
}
