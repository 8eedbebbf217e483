import BenchmarkModel
import Foundation
import SampleStatistics

/// The program that builds the packages of revisions: `swift build`, with files in the cache.
struct PackageManager: Sendable {
  /// The program, on the search path or with a slash.
  let compiler: String

  let cache: BuildCache
  let observer: any RevisionBuilder.Observer

  /// The products of a build.
  struct Output {
    /// The folder of the executable, and of what it loads.
    let binaries: URL

    /// The packages outside of the sources that it used.
    let packages: LocalPackages
  }

  /// Builds a product of the package in a folder, from the files that are there now.
  ///
  /// The folder with the executable has nothing left from earlier builds that could pass for part
  /// of this one.
  func build(
    _ product: String, of revision: Revision, in sources: URL, _ flags: BuildFlags
  ) async throws -> Output {
    observer.begins("Building \(revision)")
    let scratch = cache.scratch(for: flags)
    let top = cache.worktree(around: sources)
    try cache.verify()
    let binaries = try await binaries(revision, sources, flags)
    while true {
      try cache.verify(binaries)
      let earlier = LocalPackages(scratch: scratch, outside: top)
      let before = UnwatchedFiles(of: sources, in: [top] + earlier.folders)
      let isFirst = RealPath.kind(binaries.path) == nil
      before.record.removeOutdated(in: scratch, binaries: binaries)
      BuildCache.removeProducts(product, from: binaries)
      let (isSuccess, lines) = try await run(
        revision, ["--product", product] + before.arguments, sources, flags)
      guard isSuccess else {
        if let path = Self.missingPackage(in: lines), try cache.linkNeighbor(missingAt: path) {
          continue
        }
        throw failure(product, of: revision, lines, sources, flags)
      }
      guard RealPath.kind(binaries.appending(path: product).path) == .file else {
        throw RevisionError.doesNotBuild(
          revision: "\(revision)", firstError: "'swift build' made no '\(product)'")
      }
      let packages = LocalPackages(scratch: scratch, outside: top)
      var record = UnwatchedFiles(of: sources, in: [top] + packages.folders).record
      // This build resolved other versions of packages. Modules may lack their headers, so it is
      // repeated.
      if !isFirst, record.hasOtherVersions(than: before.record, in: scratch) { continue }
      if packages.folders == earlier.folders { record.headers = before.record.headers }
      record.write(to: scratch)
      return Output(binaries: binaries, packages: packages.asOf(earlier))
    }
  }

  /// Why a product was not built.
  private func failure(
    _ product: String, of revision: Revision, _ lines: [String], _ sources: URL,
    _ flags: BuildFlags
  ) -> RevisionError {
    let error = Self.firstError(in: lines, sources: cache.source.path)
    let isUnknown =
      error.contains("no product named") || error.contains("target named '\(product)-product'")
    return isUnknown
      ? .noSuchProduct(product: product, revision: "\(revision)")
      : failure(revision, error, lines, sources, flags)
  }

  /// Why a build failed.
  ///
  /// Everything that the compiler prints about the working tree is shown.
  private func failure(
    _ revision: Revision, _ error: String, _ lines: [String], _ sources: URL, _ flags: BuildFlags
  ) -> RevisionError {
    guard flags == .standard else {
      return .doesNotBuild(revision: "\(revision)", firstError: error)
    }
    if revision == .workingTree {
      observer.fails(with: Self.diagnostics(in: lines, under: [cache.source, sources]))
    }
    return .failedBuild(of: revision, firstError: error)
  }

  /// What the package manager says about a package, as JSON, or nil if it cannot.
  func description(of sources: URL) async throws -> String? {
    try cache.verify()
    let unwatched = UnwatchedFiles(of: sources, in: [sources])
    let command = Command(
      compiler,
      [
        "package", "--package-path", sources.path, "--scratch-path",
        cache.scratch(for: .standard).path,
      ] + unwatched.arguments + ["describe", "--type", "json"], in: sources.path)
    return await command.output()
  }

  /// Where executables will be; each build system has a folder of its own for them.
  private func binaries(
    _ revision: Revision, _ sources: URL, _ flags: BuildFlags
  ) async throws -> URL {
    let (isSuccess, lines) = try await run(revision, ["--show-bin-path"], sources, flags)
    guard isSuccess, let path = lines.last(where: { $0.hasPrefix("/") }) else {
      let error = "'swift build --show-bin-path' says \(lines.last ?? "nothing")"
      throw failure(revision, error, lines, sources, flags)
    }
    return URL(filePath: path, directoryHint: .isDirectory)
  }

  private func run(
    _ revision: Revision, _ arguments: [String], _ sources: URL, _ flags: BuildFlags
  ) async throws -> (isSuccess: Bool, lines: [String]) {
    let command = Command(
      compiler,
      ["build"] + flags.arguments + arguments + [
        "--package-path", sources.path, "--scratch-path", cache.scratch(for: flags).path,
      ], in: sources.path)
    do {
      return try await command.run { line in observer.progress("Building \(revision): \(line)") }
    } catch Command.Failure.notStarted(_, let reason) {
      throw RevisionError.noBuilder(program: compiler, reason: reason)
    }
  }

  /// The path of a dependency on disk that is not there, or nil if the build failed for another
  /// reason.
  static func missingPackage(in lines: [String]) -> String? {
    lines.lazy.compactMap { line in
      line.firstMatch(of: /error: the package at '([^']+)' cannot be accessed/).map { String($0.1) }
    }.first
  }

  /// What the compiler says, each message once and with paths from the top of the repository.
  ///
  /// The package manager prints a message for each job that meets its cause: the one that emits a
  /// module, and the one that compiles it.
  static func diagnostics(in lines: [String], under folders: [URL]) -> String {
    var messages: [[String]] = []
    for line in lines where !isProgress(line) {
      let startsMessage = line.contains(#/^[^ |]+:\d+:\d+: |^(?:error|warning): /#)
      if startsMessage || messages.isEmpty {
        messages.append([line])
      } else {
        messages[messages.count - 1].append(line)
      }
    }
    let errors = messages.filter { message in
      message[0].contains("error: ") && !message[0].hasPrefix("error: emit-module")
    }
    let shown = (errors.isEmpty ? messages : errors).map { $0.joined(separator: "\n") }.uniqued()
    let text = shown.isEmpty ? "the build printed nothing" : shown.joined(separator: "\n")
    return folders.reduce(text) { text, folder in
      text.replacing("\(folder.standardizedFileURL.path)/", with: "")
    }
  }

  /// Whether a line says what is being built.
  private static func isProgress(_ line: String) -> Bool {
    line.contains(
      #/^\[\d+/\d+\] |^Building for |^(?:Fetch|Creat|Comput|Updat|Work|Plann)(?:ed|ing) /#)
  }

  /// The first line that names an error, with paths from the top of the repository.
  ///
  /// A line with a place in a file says more than one without: for a manifest with an error, the
  /// package manager first prints the command that compiles it.
  static func firstError(in lines: [String], sources: String) -> String {
    let errors = lines.filter { $0.contains("error: ") && !$0.hasPrefix("error: emit-module") }
    let line = errors.first { $0.contains(/:\d+:\d+: (?:fatal )?error:/) } ?? errors.first
    let text = line ?? lines.last ?? "the build printed nothing"
    return text.replacing("\(sources)/", with: "").replacing(sources, with: "the revision")
  }
}
