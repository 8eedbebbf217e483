import ArgumentParser
import BenchmarkModel
import Foundation
import ReportText

/// Where a report goes, and further formats to write it in.
struct ReportOptions<Command: ReportingCommand>: ParsableArguments {
  @OptionGroup var output: OutputOptions<Command>

  @Option(
    help: .value(
      "format=file",
      "Also write a copy, such as junit=all.xml (repeatable)."))
  var also: [Checked<ReportCopy<Command>>] = []

  func validate() throws { for copy in also { _ = try copy.value } }
}

/// A format and a file, such as `junit=results/junit.xml`.
struct ReportCopy<Command: ReportingCommand>: ArgumentText {
  let format: ReportFormat
  let destination: OutputDestination

  init(argument text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = OfferedFormat<Command>(argument: String(parts[0])),
      !parts[1].isEmpty
    else {
      throw CommandError(
        """
        '\(text)' is not a format and a file. Give both, such as junit=results/junit.xml; formats \
        are \(Command.formats.words).
        """)
    }
    self.format = format.format
    destination = OutputDestination(path: String(parts[1]))
  }
}

extension ReportOptions {
  /// The formats of the report and of its copies.
  var formats: [ReportFormat] { [output.format] + also.compactMap { try? $0.value.format } }

  /// Whether the report or one of its copies is in a format.
  func writes(_ format: ReportFormat) -> Bool { formats.contains(format) }

  /// Fails if one of the formats is not offered.
  func check(offered: [ReportFormat]) throws {
    guard let other = formats.first(where: { !offered.contains($0) }) else { return }
    throw NoSuchFormat(other, of: offered)
  }

  /// Fails if the report or one of its copies could not be written, or would replace a file that
  /// the command reads or also writes.
  func check(inputs: [URL] = []) throws {
    let destinations = try [output.destination] + also.map { try $0.value.destination }
    try OutputDestination.check(destinations, inputs: inputs)
    for destination in destinations { try destination.check() }
  }

  /// Writes a report in the chosen format, and its copies; says which of them failed, and
  /// still writes the others.
  ///
  /// - Returns: The report's exit code or, in place of ``ToolExit/pass``, that of the first which
  ///   failed.
  func write(_ report: some WrittenReport) -> ToolExit {
    let exit = report.exit.reporting {
      try output.destination.write(report.data(output.format, output.style))
    }
    return also.reduce(exit) { exit, copy in
      exit.reporting {
        let copy = try copy.value
        try copy.destination.write(report.data(copy.format, .plain))
      }
    }
  }
}
