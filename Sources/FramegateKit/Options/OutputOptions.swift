import ArgumentParser
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
  private var destination: OutputDestination {
    OutputDestination(path: path)
  }

  /// Color on a terminal, none anywhere else.
  var style: ReportStyle {
    if case .standardOutput = destination, Terminal.showsColor { .colored } else { .plain }
  }

  /// Writes text that ends with a newline to the chosen destination.
  func write(_ text: String) throws {
    try destination.write(Data(text.utf8))
  }

  /// Writes bytes to the chosen destination.
  func write(_ data: Data) throws {
    try destination.write(data)
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
