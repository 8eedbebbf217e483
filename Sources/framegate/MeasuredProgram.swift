import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation
import WorkerProtocol

/// The program whose benchmarks are measured: an executable that links FramegateKit, or one that
/// speaks the protocol of workers by other means.
///
/// It is the file that the user named or, without one, the product of the package that has
/// benchmarks, which is built when it is first needed. Every command measures the same file, and
/// comparisons build revisions in the same way.
enum MeasuredProgram {
  private struct State {
    /// Built, or named by the user.
    var executable: String?

    /// Found in the manifest, or named by the user.
    var product: String?

    /// What builds it in place of the package manager, or nil for that.
    var command: BuildCommand?

    /// Whether `executable` can no longer become another file.
    var isPinned = false
  }

  private static let state = Locked(State())

  /// Takes what the user named; nil leaves it as it is.
  static func choose(executable: String?, product: String?) {
    state.withLock { state in
      if let executable { state.executable = URL(filePath: executable).standardizedFileURL.path }
      if let product { state.product = product }
    }
  }

  /// Whether the user named it.
  static var isChosen: Bool { state.withLock { $0.executable != nil || $0.product != nil } }

  /// Takes a command that builds it, and the path of what that makes.
  static func choose(_ command: BuildCommand) {
    state.withLock { state in
      state.command = command
      state.product = URL(filePath: command.file).lastPathComponent
    }
  }

  /// Its name in results, or nil as long as neither the user nor a manifest has said it.
  static var name: String? {
    state.withLock { state in
      state.product ?? state.executable.map { URL(filePath: $0).lastPathComponent }
    }
  }

  /// Who measures, as results say it: the program by its name, and the version of this tool.
  static var tool: ToolIdentity {
    ToolIdentity(name: name ?? "framegate", version: Framegate.version)
  }

  /// The package in whose build folder the named file is, or nil for a file that is elsewhere.
  static var package: URL? {
    let parts = state.withLock(\.executable)?.components(separatedBy: "/.build/") ?? []
    return parts.count > 1 ? URL(filePath: parts[0], directoryHint: .isDirectory) : nil
  }

  /// The product of the package that has benchmarks.
  ///
  /// - Throws: ``ProgramError``, `RevisionError`.
  static func product() async throws -> String {
    if let name { return name }
    let root = ResultsFolder.packageRoot
    guard ResultsFolder.hasPackage(root) else { throw ProgramError.noPackage(root.path) }
    let found = try await BenchmarkProducts(of: root).names
    guard let product = found.first else { throw ProgramError.noProduct(root.path) }
    guard found.count == 1 else { throw ProgramError.severalProducts(found) }
    state.withLock { $0.product = product }
    return product
  }

  /// Whether there is a file at a path, and no folder, that can be executed.
  static func isExecutable(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
  }

  /// The absolute path of its file, which stays the same file until this process ends.
  ///
  /// - Throws: ``ProgramError``, `RevisionError`.
  static func executable() async throws -> String {
    let (chosen, isPinned) = state.withLock { ($0.executable, $0.isPinned) }
    if let chosen, isPinned { return chosen }
    let path: String
    if let chosen {
      guard isExecutable(chosen) else { throw ProgramError.notExecutable(chosen) }
      path = chosen
    } else {
      path = try await build()
    }
    ProgramImage.pin(path)
    state.withLock { state in
      state.executable = path
      state.isPinned = true
    }
    return path
  }

  /// Builds the working tree as a comparison does.
  private static func build() async throws -> String {
    let progress = BuildProgress(isQuiet: false)
    defer { progress.clear() }
    let builder: RevisionBuilder
    do {
      builder = try await self.builder(observer: progress)
    } catch RevisionError.notARepository {
      if let command = state.withLock(\.command) {
        return try await command.build(progress)
      }
      return try await InPlaceBuilder(
        packageRoot: ResultsFolder.packageRoot, product: product(), observer: progress
      ).build()
    }
    return try await builder.build(.workingTree).executable
  }

  /// Builds it from its package, at any revision.
  static func builder(observer: BuildProgress) async throws -> RevisionBuilder {
    let command = state.withLock(\.command)
    return try await RevisionBuilder(
      packageRoot: command == nil ? ResultsFolder.packageRoot : ResultsFolder.workingFolder,
      product: product(), command: command, observer: observer)
  }

  /// What is registered in it.
  static func listing(_ workload: Workload) async throws -> BenchmarkListing {
    try await workers(workload).withWorker { try await $0.ask(ListBenchmarks()) }
  }

  /// The compiler that made it, in its own words, or nil if it does not say.
  static func compiler(_ workload: Workload) async throws -> String? {
    try await workers(workload).withWorker { $0.hello.compiler }
  }

  static func workers(_ workload: Workload) async throws -> WorkerSource {
    WorkerSource(workload.launch(try await executable()))
  }
}

/// The reason why there is nothing to measure.
enum ProgramError: ToolError {
  case noPackage(String)
  case noProduct(String)
  case severalProducts([String])
  case notExecutable(String)

  var exitCode: ToolExit {
    switch self {
    case .severalProducts: .wrongUsage
    case .noPackage, .noProduct, .notExecutable: .couldNotRun
    }
  }

  var description: String {
    let command = ToolName.current.command
    return switch self {
    case .noPackage(let folder):
      """
      '\(folder)' is in no Swift package. Name the folder of one with '--package-path', a built \
      executable with '--worker', or start a package with '\(command) init --layout new'.
      """
    case .noProduct(let folder):
      """
      The package in '\(folder)' has no executable that depends on FramegateKit. Add one with \
      '\(command) init', or name another folder with '--package-path'.
      """
    case .severalProducts(let names):
      """
      Several executables have benchmarks. Choose one with '--product': \
      \(names.joined(separator: ", ")).
      """
    case .notExecutable(let path):
      "'\(path)' is no file that can be executed. Build it, or name another one with '--worker'."
    }
  }
}

extension BuildCommand {
  /// Builds the files of the working folder, where there is no repository.
  ///
  /// - Returns: The path of the executable.
  fileprivate func build(_ progress: BuildProgress) async throws -> String {
    _ = try await build(.workingTree, in: ResultsFolder.workingFolder, observer: progress)
    return ResultsFolder.workingFolder.appending(path: file).path
  }
}
