import SampleStatistics

/// How measuring ended: whether a signal ended it early, and what failed.
package struct Ending: Hashable, Codable, Sendable {
  /// A part of a command's work that an error ended as a whole, not just for some benchmarks.
  package enum Part: String, Hashable, Codable, Sendable {
    case restOfRun = "the rest of the run"
    case restOfComparison = "the rest of the comparison"
    case secondMeasurement = "the second measurement"
  }

  /// A benchmark or scenario that failed, a registration that was refused, or a part that an error
  /// ended.
  package struct Failure: Hashable, Codable, Sendable {
    package let name: String
    package let reason: String

    /// The part of this name, or nil for a benchmark.
    package let part: Part?

    package init(name: String, reason: String) {
      self.name = name
      self.reason = reason
      part = nil
    }

    fileprivate init(_ part: Part, reason: String) {
      name = part.rawValue
      self.reason = reason
      self.part = part
    }
  }

  package var isInterrupted: Bool

  /// What failed, apart from failures that the results record themselves.
  package var failures: [Failure]

  package init(isInterrupted: Bool = false, failures: [Failure] = []) {
    self.isInterrupted = isInterrupted
    self.failures = failures
  }

  /// Runs `body`, and records whether a signal ended it early.
  package init(of body: () async throws -> Void) async throws {
    self.init()
    do {
      try await body()
    } catch is CancellationError { isInterrupted = true }
  }
}

extension Ending {
  /// Adds how another measurement of the same benchmarks ended; what failed in both is one failure.
  package mutating func add(_ other: Ending) {
    isInterrupted = isInterrupted || other.isInterrupted
    let failed = Set(failures.map(\.name))
    failures += other.failures.uniqued().filter { !failed.contains($0.name) }
  }

  /// Records what ended measuring early: a signal as an interruption, any other error as a failure.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - part: What could no longer be measured.
  package mutating func end(early error: any Error, without part: Part) {
    if error is CancellationError {
      isInterrupted = true
    } else {
      failures.append(Failure(part, reason: "\(error)"))
    }
  }

  /// The severity for a command that judges nothing else.
  package var severity: Severity {
    if isInterrupted { return .interrupted }
    return failures.isEmpty ? .pass : .failed
  }
}
