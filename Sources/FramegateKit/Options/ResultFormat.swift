import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation

/// Formats of `report` and `run`.
enum ResultFormat: String, OutputFormat {
  case text, markdown, json, junit, csv, jmh
  case githubActionBenchmark = "github-action-benchmark"
  case bmf, benchstat, openmetrics
  static let standard = ResultFormat.text
}

extension ResultFormat {
  /// Whether it describes one result, so that a baseline has no place in it.
  var takesOneResult: Bool { self == .bmf || self == .githubActionBenchmark }
}

extension ResultReport {
  /// The report in a format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - style: Plain, or with colors for a terminal.
  ///   - run: The report on the candidate alone.
  /// - Returns: UTF-8 text.
  /// - Throws: When a number is NaN or infinite, which no checked file has.
  func data(_ format: ResultFormat, _ style: ReportStyle, run: RunReport) throws -> Data {
    switch format {
    case .text: text(style, run: run).data
    case .markdown: markdown(run: run).data
    case .json: try json()
    case .junit: junit().data
    case .csv: csv().data
    case .jmh: try jmh()
    case .githubActionBenchmark: try githubActionBenchmark()
    case .bmf: try bmf()
    case .benchstat: benchstat().data
    case .openmetrics: openMetrics().data
    }
  }
}

extension RunReport {
  /// The report on a result, with what earlier runs on its machine add.
  ///
  /// - Parameter file: The result.
  init(of file: ResultFile) {
    let store = ResultsFolder.store
    self.init(
      file, earlierCapacity: store.lastCapacity(like: file), limits: store.lastLimits(like: file))
  }
}
