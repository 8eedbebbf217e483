import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics

/// Reads what ``ComparisonEntry/encode(to:)`` wrote, without frames and the analysis of power.
extension ComparisonEntry: Decodable {
  private enum Key: String, CodingKey {
    case benchmark, metric, unit, rateHz, baseline, candidate, ratio, interval, pairs, threshold
    case verdict, missingFrom, reason, droppedSlots
  }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    func number(_ key: Key, above least: Double) throws -> Double? {
      guard let value = try object.decodeIfPresent(Double.self, forKey: key) else { return nil }
      guard value.isFinite, value > least else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: object, debugDescription: "\(value) is out of range")
      }
      return value
    }
    let interval = try object.decodeIfPresent(Interval.self, forKey: .interval)
    if let interval, !(interval.low > 0 && interval.high.isFinite) {
      throw DecodingError.dataCorruptedError(
        forKey: .interval, in: object, debugDescription: "the ends are no ratios")
    }
    let ratio = try number(.ratio, above: 0)
    let pairs = try object.decodeIfPresent(Int.self, forKey: .pairs)
    let times = try number(.threshold, above: -1).map { threshold in
      Times(
        threshold: max(0, threshold), interval: interval,
        paired: pairs.flatMap { count in ratio.map { .init(ratio: $0, count: count) } })
    }
    self.init(
      benchmark: try object.decode(String.self, forKey: .benchmark),
      try Self.subject(object), baseline: try number(.baseline, above: -1),
      candidate: try number(.candidate, above: -1), times: times, finding: try Self.finding(object))
    droppedFrames = try object.decodeIfPresent(DroppedFrames.self, forKey: .droppedSlots)
  }

  private static func subject(_ object: KeyedDecodingContainer<Key>) throws -> Subject {
    guard let metric = try object.decodeIfPresent(String.self, forKey: .metric) else {
      return .wholeBenchmark
    }
    let unit = try object.decode(String.self, forKey: .unit)
    return try object.decodeIfPresent(RefreshRate.self, forKey: .rateHz).map {
      .frames(metric: metric, unit: unit, rate: $0)
    } ?? .metric(metric, unit: unit)
  }

  private static func finding(_ object: KeyedDecodingContainer<Key>) throws -> Finding {
    let reason = try object.decodeIfPresent(String.self, forKey: .reason)
    switch try object.decode(Judgement.Status.self, forKey: .verdict) {
    case .missing:
      return .missing(
        from: try object.decode(Gap.self, forKey: .missingFrom), reason: reason ?? "no reason")
    case .added: return .added(reason: reason ?? "no reason")
    case .differs: return .differs(reason: reason ?? "no reason")
    case .moved:
      return .verdict(.unchanged, reason: "its times changed with the addresses of its code")
    case let status:
      guard let verdict = Verdict(rawValue: status.rawValue) else {
        throw DecodingError.dataCorruptedError(
          forKey: .verdict, in: object, debugDescription: "'\(status.rawValue)' is no verdict")
      }
      return .verdict(verdict, reason: reason)
    }
  }
}
