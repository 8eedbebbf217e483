public import Foundation

/// The part that this package reads of the JSON that `compare` writes.
public struct ComparisonFile: Decodable, Sendable {
  /// One metric of one benchmark.
  public struct Entry: Decodable, Sendable {
    public let benchmark: String

    /// Nil if the benchmark was not measured.
    public let metric: String?
    public let rateHz: Int?

    /// The relative change that matters; nil for a metric that must be equal.
    public let threshold: Double?
    public let verdict: String
  }

  public let entries: [Entry]

  /// Reads a file.
  ///
  /// - Throws: An error if the file cannot be read or has another format.
  public init(_ file: URL) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }
}

extension ComparisonFile.Entry {
  /// The threshold of a benchmark that was not measured because both builds are the same.
  private static let standardThreshold = 0.01

  /// The threshold that a time was judged by; nil for counters.
  public var timeThreshold: Double? {
    switch metric {
    case nil: Self.standardThreshold
    case "cpuTotal", "wallClock", "work": threshold ?? Self.standardThreshold
    default: nil
    }
  }

  /// The metric with its rate.
  public var measure: String {
    let metric = metric ?? "all"
    return rateHz.map { "\(metric) \($0) Hz" } ?? metric
  }
}
