/// Why results could not be read, stored, compared or judged.
///
/// Every message ends with what to do next.
package enum ResultsError: Error, Hashable, Sendable {
  /// There is nothing at `file`.
  case fileNotFound(file: String)

  /// A folder or a device stands where a result file should be.
  case notAFile(file: String)

  /// The system refused to read `file`.
  case unreadable(file: String, reason: String)

  /// The file has no content.
  case emptyFile(file: String)

  /// The file is not JSON, or is cut short.
  case notJSON(file: String, reason: String)

  /// The file was written by a newer version of the tool, or by none.
  case unknownSchema(file: String, version: Int, supported: Int)

  /// The value at `keyPath` is missing, of the wrong type or out of range.
  case invalidValue(file: String, keyPath: String, problem: String)

  /// A name cannot be that of a stored result.
  case invalidName(name: String, problem: String)

  /// A stored result has the name already.
  case nameTaken(name: String, file: String)

  /// No stored result has the name.
  case baselineNotFound(name: String, directory: String)

  /// The operand is no file, no stored name and no revision.
  case operandNotFound(operand: String, directory: String)

  /// The operand names two things.
  case ambiguousOperand(operand: String, readings: [String])

  /// The commits of several stored runs begin with `prefix`.
  case ambiguousCommit(prefix: String, commits: [String])

  /// The revision exists, but no clean run of it is stored.
  case noRunOfCommit(revision: String, directory: String)

  /// The results folder or file cannot be written.
  case unwritable(path: String, reason: String)

  /// The file has no benchmark or scenario of this name.
  case benchmarkNotFound(name: String, file: String, known: [String])

  /// The entry is a benchmark, which has no frames.
  case notAScenario(name: String)

  /// The scenario was not sampled at this rate.
  case rateNotSampled(scenario: String, rateHz: Int, sampledHz: [Int])

  /// What a worker measured cannot be used; the reason ends with what to do.
  case unusableMeasurement(reason: String)

  /// A budget, a rate, a depth or a reserve was refused; the reason ends with what to do.
  case refused(reason: String)
}

extension ResultsError {
  /// What kind of end an error leads to; the command maps it to an exit code.
  package enum Kind: Hashable, Sendable {
    /// A baseline, file or revision does not exist.
    case notFound
    /// The command was called wrongly.
    case wrongUsage
    /// Everything else.
    case couldNotRun
  }

  /// The kind of this error.
  package var kind: Kind {
    switch self {
    case .fileNotFound, .baselineNotFound, .operandNotFound, .noRunOfCommit:
      .notFound
    case .invalidName, .nameTaken, .ambiguousOperand, .ambiguousCommit, .benchmarkNotFound,
      .notAScenario, .rateNotSampled, .refused:
      .wrongUsage
    case .notAFile, .unreadable, .emptyFile, .notJSON, .unknownSchema, .invalidValue, .unwritable,
      .unusableMeasurement:
      .couldNotRun
    }
  }
}
