package import FrameTiming

/// What the instructions of one operation, or of a frame, are spent on.
package struct WorkShares: Hashable, Sendable {
  package struct Share: Hashable, Sendable {
    package let kind: WorkKind

    /// Instructions of the first frame; nil for an operation.
    package let first: Double?

    /// Instructions of an operation, or of a later frame on average.
    package let perUnit: Double

    /// The symbols of the functions with most of the instructions.
    package let functions: [String]
  }

  package let unit: Explanation.Unit

  /// The rate at which a scenario's frames were rendered, or nil for a benchmark.
  package let rate: RefreshRate?

  /// The shares, with the largest one of an operation, or of later frames, first.
  package let shares: [Share]

  /// How many functions are named of each kind.
  private static let namedFunctions = 2
}

extension WorkShares {
  /// Divides the instructions of functions, by symbol.
  ///
  /// - Parameters:
  ///   - frames: The functions' own instructions in each frame.
  ///   - rate: The rate of the frames.
  package init(frames: [[String: Int64]], rate: RefreshRate) {
    let later = frames.dropFirst()
    self.init(
      unit: .frame, rate: rate, first: frames.first ?? [:],
      other: later.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }, units: later.count)
  }

  /// Divides the instructions of functions, by symbol, in a number of operations.
  package init(operations: Int, _ selfCosts: [String: Int64]) {
    self.init(unit: .operation, rate: nil, first: nil, other: selfCosts, units: operations)
  }

  private init(
    unit: Explanation.Unit, rate: RefreshRate?, first: [String: Int64]?, other: [String: Int64],
    units: Int
  ) {
    self.unit = unit
    self.rate = rate
    let firstByKind = first.map(Self.byKind) ?? [:]
    let otherByKind = Self.byKind(other)
    let kinds = Set(firstByKind.keys).union(otherByKind.keys)
    shares = kinds.map { kind in
      let functions = otherByKind[kind] ?? firstByKind[kind] ?? [:]
      let largest = functions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .prefix(Self.namedFunctions).map(\.key)
      return Share(
        kind: kind, first: first.map { _ in Double(Self.sum(firstByKind[kind])) },
        perUnit: Double(Self.sum(otherByKind[kind])) / Double(max(units, 1)), functions: largest)
    }.sorted { one, other in
      (other.perUnit, other.first ?? 0, one.kind.description)
        < (one.perUnit, one.first ?? 0, other.kind.description)
    }
  }

  private static func byKind(_ costs: [String: Int64]) -> [WorkKind: [String: Int64]] {
    var kinds: [WorkKind: [String: Int64]] = [:]
    for (symbol, cost) in costs where cost != 0 {
      kinds[WorkKind(symbol: symbol), default: [:]][symbol] = cost
    }
    return kinds
  }

  private static func sum(_ costs: [String: Int64]?) -> Int64 {
    costs?.values.reduce(0, +) ?? 0
  }

  /// All instructions of the first frame; nil for an operation.
  package var first: Double? {
    unit == .frame ? shares.reduce(0) { $0 + ($1.first ?? 0) } : nil
  }

  /// All instructions of an operation, or of a later frame on average.
  package var perUnit: Double { shares.reduce(0) { $0 + $1.perUnit } }
}
