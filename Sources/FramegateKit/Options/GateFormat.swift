import ArgumentParser
import BenchmarkReports
import Foundation

/// Formats of `compare` and `check`.
enum GateFormat: String, OutputFormat {
  case text, markdown, json, junit, github
  static let standard = GateFormat.text
}

/// Formats in which a decision is written beside the one on standard output.
struct CopyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write the report in this format to this file too (repeatable): junit=results/junit.xml, or \
      github=- for standard output.
      """, valueName: "format=file"),
    transform: ReportCopy.init(parsing:))
  var also: [ReportCopy] = []
}

/// A format and where it goes.
struct ReportCopy: Sendable {
  let format: GateFormat
  let destination: OutputDestination

  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = GateFormat(rawValue: String(parts[0])), !parts[1].isEmpty
    else {
      throw ValidationError(
        """
        '\(text)' is not a format and a file. Give both, such as junit=results/junit.xml; formats \
        are \(GateFormat.allCases.map(\.rawValue).joined(separator: ", ")).
        """)
    }
    self.format = format
    destination = OutputDestination(path: String(parts[1]))
  }
}

extension OutputOptions<GateFormat> {
  /// Writes a decision in the format wanted, and its copies.
  func write(_ report: some GateReport, copies: CopyOptions) throws {
    try write(report.data(format, style))
    for copy in copies.also {
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
