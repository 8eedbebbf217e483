package import BenchmarkModel
package import FrameTiming

/// Why results cannot be read, stored, compared or judged.
///
/// Every message ends with what to do next.
package enum ResultsError: Error, Hashable, Sendable {
  /// There is nothing at `file`.
  case fileNotFound(file: String)

  /// `file` is a folder or a device.
  case notAFile(file: String)

  /// The system cannot read `file`.
  case unreadable(file: String, reason: String)

  /// The file has no content.
  case emptyFile(file: String)

  /// The file is not JSON, or is truncated.
  case notJSON(file: String, reason: String)

  /// A newer version of the tool wrote the file, or no version did.
  case unknownSchema(file: String, version: Int, supported: Int)

  /// The value at `keyPath` is missing, has the wrong type or is out of range.
  case invalidValue(file: String, keyPath: String, problem: String)

  /// A result cannot be stored under this name.
  case invalidName(name: String, problem: String)

  /// Another result is stored under this name.
  case nameTaken(name: String, file: String)

  /// No result is stored under this name.
  case baselineNotFound(name: String, directory: String)

  /// The operand is neither a file, nor a stored name, nor a revision.
  case operandNotFound(operand: String, directory: String)

  /// The operand has two meanings.
  case ambiguousOperand(operand: String, readings: [String])

  /// The commits of several stored runs start with `prefix`.
  case ambiguousCommit(prefix: String, commits: [String])

  /// The revision exists, but no clean run of it is stored.
  case noRunOfCommit(revision: String, directory: String)

  /// The results folder or file cannot be written.
  case unwritable(path: String, reason: String)

  /// The file has no benchmark or scenario with this name.
  case benchmarkNotFound(name: String, file: String, known: [String])

  /// The entry is a benchmark, which has no frames.
  case notAScenario(name: String)

  /// The scenario was not sampled at this rate.
  case rateNotSampled(scenario: String, rate: RefreshRate, sampled: [RefreshRate])

  /// A worker measured no repetition, or repetitions without frames.
  case noFramesMeasured

  /// A repetition has another number of frames than the first one, or a negative time.
  case unevenRepetition(index: Int, frameCount: Int, expected: Int)

  /// What a worker measured cannot be replayed.
  case unusableFrames(FrameTimingError)

  /// A depth or a reserve given for all budgets is out of range.
  case unusableDisplay(FrameTimingError)
}

extension ResultsError: ToolError {
  package var description: String {
    switch self {
    case .fileNotFound(let file):
      "There is no file '\(file)'. Check the path, or measure with 'framegate run'."
    case .notAFile(let file):
      "'\(file)' is not a file. Give the path of a result file, such as one in results/runs."
    case .unreadable(let file, let reason):
      "'\(file)' cannot be read: \(reason). Check its permissions, or measure again."
    case .emptyFile(let file):
      "'\(file)' is empty. Delete it and measure again with 'framegate run'."
    case .notJSON(let file, let reason):
      """
      '\(file)' is not a result file: \(reason). \
      Give a file that 'framegate run' wrote, or measure again.
      """
    case .unknownSchema(let file, let version, let supported):
      """
      '\(file)' has schema \(version), but this version reads 1 to \(supported). \
      Update framegate, or measure again with this version.
      """
    case .invalidValue(let file, let keyPath, let problem):
      """
      '\(file)' has an unusable value at \(keyPath): \(problem). \
      Correct it, or measure again with 'framegate run'.
      """
    case .invalidName(let name, let problem):
      "A result cannot be named '\(name)': \(problem). Use letters, digits, '-', '_' and '.'."
    case .nameTaken(let name, let file):
      """
      A result named '\(name)' already exists in '\(file)'. \
      Choose another name, or add '--overwrite'.
      """
    case .baselineNotFound(let name, let directory):
      """
      No result named '\(name)' in \(directory). \
      Record one with 'framegate run --save \(name)'.
      """
    case .operandNotFound(let operand, let directory):
      """
      '\(operand)' is neither a result file, nor a name stored in \(directory), nor a revision. \
      Record one with 'framegate run --save \(operand)', or check the spelling.
      """
    case .ambiguousOperand(let operand, let readings):
      "'\(operand)' is ambiguous. Write \(readings.joined(separator: " or "))."
    case .ambiguousCommit(let prefix, let commits):
      """
      Several measured commits start with '\(prefix)': \(commits.joined(separator: ", ")). \
      Give more digits.
      """
    case .noRunOfCommit(let revision, let directory):
      """
      No clean run of '\(revision)' is stored in \(directory). \
      Check it out and measure it with 'framegate run'; runs with uncommitted changes do not count.
      """
    case .unwritable(let path, let reason):
      """
      '\(path)' cannot be written: \(reason). \
      Fix that, or choose another place with '--path'.
      """
    case .benchmarkNotFound(let name, let file, let known):
      """
      '\(file)' has no benchmark named '\(name)'. \
      It has \(known.isEmpty ? "none" : known.joined(separator: ", ")). Give one of these.
      """
    case .notAScenario(let name):
      "'\(name)' is timed as a whole and has no frames. Give the name of a scenario."
    case .rateNotSampled(let scenario, let rate, let sampled):
      """
      '\(scenario)' was sampled at \(sampled.map(\.description).joined(separator: ", ")), \
      not at \(rate), and costs cannot be converted to another rate. \
      Measure with 'framegate run --rate \(rate.hertz)'.
      """
    case .noFramesMeasured:
      "No frames were measured. Measure the scenario again."
    case .unevenRepetition(let index, let frameCount, let expected):
      """
      Repetition \(index) has \(frameCount) frames where the first one has \(expected), or a \
      negative time. Make the scenario do the same work every time, and measure it again.
      """
    case .unusableFrames(let error), .unusableDisplay(let error):
      error.description
    }
  }

  package var exitCode: ToolExit {
    switch self {
    case .fileNotFound, .baselineNotFound, .operandNotFound, .noRunOfCommit:
      .notFound
    case .invalidName, .nameTaken, .ambiguousOperand, .ambiguousCommit, .benchmarkNotFound,
      .notAScenario, .rateNotSampled, .unusableDisplay:
      .wrongUsage
    case .notAFile, .unreadable, .emptyFile, .notJSON, .unknownSchema, .invalidValue, .unwritable,
      .noFramesMeasured, .unevenRepetition, .unusableFrames:
      .couldNotRun
    }
  }
}

/// Declared here because FrameTiming imports nothing of ours: its errors come from options and
/// files.
extension FrameTimingError: ToolError {
  package var exitCode: ToolExit { .wrongUsage }
}
