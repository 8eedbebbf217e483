package import BenchmarkModel
package import FrameTiming
import ReportText

/// Why results cannot be read, stored, compared or judged.
///
/// Every message ends with what to do next.
package enum ResultsError: Error, Hashable, Sendable {
  case fileNotFound(file: String)
  case notAFile(file: String)
  case unreadable(file: String, reason: String)
  case inputTooLarge(file: String, limit: String)
  case tooManyValues(file: String, most: Int)
  case invalidInputLimit(String)
  case emptyFile(file: String)
  case notJSON(file: String, reason: String)
  case unknownSchema(file: String, version: Int, supported: ClosedRange<Int>)
  case invalidValue(file: String, keyPath: String, problem: String)
  case invalidName(name: String, problem: String)
  case nameTaken(name: String, file: String)
  case baselineNotFound(name: String, directory: String)
  case operandNotFound(operand: String, directory: String)
  case ambiguousOperand(operand: String, readings: [String])
  case ambiguousCommit(prefix: String, commits: [String])
  case foreignRun(file: String)
  case noRunOfCommit(revision: String, directory: String)
  case unwritable(path: String, reason: String)
  case benchmarkNotFound(name: String, file: String, known: [String])
  case notAScenario(name: String)
  case rateNotSampled(scenario: String, rate: RefreshRate, sampled: [RefreshRate])
  case noFramesMeasured

  /// The reference frame has warm times, and no cold ones.
  case noColdReference
  case unevenRepetition(index: Int, frameCount: Int, expected: Int)
  case unusableFrames(FrameTimingError)
  case unusableDisplay(FrameTimingError)
  case tooFewForDevice(count: Int, needed: Int)
  case deviceNotFound(name: String)
  case unusableDevice(name: String, problem: String)
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
    case .tooManyValues(let file, let most):
      """
      '\(file)' has more than \(most) values, the most that are read. Check the path, or set \
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
      '\(file)' has schema \(version), but this version reads \
      \(supported.count == 1 ? "only" : "\(supported.lowerBound) to") \(supported.upperBound). \
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
      '\(tool) calibrate RESULT --device \(name)'.
      """
    case .unusableDevice(let name, let problem):
      """
      The factors of the device '\(name)' cannot be used: \(problem). Measure them again with \
      '\(tool) calibrate RESULT --device \(name)'.
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
    case .foreignRun(let file):
      """
      '\(file)' does not stand for its commit, because the repository tracks it or another user owns \
      it: it could contain numbers that were never measured. Name the file itself if you trust it.
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
    case .noFramesMeasured: "No frames were measured. Measure the scenario again."
    case .noColdReference:
      "The reference frame was not measured with cold caches. Measure the scenario again."
    case .unevenRepetition(let index, let frameCount, let expected):
      """
      Repetition \(index) has \(frameCount) frames where the first one has \(expected), or a \
      negative time. Make the scenario do the same work every time, and measure it again.
      """
    case .unusableFrames(let error), .unusableDisplay(let error): error.description
    }
  }

  /// Suggests storing a result under the name, if a result can have it.
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
    case .foreignRun, .notAFile, .unreadable, .inputTooLarge, .tooManyValues, .emptyFile, .notJSON,
      .unknownSchema, .invalidValue, .unwritable, .noFramesMeasured, .noColdReference,
      .unevenRepetition,
      .unusableFrames:
      .couldNotRun
    }
  }
}

/// Declared here because FrameModel, which users link, knows no exit codes of the tool: these
/// errors come from options and files.
extension FrameTimingError: ToolError { package var exitCode: ToolExit { .wrongUsage } }
