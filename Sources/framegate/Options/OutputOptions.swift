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

/// The package that a command is about.
struct PackageOptions: ParsableArguments {
  @Option(
    help: .value("folder", "Use the package in this folder, not the nearest one."),
    completion: .directory)
  var packagePath: String?

  func validate() throws {
    guard let packagePath, let chosen, !ResultsFolder.hasPackage(chosen) else { return }
    throw ValidationError("'\(packagePath)' has no Package.swift. Name the folder of a package.")
  }
}

extension PackageOptions {
  private var chosen: URL? {
    packagePath.map { URL(filePath: $0, directoryHint: .isDirectory).standardizedFileURL }
  }

  /// The folder that the user chose, else the nearest package's, also without benchmarks.
  var root: URL { chosen ?? ResultsFolder.nearestPackage }

  /// The folder for a package that is to be started: the chosen one, else the working folder, also
  /// inside of another package.
  var newRoot: URL { chosen ?? ResultsFolder.workingFolder.standardizedFileURL }
}

/// The program that a command is about, and its package.
struct ProgramOptions: ParsableArguments {
  @OptionGroup var package: PackageOptions

  @Option(help: .value("name", "Measure this executable of the package."))
  var product: String?

  @Option(help: .value("file", "Measure this executable as it is."), completion: .file())
  var worker: String?

  @Option(
    help: .value("command", "Build with this; '--worker' names what it makes."))
  var build: String?

  func validate() throws {
    guard build == nil || command != nil else {
      throw ValidationError(
        """
        '--build' needs the path of the executable that it makes, from this folder, and no \
        '--product'. Add it, such as '--worker build/demo'.
        """)
    }
  }
}

extension ProgramOptions {
  /// What builds the program in place of the package manager, or nil without that or the file that
  /// it makes.
  private var command: BuildCommand? {
    guard let build, product == nil, let worker, !worker.hasPrefix("/"),
      !worker.split(separator: "/").contains("..")
    else { return nil }
    return BuildCommand(build, making: worker)
  }

  private var choice: MeasuredProgram.Choice {
    if let command { return .made(command) }
    if let worker { return .init(file: worker, product: product) }
    return product.map { .product($0) } ?? .onlyProduct
  }

  /// The program that the command is about, of which nothing is built, or believed, yet.
  var named: MeasuredProgram { MeasuredProgram(choice, in: package.root) }

  /// The program that the command is about, with what is stored of it.
  ///
  /// - Throws: Only when cancelled.
  func resolved() async throws -> MeasuredProgram { try await named.findingBrought() }
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
  /// Says something besides the report, if that is wanted.
  func say(_ sentence: String) { if !quiet { Terminal.say("\(lines: sentence)\n") } }
}

extension ToolExit {
  /// Runs a step that writes a report, and says why it failed.
  ///
  /// - Returns: This code, or in place of ``pass`` the code of the error, which is ``couldNotRun``
  ///   unless it has another: what the command found is worse than a report that is not there.
  func reporting(_ write: () throws -> Void) -> ToolExit {
    do {
      try write()
      return self
    } catch {
      Terminal.say("Error: \(lines: "\(error)")\n")
      guard self == .pass else { return self }
      return (error as? any ToolError)?.exitCode ?? .couldNotRun
    }
  }
}

extension OutputOptions {
  /// Writes the answer to a question.
  func write<Content: Encodable>(
    text: @autoclosure () -> TerminalText, json: @autoclosure () throws -> Content
  ) throws {
    try write(format.answer(text: text(), json: PrettyJSON.encode(json())))
  }
}
