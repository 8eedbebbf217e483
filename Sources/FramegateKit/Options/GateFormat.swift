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
  /// Fails when a report or a copy of it could not be written, or would replace what the command
  /// reads or what it writes besides.
  ///
  /// - Throws: ``OutputError``.
  func check(copies: CopyOptions, inputs: [URL] = []) throws {
    let destinations = try [destination] + copies.also.map { try $0.value.destination }
    try OutputDestination.check(destinations, inputs: inputs)
    for destination in destinations { try destination.check() }
  }

  /// Writes a report in the chosen format, and its copies; says which of them failed, and writes
  /// the others all the same.
  ///
  /// - Returns: The code that the command ends with, where `exit` is what it found.
  func write(
    _ report: some GateReport, copies: CopyOptions, endingWith exit: ToolExit
  ) -> ToolExit {
    let exit = exit.reporting { try destination.write(report.data(format, style)) }
    return copies.also.reduce(exit) { exit, copy in
      exit.reporting {
        let copy = try copy.value
        try copy.destination.write(report.data(copy.format, .plain))
      }
    }
  }
}

extension GateReport {
  fileprivate func data(_ format: GateFormat, _ style: ReportStyle) throws -> Data {
    switch format {
    case .text: text(style).data
    case .markdown: markdown().data
    case .json: try json()
    case .junit: junit().data
    case .github: annotations().data
    }
  }
}
