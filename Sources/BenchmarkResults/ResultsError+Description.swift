extension ResultsError: CustomStringConvertible {
  package var description: String {
    fileDescription ?? operandDescription ?? contentDescription ?? ""
  }

  private var fileDescription: String? {
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
      '\(file)' has schema \(version), this tool reads 1 to \(supported). \
      Update framegate, or measure again with this one.
      """
    case .invalidValue(let file, let keyPath, let problem):
      """
      '\(file)' has an unusable value at \(keyPath): \(problem). \
      Correct it, or measure again with 'framegate run'.
      """
    case .unwritable(let path, let reason):
      """
      '\(path)' cannot be written: \(reason). \
      Free the place, or choose another one with '--path'.
      """
    default:
      nil
    }
  }

  private var operandDescription: String? {
    switch self {
    case .invalidName(let name, let problem):
      "'\(name)' cannot name a stored result: \(problem). Use letters, digits, '-', '_' and '.'."
    case .nameTaken(let name, let file):
      """
      A result named '\(name)' is stored already, in '\(file)'. \
      Choose another name, or add '--overwrite'.
      """
    case .baselineNotFound(let name, let directory):
      """
      No result named '\(name)' in \(directory). \
      Record one with 'framegate run --save \(name)'.
      """
    case .operandNotFound(let operand, let directory):
      """
      '\(operand)' is no result file, no name stored in \(directory) and no revision. \
      Record one with 'framegate run --save \(operand)', or check the spelling.
      """
    case .ambiguousOperand(let operand, let readings):
      "'\(operand)' has several meanings. Write \(readings.joined(separator: " or "))."
    case .ambiguousCommit(let prefix, let commits):
      """
      Several measured commits begin with '\(prefix)': \(commits.joined(separator: ", ")). \
      Give more digits.
      """
    case .noRunOfCommit(let revision, let directory):
      """
      No clean run of '\(revision)' is stored in \(directory). \
      Check it out and measure it with 'framegate run'; runs of changed files do not count.
      """
    default:
      nil
    }
  }

  private var contentDescription: String? {
    switch self {
    case .benchmarkNotFound(let name, let file, let known):
      """
      '\(file)' has no benchmark named '\(name)'. \
      It has \(known.isEmpty ? "none" : known.joined(separator: ", ")). Give one of these.
      """
    case .notAScenario(let name):
      "'\(name)' is timed as a whole and has no frames. Give the name of a scenario."
    case .rateNotSampled(let scenario, let rateHz, let sampledHz):
      """
      '\(scenario)' was sampled at \(sampledHz.map { "\($0) Hz" }.joined(separator: ", ")), \
      not at \(rateHz) Hz, and costs are not carried over to another rate. \
      Measure with 'framegate run --rate \(rateHz)'.
      """
    case .refused(let reason), .unusableMeasurement(let reason):
      reason
    default:
      nil
    }
  }
}
