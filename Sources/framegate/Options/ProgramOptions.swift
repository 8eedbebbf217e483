import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import Foundation

/// The package that a command is about.
struct PackageOptions: ParsableArguments {
  @Option(
    help: .value("folder", "Use the package in this folder, not the nearest one."),
    completion: .directory)
  var packagePath: String?

}

extension PackageOptions {
  /// Refuses a chosen folder without a package.
  ///
  /// Not when options are read: `init` may start a package there.
  func requirePackage() throws {
    guard let packagePath, let chosen, !ResultsFolder.hasPackage(chosen) else { return }
    throw CommandError("'\(packagePath)' has no Package.swift. Name the folder of a package.")
  }

  private var chosen: URL? {
    packagePath.map { URL(filePath: $0, directoryHint: .isDirectory).standardizedFileURL }
  }

  /// The folder that the user chose, else that of the nearest package, even if it has no
  /// benchmarks.
  var root: URL { chosen ?? ResultsFolder.nearestPackage }

  /// The folder for a new package: the chosen one, else the working folder, even if that is inside
  /// another package.
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
  /// The command that builds the program in place of the package manager; nil without the command
  /// or the file that it makes.
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

  /// The program that the command is about, before it is built and stored files are trusted.
  var named: MeasuredProgram { MeasuredProgram(choice, in: package.root) }

  /// The program that the command is about, with its stored results.
  ///
  /// - Throws: ``CommandError`` if the chosen folder has no package; `CancellationError`.
  func resolved() async throws -> MeasuredProgram {
    try package.requirePackage()
    return try await named.findingTrackedFiles()
  }
}
