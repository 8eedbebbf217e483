import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import Foundation

/// Where results go and how they look.
struct OutputOptions<Format: OutputFormat>: ParsableArguments {
  @Option(help: "Format of the output.")
  var format: Format = .standard

  @Option(
    help: ArgumentHelp("File to write to; '-' or 'stdout' is standard output.", valueName: "file"),
    completion: .file())
  var path = "-"

  @Flag(help: "Print only the report.")
  var quiet = false
}

extension OutputOptions {
  var destination: OutputDestination {
    OutputDestination(path: path)
  }

  /// Color on a terminal, none anywhere else.
  var style: ReportStyle {
    if case .standardOutput = destination, Terminal.showsColor { .colored } else { .plain }
  }

  /// Fails when the report could not be written, or would replace what the command reads.
  ///
  /// - Throws: ``OutputError``.
  func check(inputs: [URL] = []) throws {
    try OutputDestination.check([destination], inputs: inputs)
    try destination.check()
  }

  /// Writes text that ends with a newline to the chosen destination.
  func write(_ text: Formatted<some TextFormat>) throws {
    try destination.write(text.data)
  }

  /// Writes bytes to the chosen destination.
  func write(_ data: Data) throws {
    try destination.write(data)
  }
}

extension ToolExit {
  /// Runs a step that writes a report, and says why it failed.
  ///
  /// - Returns: This code, or ``couldNotRun`` in place of ``pass`` when the step failed: what the
  ///   command found is worse than a report that is not there.
  func reporting(_ write: () throws -> Void) -> ToolExit {
    do {
      try write()
      return self
    } catch {
      Terminal.say("Error: \(lines: "\(error)")\n")
      return self == .pass ? .couldNotRun : self
    }
  }
}

/// The formats that a verb can write.
protocol OutputFormat: ExpressibleByArgument, CaseIterable, Sendable {
  static var standard: Self { get }
}

/// Formats of `run`.
enum ReportFormat: String, OutputFormat {
  case text, markdown, json
  static let standard = ReportFormat.text
}

/// Formats of `list`, `replay` and `inspect`.
enum DataFormat: String, OutputFormat {
  case text, json
  static let standard = DataFormat.text
}
