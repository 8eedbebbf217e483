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

  /// `file` has more bytes than `limit`, such as `256 MB`.
  case inputTooLarge(file: String, limit: String)

  /// The environment variable for that limit is no size.
  case invalidInputLimit(String)

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

  /// Too few benchmarks were measured on both machines for a factor.
  case tooFewForDevice(count: Int, needed: Int)

  /// No factors are stored for a device.
  case deviceNotFound(name: String)

  /// The stored factors of a device must not be used.
  case unusableDevice(name: String, problem: String)

  /// The log of a display cannot be judged.
  case unusableLog(file: String, FrameTimingError)
}

extension ResultsError: ToolError {
  package var description: String {
    let tool = ToolName.current.command
    return switch self {
    case .fileNotFound(let file):
      "There is no file '\(file)'. Check the path, or measure with '\(tool) run'."
    case .notAFile(let file):
      "'\(file)' is not a file. Give the path of a result file, such as one in results/runs."
    case .unreadable(let file, let reason):
      "'\(file)' cannot be read: \(reason.withoutFullStop). Check its permissions, or measure again."
    case .inputTooLarge(let file, let limit):
      """
      '\(file)' has more than \(limit), the most that is read. Check the path, or set \
      \(InputLimit.variable) to a larger size, such as 2GB.
      """
    case .invalidInputLimit(let text):
      "\(InputLimit.variable)='\(text)' is not a size. Set it to a number with a unit, such as 2GB."
    case .emptyFile(let file):
      "'\(file)' is empty. Give a file that '\(tool) run' wrote, or measure again."
    case .notJSON(let file, let reason):
      """
      '\(file)' is not a result file: \(reason.withoutFullStop). \
      Give a file that '\(tool) run' wrote, or measure again.
      """
    case .unknownSchema(let file, let version, let supported):
      """
      '\(file)' has schema \(version), but this version reads 1 to \(supported). \
      Update framegate, or measure again with this version.
      """
    case .invalidValue(let file, let keyPath, let problem):
      """
      '\(file)' has an unusable value at \(keyPath.isEmpty ? "the top level" : keyPath): \
      \(problem.withoutFullStop). \
      Correct it, or measure again with '\(tool) run'.
      """
    case .tooFewForDevice(let count, let needed):
      """
      A device needs \(needed) benchmarks or scenarios that were measured on both machines, there are \
      \(count). Run the same suite on the device, and give that result.
      """
    case .deviceNotFound(let name):
      """
      No factors are stored for a device '\(name)'. Run this suite on it, copy the result here, and use \
      '\(tool) calibrate --device \(name) --from RESULT'.
      """
    case .unusableDevice(let name, let problem):
      """
      The factors of the device '\(name)' cannot be used: \(problem). Measure them again with \
      '\(tool) calibrate --device \(name) --from RESULT'.
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
      Record one with '\(tool) run --save \(name)'.
      """
    case .operandNotFound(let operand, let directory):
      """
      '\(operand)' is neither a result file, nor a name stored in \(directory), nor a revision. \
      \(Self.advice(onMissing: operand))
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
      Check it out and measure it with '\(tool) run'; runs with uncommitted changes do not \
      count.
      """
    case .unwritable(let path, let reason):
      """
      '\(path)' cannot be written: \(reason.withoutFullStop). \
      Free or correct that place, and try again.
      """
    case .benchmarkNotFound(let name, let file, let known):
      """
      '\(file)' has no benchmark named '\(name)'. \
      It has \(known.isEmpty ? "none" : Self.list(known)). Give one of these.
      """
    case .notAScenario(let name):
      "'\(name)' is timed as a whole and has no frames. Give the name of a scenario."
    case .rateNotSampled(let scenario, let rate, let sampled):
      """
      '\(scenario)' was sampled at \(sampled.map(\.description).joined(separator: ", ")), \
      not at \(rate), and costs cannot be converted to another rate. \
      Measure with '\(tool) run --rate \(rate.hertz)'.
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
    case .unusableLog(let file, let error):
      "'\(file)' cannot be judged. \(error)"
    }
  }

  /// Suggests to store a result under the name, if a result can have it.
  private static func advice(onMissing operand: String) -> String {
    guard !operand.contains(".."), let name = try? ResultName(operand) else {
      return "Check the spelling."
    }
    let tool = ToolName.current.command
    return "Record one with '\(tool) run --save \(name.text)', or check the spelling."
  }

  /// The first names, and how many there are besides them.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }

  package var exitCode: ToolExit {
    switch self {
    case .fileNotFound, .baselineNotFound, .operandNotFound, .noRunOfCommit, .deviceNotFound:
      .notFound
    case .invalidInputLimit, .invalidName, .nameTaken, .ambiguousOperand, .ambiguousCommit,
      .benchmarkNotFound, .notAScenario, .rateNotSampled, .unusableDisplay, .tooFewForDevice,
      .unusableDevice:
      .wrongUsage
    case .notAFile, .unreadable, .inputTooLarge, .emptyFile, .notJSON, .unknownSchema,
      .invalidValue, .unwritable,
      .noFramesMeasured, .unevenRepetition, .unusableFrames, .unusableLog:
      .couldNotRun
    }
  }
}

/// Declared here because FrameTiming imports nothing of ours: its errors come from options and
/// files.
extension FrameTimingError: ToolError {
  package var exitCode: ToolExit { .wrongUsage }
}

extension String {
  /// The text without the full stop at its end, for use inside a sentence.
  package var withoutFullStop: String {
    hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self
  }
}
