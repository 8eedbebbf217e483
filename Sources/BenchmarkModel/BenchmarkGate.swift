/// A limit for one benchmark that `check` or `compare` enforces.
///
///     registry.benchmark("diff", options: .init(gates: [.allocations(0), .slower(0.02)])) { … }
///
/// `check` judges limits of counts, and ``metric(_:atMost:)`` and ``metric(_:atLeast:)``. The other
/// gates limit how much worse than the baseline a comparison may find the benchmark.
public struct BenchmarkGate: Hashable, Sendable {
  package enum Limit: Hashable, Sendable {
    /// The maximum count per operation.
    case count(Metric, atMost: Double)

    /// The maximum growth of the instructions, as a share.
    case instructions(within: Double)

    /// The maximum growth of the allocations, as a share.
    case allocations(within: Double)

    /// The maximum number of additional allocations per operation.
    case moreAllocations(Double)

    /// The maximum growth of times, as a share.
    case slower(Double)

    /// A bound of a metric that the benchmark records itself.
    case custom(CustomMetric, Bound, Double)
  }

  /// How a number limits a custom metric.
  package enum Bound: String, Hashable, CaseIterable, Codable, Sendable {
    case atMost, atLeast

    /// The maximum share by which the metric may get worse.
    case within
  }

  package let limit: Limit

  package init(_ limit: Limit) { self.limit = limit }

  /// At most this many allocations per operation; 0 for code that must not allocate.
  public static func allocations(_ count: Int) -> BenchmarkGate {
    BenchmarkGate(.count(.mallocCountTotal, atMost: Double(count)))
  }

  /// At most this many allocated bytes per operation.
  public static func allocatedBytes(_ count: Int) -> BenchmarkGate {
    BenchmarkGate(.count(.mallocBytesCount, atMost: Double(count)))
  }

  /// Limits a counter per operation, such as `.count(.syscalls, atMost: 2)`.
  ///
  /// Without `--metric`, `run` and `check` also count it, although that takes longer.
  ///
  /// - Precondition: The metric is a count.
  public static func count(_ metric: Metric, atMost count: Double) -> BenchmarkGate {
    precondition(metric.nature == .counted, "\(metric) is not a count.")
    return BenchmarkGate(.count(metric, atMost: count))
  }

  /// The allocations and their bytes may grow by this share, 0.01 for 1 %, before a comparison
  /// reports a change.
  ///
  /// Without this gate and ``moreAllocations(_:)``, any additional allocation is a regression. With
  /// both, the allocations must stay within both limits.
  public static func allocations(within share: Double) -> BenchmarkGate {
    BenchmarkGate(.allocations(within: share))
  }

  /// The allocations per operation may grow by this number before a comparison reports a change.
  ///
  /// With this gate but without ``allocations(within:)``, bytes are not compared, because the size
  /// of the additional allocations is not known.
  public static func moreAllocations(_ count: Double) -> BenchmarkGate {
    BenchmarkGate(.moreAllocations(count))
  }

  /// The instructions may grow by this share before a comparison reports a change.
  ///
  /// The share is 0.01 for 1 %. Without this gate, any additional instruction is a regression.
  public static func instructions(within share: Double) -> BenchmarkGate {
    BenchmarkGate(.instructions(within: share))
  }

  /// Times may grow by this share, 0.02 for 2 %, before a comparison reports a change.
  ///
  /// It takes the place of `--threshold` for this benchmark.
  public static func slower(_ share: Double) -> BenchmarkGate { BenchmarkGate(.slower(share)) }

  /// A metric that the benchmark records must not be above this value.
  public static func metric(_ metric: CustomMetric, atMost value: Double) -> BenchmarkGate {
    BenchmarkGate(.custom(metric, .atMost, value))
  }

  /// A metric that the benchmark records must not be below this value.
  public static func metric(_ metric: CustomMetric, atLeast value: Double) -> BenchmarkGate {
    BenchmarkGate(.custom(metric, .atLeast, value))
  }

  /// A metric that the benchmark records may get worse by this share before a comparison reports a
  /// change.
  ///
  /// The share is 0.01 for 1 %. Without this gate, every change is reported.
  public static func metric(_ metric: CustomMetric, within share: Double) -> BenchmarkGate {
    BenchmarkGate(.custom(metric, .within, share))
  }
}

/// Written as an object with one key: `{"mallocCountTotal": 0}`, `{"instructionsWithin": 0.01}`,
/// `{"slower": 0.02}`; a custom metric as `{"custom": {"metric": {…}, "bound": "atLeast", "value":
/// 90}}`.
extension BenchmarkGate: Codable {
  /// The keys of all limits except counts, whose key is the name of their metric.
  private enum Key: String {
    case instructionsWithin, allocationsWithin, moreAllocations, slower, custom
  }

  private var key: String {
    switch limit {
    case .count(let metric, _): metric.name
    case .instructions: Key.instructionsWithin.rawValue
    case .allocations: Key.allocationsWithin.rawValue
    case .moreAllocations: Key.moreAllocations.rawValue
    case .slower: Key.slower.rawValue
    case .custom: Key.custom.rawValue
    }
  }

  /// A custom metric and its bound, as files have them.
  private struct CustomLimit: Codable {
    let metric: CustomMetric
    let bound: Bound
    let value: Double
  }

  package var number: Double {
    switch limit {
    case .count(_, let number), .instructions(let number), .allocations(let number),
      .moreAllocations(let number), .slower(let number), .custom(_, _, let number):
      number
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a gate has one key"))
    }
    func checked(_ number: Double) throws -> Double {
      guard number >= 0, number.isFinite else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "\(number) is not a limit")
      }
      return number
    }
    func number() throws -> Double { try checked(container.decode(Double.self, forKey: key)) }
    switch Key(rawValue: key.stringValue) {
    case .instructionsWithin: try self.init(.instructions(within: number()))
    case .allocationsWithin: try self.init(.allocations(within: number()))
    case .moreAllocations: try self.init(.moreAllocations(number()))
    case .slower: try self.init(.slower(number()))
    case .custom:
      let custom = try container.decode(CustomLimit.self, forKey: key)
      let value = try checked(custom.value)
      if let problem = custom.metric.problem {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "its metric \(problem)")
      }
      self.init(.custom(custom.metric, custom.bound, value))
    case nil:
      let number = try number()
      guard let metric = Metric.named(key.stringValue), metric.nature == .counted else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "'\(key.stringValue)' cannot be limited")
      }
      self.init(.count(metric, atMost: number))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    if case .custom(let metric, let bound, let value) = limit {
      try container.encode(
        CustomLimit(metric: metric, bound: bound, value: value), forKey: AnyKey(stringValue: key))
    } else {
      try container.encode(number, forKey: AnyKey(stringValue: key))
    }
  }
}
