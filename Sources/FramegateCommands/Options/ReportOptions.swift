import ArgumentParser
import BenchmarkModel
import Foundation
import ReportText

/// Where a report goes, and more formats in which to write it besides.
struct ReportOptions<Format: OutputFormat>: ParsableArguments {
  @OptionGroup var output: OutputOptions<Format>

  @Option(
    help: .value(
      "format=file",
      """
      Also write the report to another file (repeatable). Example: junit=results/junit.xml
      """))
  var also: [Checked<ReportCopy<Format>>] = []

  func validate() throws { for copy in also { _ = try copy.value } }
}

/// A format and a file, such as `junit=results/junit.xml`.
struct ReportCopy<Format: OutputFormat>: ArgumentText {
  let format: Format
  let destination: OutputDestination

  init(argument text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = Format(rawValue: String(parts[0])), !parts[1].isEmpty
    else {
      throw CommandError(
        """
        '\(text)' is not a format and a file. Give both, such as junit=results/junit.xml; formats \
        are \(Format.allCases.map(\.rawValue).joined(separator: ", ")).
        """)
    }
    self.format = format
    destination = OutputDestination(path: String(parts[1]))
  }
}

extension ReportOptions {
  private var formats: [Format] { [output.format] + also.compactMap { try? $0.value.format } }

  /// Whether the report or one of its copies is in a format.
  func writes(_ format: Format) -> Bool { formats.contains { $0.rawValue == format.rawValue } }

  /// Fails when a format is none of those of another verb.
  func check<Other: OutputFormat>(by _: Other.Type) throws {
    for format in formats { _ = try Other(format) }
  }

  /// Fails when a report or a copy of it could not be written, or would replace what the command
  /// reads or what it writes besides.
  func check(inputs: [URL] = []) throws {
    let destinations = try [output.destination] + also.map { try $0.value.destination }
    try OutputDestination.check(destinations, inputs: inputs)
    for destination in destinations { try destination.check() }
  }

  /// Writes a report in the chosen format, and its copies; says which of them failed, and writes
  /// the others all the same.
  func write(endingWith exit: ToolExit, _ data: (Format, ReportStyle) throws -> Data) -> ToolExit {
    let exit = exit.reporting { try output.destination.write(data(output.format, output.style)) }
    return also.reduce(exit) { exit, copy in
      exit.reporting {
        let copy = try copy.value
        try copy.destination.write(data(copy.format, .plain))
      }
    }
  }
}
