import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation
import ReportText

/// Where results go and how they look.
struct OutputOptions<Command: ReportingCommand>: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: .value("format", "Write this format, not that of the file's extension."))
  var chosenFormat: OfferedFormat<Command>?

  @Option(help: .value("file", "Write to this file, not standard output."), completion: .file())
  var path = "-"

  @Flag(help: "Print only the report.")
  var quiet = false

  @Flag(help: "Show all columns, even if the terminal is narrow.")
  var wide = false

  @OptionGroup var program: ProgramOptions

  func validate() throws {
    guard chosenFormat == nil, let format = ReportFormat(extensionOf: path),
      !Command.formats.contains(format)
    else { return }
    throw ValidationError(
      """
      '\(path)' would be \(format.rawValue), which this command does not write. Choose another extension, \
      or a format with '--format'.
      """)
  }
}

extension OutputOptions {
  /// The chosen format, else the format of the file's extension, else the usual one.
  var format: ReportFormat {
    if let chosenFormat { return chosenFormat.format }
    guard let format = ReportFormat(extensionOf: path), Command.formats.contains(format) else {
      return Command.formats[0]
    }
    return format
  }

  var destination: OutputDestination { OutputDestination(path: path) }

  /// The program to measure; `--quiet` also silences its build.
  func resolvedProgram() async throws -> MeasuredProgram {
    var program = try await program.resolved()
    program.isQuiet = quiet
    return program
  }

  /// Color and as many columns as fit on a terminal; no color and all columns anywhere else.
  var style: ReportStyle {
    guard case .standardOutput = destination else { return .plain }
    return ReportStyle(isColored: Terminal.showsColor, width: wide ? nil : Terminal.outputWidth)
  }

  /// Fails when the report could not be written, or would replace what the command reads.
  func check(inputs: [URL] = []) throws {
    try OutputDestination.check([destination], inputs: inputs)
    try destination.check()
  }

  /// Writes text that ends with a newline to the chosen destination.
  func write(_ text: Formatted<some TextFormat>) throws { try destination.write(text.data) }

  func write(_ data: Data) throws { try destination.write(data) }
}

extension OutputOptions {
  /// Prints a sentence in addition to the report, unless `--quiet` is given.
  func say(_ sentence: String) { if !quiet { Terminal.say("\(lines: sentence)\n") } }
}

extension OutputOptions {
  /// Writes the answer to a question.
  func write<Content: Encodable>(
    text: @autoclosure @escaping () -> TerminalText,
    json: @autoclosure @escaping () throws -> Content
  ) throws {
    let answer = Answer(text: text) { try PrettyJSON.encode(json()) }
    try write(answer.data(format, style))
  }
}
