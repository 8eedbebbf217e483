import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import Foundation
import ReportText
import Revisions

/// Where results go and how they look.
struct OutputOptions<Format: OutputFormat>: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: .value("format", "Write this format, not that of the file's extension."))
  var chosenFormat: Format?

  @Option(help: .value("file", "Write to this file, not standard output."), completion: .file())
  var path = "-"

  @Flag(help: "Print only the report.")
  var quiet = false

  @Flag(help: "Show all columns, even if the terminal is narrow.")
  var wide = false

  @OptionGroup var program: ProgramOptions
}

/// The package that a command is about.
struct PackageOptions: ParsableArguments {
  @Option(
    help: .value("folder", "Use the package in this folder, not the nearest one."),
    completion: .directory)
  var packagePath: String?

  func validate() throws {
    guard let packagePath, !ResultsFolder.choose(packagePath) else { return }
    throw ValidationError("'\(packagePath)' has no Package.swift. Name the folder of a package.")
  }
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
    guard let build else {
      MeasuredProgram.choose(executable: worker, product: product)
      return
    }
    guard product == nil, let worker, !worker.hasPrefix("/"),
      !worker.split(separator: "/").contains("..")
    else {
      throw ValidationError(
        """
        '--build' needs the path of the executable that it makes, from this folder, and no \
        '--product'. Add it, such as '--worker build/demo'.
        """)
    }
    MeasuredProgram.choose(BuildCommand(build, making: worker))
  }
}

extension OutputOptions {
  /// The chosen format, else that of the file's extension, else the usual one.
  var format: Format { chosenFormat ?? Format(extensionOf: path) ?? .standard }

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

/// The formats that a verb can write.
protocol OutputFormat: ExpressibleByArgument, CaseIterable, RawRepresentable<String>, Sendable {
  static var standard: Self { get }
}

extension OutputFormat {
  /// The same format of another verb; an error where this one does not have it.
  init(_ other: some OutputFormat) throws {
    guard let format = Self(rawValue: other.rawValue) else {
      throw CommandError(
        """
        There is no '\(other.rawValue)' of these shards. Choose \
        \(Self.allCases.map(\.rawValue).joined(separator: ", ")).
        """)
    }
    self = format
  }

  /// The format that a file's extension stands for, or nil if several formats share it, or if the
  /// verb does not have it.
  init?(extensionOf path: String) {
    let name: String? =
      switch URL(filePath: path).pathExtension.lowercased() {
      case "txt": "text"
      case "md", "markdown": "markdown"
      case "json": "json"
      case "xml": "junit"
      case "csv": "csv"
      case "html", "htm": "html"
      case "svg": "svg"
      default: nil
      }
    guard let format = name.flatMap(Self.init(rawValue:)) else { return nil }
    self = format
  }
}

/// Formats of `list`, `replay` and `inspect`.
enum DataFormat: String, OutputFormat {
  case text, json
  static let standard = DataFormat.text
}

extension OutputOptions<DataFormat> {
  func write<Content: Encodable>(
    text: @autoclosure () -> TerminalText, json: @autoclosure () throws -> Content
  ) throws { try write(format == .text ? text().data : PrettyJSON.encode(json())) }
}
