import BenchmarkModel
import FrameTiming
import ReportText

/// The reason why nothing can be replayed.
enum ReplayError: ToolError {
  case nothing
  case logAndFile
  case scenarioOfLog(String)

  /// These options would change what a log recorded.
  case recordedTimes(options: [String])
  case severalRates([RefreshRate])
  case noResult(String)
  case chooseScenario([String], file: String)

  var exitCode: ToolExit { .wrongUsage }

  var description: String {
    switch self {
    case .nothing: "There is nothing to replay. Give a file, or a log with '--log'."
    case .logAndFile: "A log stands for FILE. Leave FILE or '--log' out."
    case .scenarioOfLog(let file):
      "'\(file)' is a log. Choose one of its streams with '--stream'."
    case .recordedTimes(let options):
      """
      A log keeps the times that were recorded. Leave \(Words.list(options.map { "'\($0)'" })) out \
      with it.
      """
    case .severalRates(let rates):
      "A replay has one rate. Give '--rate' one, such as \(rates[0].hertz)."
    case .noResult(let file): "'\(file)' is not a result file. Leave the scenario out."
    case .chooseScenario(let names, let file):
      """
      '\(file)' holds \(names.count) scenarios. Name one after the file\
      \(names.first.map { ", such as \($0)" } ?? "").
      """
    }
  }
}
