import ArgumentParser
import BenchmarkModel
import Foundation
import ReportText

/// More formats in which to write a report, besides the one on standard output.
struct CopyOptions<Format: OutputFormat>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Also write the report to another file (repeatable). Example: junit=results/junit.xml
      """, valueName: "format=file"))
  var also: [Checked<ReportCopy<Format>>] = []

  func validate() throws {
    for copy in also { _ = try copy.value }
  }
}

/// A format and a file, such as `junit=results/junit.xml`.
struct ReportCopy<Format: OutputFormat>: ArgumentText {
  let argument: String
  let format: Format
  let destination: OutputDestination

  init(argument text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = Format(rawValue: String(parts[0])), !parts[1].isEmpty
    else {
      throw UsageError(
        """
        '\(text)' is not a format and a file. Give both, such as junit=results/junit.xml; formats \
        are \(Format.allCases.map(\.rawValue).joined(separator: ", ")).
        """)
    }
    argument = text
    self.format = format
    destination = OutputDestination(path: String(parts[1]))
  }
}

extension OutputOptions {
  /// Fails when a report or a copy of it could not be written, or would replace what the command
  /// reads or what it writes besides.
  ///
  /// - Throws: ``OutputError``.
  func check(copies: CopyOptions<Format>, inputs: [URL] = []) throws {
    let destinations = try [destination] + copies.also.map { try $0.value.destination }
    try OutputDestination.check(destinations, inputs: inputs)
    for destination in destinations { try destination.check() }
  }

  /// Writes a report in the chosen format, and its copies; says which of them failed, and writes
  /// the others all the same.
  ///
  /// - Parameters:
  ///   - copies: Where else it goes.
  ///   - exit: What the command found.
  ///   - data: The report in a format.
  /// - Returns: The code that the command ends with.
  func write(
    copies: CopyOptions<Format>, endingWith exit: ToolExit,
    _ data: (Format, ReportStyle) throws -> Data
  ) -> ToolExit {
    let exit = exit.reporting { try destination.write(data(format, style)) }
    return copies.also.reduce(exit) { exit, copy in
      exit.reporting {
        let copy = try copy.value
        try copy.destination.write(data(copy.format, .plain))
      }
    }
  }
}
