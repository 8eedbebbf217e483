import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText
import WorkerClient
import WorkerProtocol

/// The program whose benchmarks are measured: an executable that links FramegateKit, or one that
/// speaks the protocol of workers by other means.
///
/// The user named it, or it is the product of the package that has benchmarks. A command resolves
/// it once from its options and stores it in its plan. The program is built when its file is first
/// needed; all copies of the value then share this file.
struct MeasuredProgram: Sendable {
  /// How the program was chosen.
  enum Choice: Hashable, Sendable {
    /// Not by the user: it is the only executable of the package that has benchmarks.
    case onlyProduct

    /// By the user, with the name of an executable of the package.
    case product(String)

    /// By the user, with a file that is measured without building it.
    ///
    /// Revisions build `product` or, if that is nil, the product with the name of the file.
    case file(String, product: String?)

    /// By the user, with a command that builds it in place of the package manager.
    case made(BuildCommand)
  }

  /// What is found out only when it is first needed.
  private struct Found {
    /// The product of the package that has benchmarks.
    var product: String?

    /// The absolute path of the file, which is pinned.
    var executable: String?
  }

  private let choice: Choice

  /// The folder that the user chose, or else the folder of the nearest package.
  private let outerRoot: URL

  /// The folder of the package with the benchmarks.
  let packageRoot: URL
  private(set) var results: ResultsFolder

  /// Whether nothing is printed while it is built.
  var isQuiet = false
  private let found = Locked(Found())

  /// Looks for the package with the benchmarks in `outerRoot`; builds nothing.
  ///
  /// No stored file is trusted before ``findingTrackedFiles()``.
  init(_ choice: Choice, in outerRoot: URL) {
    self.choice = choice
    self.outerRoot = outerRoot
    packageRoot = ResultsFolder.packageRoot(in: outerRoot, of: choice.file)
    results = ResultsFolder(unknownInPackage: packageRoot)
  }
}

extension MeasuredProgram {
  /// The same program, with what git tracks in its folder of results.
  ///
  /// - Throws: Only when canceled.
  func findingTrackedFiles() async throws -> MeasuredProgram {
    var program = self
    program.results = try await ResultsFolder(ofPackage: packageRoot)
    return program
  }

  /// Another program in place of this one.
  func replaced(by choice: Choice) -> MeasuredProgram {
    var program = MeasuredProgram(choice, in: outerRoot)
    if program.packageRoot == packageRoot { program.results = results }
    program.isQuiet = isQuiet
    return program
  }

  /// Whether the user named it.
  var isChosen: Bool { choice != .onlyProduct }

  /// Its name in results; nil until the user or a manifest has told it.
  var name: String? { choice.name ?? found.withLock(\.product) }

  /// What results name as their source: the program, and the version of this tool.
  var tool: ToolIdentity {
    ToolIdentity(name: name ?? "framegate", version: Framegate.version)
  }

  /// The results of this program, or of all programs while its name is unknown.
  var store: ResultStore { results.store(of: name) }

  /// The product of the package that has benchmarks.
  ///
  /// - Throws: ``ProgramError``, `RevisionError`.
  private func product() async throws -> String {
    if let name { return name }
    guard ResultsFolder.hasPackage(packageRoot) else {
      throw ProgramError.noPackage(packageRoot.path)
    }
    let names = try await BenchmarkProducts(of: packageRoot).names
    guard let product = names.first else { throw ProgramError.noProduct(packageRoot.path) }
    guard names.count == 1 else { throw ProgramError.severalProducts(names) }
    found.withLock { $0.product = product }
    return product
  }

  /// Whether there is a file at a path, and no folder, that can be executed.
  ///
  /// On some disks, every file can be; a result or log is no program all the same.
  static func isExecutable(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let results = [".json", ".json.gz", ".csv"]
    return isThere && !isFolder.boolValue && !results.contains(where: path.hasSuffix)
      && FileManager.default.isExecutableFile(atPath: path)
  }

  /// The absolute path of its file, which stays the same file until this process ends.
  ///
  /// - Throws: ``ProgramError``, `RevisionError`.
  func executable() async throws -> String {
    if let path = found.withLock(\.executable) { return path }
    let path: String
    switch choice {
    case .file(let named, _):
      guard Self.isExecutable(named) else { throw ProgramError.notExecutable(named) }
      path = named
    case .onlyProduct, .product, .made: path = try await build()
    }
    ProgramImage.pin(path)
    found.withLock { $0.executable = path }
    return path
  }

  /// Builds the working tree as a comparison does.
  private func build() async throws -> String {
    let progress = BuildProgress(isQuiet: isQuiet)
    defer { progress.clear() }
    let builder: RevisionBuilder
    do {
      builder = try await self.builder(observer: progress)
    } catch RevisionError.notARepository {
      if case .made(let command) = choice {
        let folder = ResultsFolder.workingFolder
        try await command.build(.workingTree, in: folder, observer: progress)
        return folder.appending(path: command.file).path
      }
      return try await InPlaceBuilder(
        packageRoot: packageRoot, product: product(), observer: progress
      ).build()
    }
    return try await builder.build(.workingTree).executable
  }

  /// Makes the builder that builds it from its package, at any revision.
  func builder(observer: BuildProgress) async throws -> RevisionBuilder {
    if case .made(let command) = choice {
      return try await RevisionBuilder(
        packageRoot: ResultsFolder.workingFolder, product: product(), command: command,
        observer: observer)
    }
    return try await RevisionBuilder(
      packageRoot: packageRoot, product: product(), command: nil, observer: observer)
  }

  /// What is registered in it.
  func listing(_ workload: Workload) async throws -> BenchmarkListing {
    try await workers(workload).withWorker { try await $0.ask(ListBenchmarks()) }
  }

  /// The compiler that made it, in its own words, or nil if it does not report it.
  func compiler(_ workload: Workload) async throws -> String? {
    try await workers(workload).withWorker { $0.hello.compiler }
  }

  func workers(_ workload: Workload) async throws -> WorkerSource {
    WorkerSource(workload.launch(try await executable()))
  }
}

extension MeasuredProgram.Choice {
  /// The file at a path, which may be relative to the working folder.
  init(file path: String, product: String? = nil) {
    self = .file(URL(filePath: path).standardizedFileURL.path, product: product)
  }

  /// The file that is measured without building it.
  fileprivate var file: String? { if case .file(let path, _) = self { path } else { nil } }

  /// The name that it gives the program.
  fileprivate var name: String? {
    switch self {
    case .onlyProduct: nil
    case .product(let name): name
    case .file(let path, let product): product ?? URL(filePath: path).lastPathComponent
    case .made(let command): command.product
    }
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
      "'\(path)' is not an executable file. Build it, or name another one with '--worker'."
    }
  }
}

extension MeasuredProgram {
  /// Maps the baseline's source lines to the candidate's; maps none without git.
  func changedLines(
    from baseline: RevisionBuild, to candidate: RevisionBuild
  ) async -> LineChanges {
    guard let repository = try? await Repository(folder: packageRoot.path),
      let diff = try? await repository.diff(from: baseline.commit, to: candidate.commit)
    else { return .none }
    return LineChanges(diff: diff)
  }
}
