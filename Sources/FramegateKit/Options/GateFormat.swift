import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import Foundation

/// Formats of `compare` and `check`.
enum GateFormat: String, OutputFormat {
  case text, markdown, json, junit, github
  static let standard = GateFormat.text
}

/// More formats in which to write a report, besides the one on standard output.
struct CopyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Also write the report in this format to this file (repeatable): junit=results/junit.xml, or \
      github=- for standard output.
      """, valueName: "format=file"))
  var also: [Checked<ReportCopy>] = []

  func validate() throws {
    for copy in also { _ = try copy.value }
  }
}

/// A format and a file, such as `junit=results/junit.xml`.
struct ReportCopy: ArgumentText {
  let argument: String
  let format: GateFormat
  let destination: OutputDestination

  init(argument text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = GateFormat(rawValue: String(parts[0])), !parts[1].isEmpty
    else {
      throw UsageError(
        """
        '\(text)' is not a format and a file. Give both, such as junit=results/junit.xml; formats \
        are \(GateFormat.allCases.map(\.rawValue).joined(separator: ", ")).
        """)
    }
    argument = text
    self.format = format
    destination = OutputDestination(path: String(parts[1]))
  }
}

extension OutputOptions<GateFormat> {
  /// Writes a report in the chosen format, and its copies.
  func write(_ report: some GateReport, copies: CopyOptions) throws {
    try write(report.data(format, style))
    for copy in copies.also {
      let copy = try copy.value
      try copy.destination.write(report.data(copy.format, .plain))
    }
  }
}

extension GateReport {
  fileprivate func data(_ format: GateFormat, _ style: ReportStyle) throws -> Data {
    switch format {
    case .text: Data(text(style).utf8)
    case .markdown: Data(markdown().utf8)
    case .json: try json()
    case .junit: Data(junit().utf8)
    case .github: Data(annotations().utf8)
    }
  }
}
