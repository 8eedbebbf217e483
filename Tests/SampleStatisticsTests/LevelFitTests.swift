import Foundation
import TestSupport
import Testing

@testable import SampleStatistics

@Suite("Levels from differences")
struct LevelFitTests {
  /// Random points and differences between them, among them loops and unconnected points.
  private struct Case {
    let count: Int
    var edges: [LevelFit.Edge] = []

    init(seed: UInt64) {
      var generator = SplitMix64(seed: seed)
      count = .random(in: 2...14, using: &generator)
      for _ in 0..<Int.random(in: 1...24, using: &generator) {
        let from = Int.random(in: 0..<count, using: &generator)
        let to = Int.random(in: 0..<count, using: &generator)
        guard from != to else { continue }
        edges.append(
          .init(
            from: from, to: to, difference: .random(in: -1...1, using: &generator),
            error: .random(in: 0.1...2, using: &generator)))
      }
    }
  }

  /// The same by Gauss-Jordan elimination of the whole matrix, without a thought for its shape.
  private struct NaiveFit {
    var levels: [Double]
    var inverse: [[Double]]

    /// Point 0 is fixed, as is each point that nothing connects with an earlier one.
    init(count: Int, edges: [LevelFit.Edge], fixed: Set<Int>) {
      var rows = (0..<count).map { row in
        (0..<(2 * count + 1)).map { $0 == row + count ? 1.0 : 0 }
      }
      for point in fixed { rows[point][point] = 1 }
      for edge in edges {
        let weight = 1 / (edge.error * edge.error)
        for (point, other, sign) in [(edge.to, edge.from, 1.0), (edge.from, edge.to, -1.0)]
        where !fixed.contains(point) {
          rows[point][point] += weight
          if !fixed.contains(other) { rows[point][other] -= weight }
          rows[point][2 * count] += sign * weight * edge.difference
        }
      }
      for pivot in 0..<count {
        let best = (pivot..<count).max { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) } ?? pivot
        rows.swapAt(pivot, best)
        let scale = rows[pivot][pivot]
        rows[pivot] = rows[pivot].map { $0 / scale }
        for row in 0..<count where row != pivot {
          let factor = rows[row][pivot]
          for column in rows[row].indices { rows[row][column] -= factor * rows[pivot][column] }
        }
      }
      levels = rows.map { $0[2 * count] }
      inverse = rows.map { Array($0[count..<(2 * count)]) }
    }
  }

  @Test("Agree with a naive twin", arguments: seeds(short: 60, long: 4_000))
  func naive(seed: UInt64) {
    let example = Case(seed: seed)
    let fit = LevelFit(count: example.count, edges: example.edges)
    // Each part is fixed at its first point, as any flood would find it.
    var part = Array(0..<example.count)
    for _ in 0..<example.count {
      for edge in example.edges {
        let first = min(part[edge.from], part[edge.to])
        (part[edge.from], part[edge.to]) = (first, first)
      }
    }
    let fixed = Set((0..<example.count).filter { part[$0] == $0 })
    let twin = NaiveFit(count: example.count, edges: example.edges, fixed: fixed)

    for from in 0..<example.count {
      for to in 0..<example.count {
        guard part[from] == part[to] else {
          #expect(fit.difference(from: from, to: to) == nil)
          continue
        }
        func inverse(_ row: Int, _ column: Int) -> Double {
          fixed.contains(row) || fixed.contains(column) ? 0 : twin.inverse[row][column]
        }
        let variance = inverse(from, from) + inverse(to, to) - 2 * inverse(from, to)
        let found = fit.difference(from: from, to: to)
        #expect(abs((found?.value ?? .nan) - (twin.levels[to] - twin.levels[from])) < 1e-8)
        #expect(abs((found?.error ?? .nan) - max(0, variance).squareRoot()) < 1e-6)
      }
    }
    let residuals = example.edges.map {
      ($0.difference - (twin.levels[$0.to] - twin.levels[$0.from])) / $0.error
    }
    let sum = residuals.reduce(0) { $0 + $1 * $1 }
    let loops = example.edges.count - example.count + fixed.count
    #expect(fit.misfit?.loops ?? 0 == loops)
    if let misfit = fit.misfit { #expect(abs(misfit.chiSquare - sum) < 1e-8) }
  }

  /// Errors of the level of the worst and of the last of 21 points, in errors of one difference.
  @Test(
    "Closing differences against the first point keep the error small",
    arguments: [
      (nil, 4.47, 4.47), (10, 1.73, 0.96), (5, 1.30, 0.92), (4, 1.21, 0.91), (3, 1.04, 0.86),
      (2, 0.96, 0.86),
    ] as [(Int?, Double, Double)])
  func closing(every: Int?, worst: Double, last: Double) {
    var edges = (0..<20).map { LevelFit.Edge(from: $0, to: $0 + 1, difference: 0, error: 1) }
    if let every {
      let ends = Set(stride(from: every, through: 20, by: every)).union([20]).sorted()
      edges += ends.map { LevelFit.Edge(from: 0, to: $0, difference: 0, error: 1) }
    }
    let fit = LevelFit(count: 21, edges: edges)
    let errors = (1...20).map { fit.difference(from: 0, to: $0)?.error ?? .nan }

    #expect(abs((errors.max() ?? .nan) - worst) < 0.006)
    #expect(abs(errors[19] - last) < 0.006)
  }

  @Test("A difference that does not fit is the first suspect")
  func suspect() throws {
    var edges = (0..<6).map { LevelFit.Edge(from: $0, to: $0 + 1, difference: 0, error: 1) }
    edges.append(.init(from: 0, to: 3, difference: 0, error: 1))
    edges.append(.init(from: 0, to: 6, difference: 0, error: 1))
    edges.append(.init(from: 3, to: 5, difference: 0, error: 1))
    edges.append(.init(from: 2, to: 4, difference: 0, error: 1))
    edges[4] = .init(from: 4, to: 5, difference: 9, error: 1)
    let misfit = try #require(LevelFit(count: 7, edges: edges).misfit)

    #expect(misfit.chiSquare > misfit.limit(level: 0.99))
    #expect(misfit.suspects.first?.edge == 4)
    #expect(misfit.loops == 4)
  }

  @Test("A chain without a loop has no misfit")
  func chain() {
    let fit = LevelFit(
      count: 3,
      edges: [
        .init(from: 0, to: 1, difference: 1, error: 1),
        .init(from: 1, to: 2, difference: 2, error: 2),
      ])
    #expect(fit.misfit == nil)
    #expect(fit.difference(from: 0, to: 2)?.value == 3)
    #expect(fit.difference(from: 2, to: 0)?.error == 5.0.squareRoot())
  }

  /// Published quantiles of χ².
  @Test(
    "The limit of a misfit is that of the tables, within 1 %",
    arguments: [
      (1, 0.99, 6.635), (2, 0.99, 9.210), (5, 0.99, 15.086), (10, 0.999, 29.588),
      (100, 0.99, 135.807),
    ])
  func limit(loops: Int, level: Double, quantile: Double) {
    let misfit = LevelFit.Misfit(chiSquare: 0, loops: loops, suspects: [])
    #expect(abs(misfit.limit(level: level) / quantile - 1) < 0.01)
  }

  @Test(
    "Normal deviates are those of the tables",
    arguments: [(0.5, 0.6745), (0.95, 1.9600), (0.99, 2.5758), (0.999_9, 3.8906)])
  func deviates(level: Double, magnitude: Double) {
    #expect(abs(NormalDeviate.magnitude(level: level) - magnitude) < 1e-4)
  }

  @Test("A difference is finite, and so is its error, which is above 0")
  func impossible() async {
    await #expect(processExitsWith: .failure) {
      _ = LevelFit.Edge(from: 0, to: 1, difference: .infinity, error: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = LevelFit.Edge(from: 0, to: 1, difference: 0, error: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = LevelFit.Edge(from: 0, to: 1, difference: 0, error: -1)
    }
  }

  @Test("Ten thousand points take no longer than a moment", .timeLimit(.minutes(1)))
  func many() {
    var edges = (0..<9_999).map { LevelFit.Edge(from: $0, to: $0 + 1, difference: 1, error: 1) }
    edges += stride(from: 5, to: 10_000, by: 5).map {
      LevelFit.Edge(from: 0, to: $0, difference: Double($0), error: 1)
    }
    let fit = LevelFit(count: 10_000, edges: edges)
    #expect(abs((fit.difference(from: 0, to: 9_999)?.value ?? 0) - 9_999) < 1e-6)
  }
}
