import BenchmarkModel
package import BenchmarkVerdicts
package import Foundation
import WorkerClient

/// Builds the two revisions of a comparison in the same way, so that only their sources differ.
package struct RevisionBuilder: Sendable {
  /// Is told about the progress of a build.
  package protocol Observer: Sendable {
    /// A step that takes long starts.
    func begins(_ step: String)

    func progress(_ line: String)

    /// A build failed; `diagnostics` is what the compiler or the build command printed.
    func fails(with diagnostics: String)
  }

  package enum Builds: Sendable {
    /// Both revisions have the same sources, so nothing was built.
    case equalSources(commit: String)

    case built(BySide<RevisionBuild>)

    /// The candidate was built; the baseline cannot be, for a reason of its own.
    case noBaseline(RevisionError)
  }

  /// Untracked files of at least this size are announced, because recording them takes seconds and
  /// space in the repository.
  private static let largeMegabytes = 32

  private let repository: Repository
  private let packageRoot: URL
  private let product: String
  private let compiler: String

  /// The command that builds in place of the package manager, or nil without one.
  private let command: BuildCommand?
  private let cache: BuildCache
  private let observer: any Observer

  /// The names of the builds that this builder has handed out; they are not removed.
  private let inUse = Locked<Set<String>>([])

  /// Creates a builder; a `command` builds in place of the package manager.
  package init(
    packageRoot: URL, product: String, compiler: String = "swift", command: BuildCommand? = nil,
    git: String = "git", observer: any Observer
  ) async throws {
    repository = try await Repository(folder: packageRoot.path, git: git)
    let folder = packageRoot.appending(path: BuildCache.folder)
    if let file = try await TrackedFile.all(in: folder, git: git).first {
      throw RevisionError.foreignFolder(path: file.entry, reason: .tracked)
    }
    cache = try BuildCache(packageRoot: packageRoot, checkout: repository.top)
    self.packageRoot = packageRoot
    self.product = command?.product ?? product
    self.compiler = compiler
    self.command = command
    self.observer = observer
  }

  /// Builds both revisions, the candidate first; the baseline uses the candidate's versions of
  /// dependencies.
  ///
  /// - Parameters:
  ///   - baseline: The base.
  ///   - candidate: What is compared with it.
  ///   - isForced: Whether to build revisions with equal sources.
  ///   - sharesBenchmarks: Whether to build the baseline with the candidate's benchmarks. A
  ///     baseline without any always gets them.
  /// - Returns: The builds, or why there are none.
  /// - Throws: ``RevisionError``, `CancellationError`.
  package func build(
    baseline: Revision, candidate: Revision, isForced: Bool, sharesBenchmarks: Bool = false
  ) async throws -> Builds {
    let lock = try await cache.lock(observer)
    defer { lock.release() }
    let old = try await commit(of: baseline)
    let new = try await commit(of: candidate)
    if !isForced, try await repository.tree(of: old) == repository.tree(of: new) {
      return .equalSources(commit: old)
    }
    let toolchain = try await toolchain()
    let resolved = try await resolved(by: new)
    let second = try await build(
      candidate, new, .standard, resolved: resolved, toolchain: toolchain)
    let used = try? String(
      contentsOf: URL(filePath: second.executable).deletingLastPathComponent()
        .appending(path: "Package.resolved"), encoding: .utf8)
    var extent: BenchmarkFolders.Extent? = sharesBenchmarks ? .targets : nil
    var problem: RevisionError?
    while true {
      do {
        var first = try await build(
          baseline, old, .standard, resolved: used, toolchain: toolchain,
          benchmarks: try await folders(of: new, extent))
        first.benchmarksProblem = problem?.firstError
        return .built(BySide(baseline: first, candidate: second))
      } catch let error as RevisionError where error.isOfRevision {
        switch (extent, error) {
        case (nil, .noSuchProduct) where problem == nil, (.targets, .noSuchProduct):
          extent = .manifest
        case (nil, .noPackage) where problem == nil, (.targets, .noPackage): extent = .package
        case (.targets, _): (problem, extent) = (error, nil)
        default: return .noBaseline(problem ?? error)
        }
      }
    }
  }

  /// The folders with the benchmarks of a commit; nil without an extent, or if its package cannot
  /// be described.
  private func folders(
    of commit: String, _ extent: BenchmarkFolders.Extent?
  ) async throws -> BenchmarkFolders? {
    let source = RevisionSource(repository: repository, cache: cache)
    let packages = PackageManager(compiler: compiler, cache: cache, observer: observer)
    guard command == nil, let extent,
      let sources = try await source.checkOut(commit, resolved: nil),
      let description = try await packages.description(of: sources)
    else { return nil }
    return BenchmarkFolders(
      of: product, commit: commit, description: description, prefix: repository.prefix,
      extent: extent)
  }

  /// Builds revisions and links each of them several times, each time in another order: the same
  /// code at other addresses.
  ///
  /// - Parameters:
  ///   - revisions: The revisions; all use the versions of dependencies of the last one.
  ///   - benchmarks: The benchmarks that the first revision takes from the last, if any.
  ///   - count: How many orders, at least 1.
  /// - Returns: The executables of each revision, by order.
  /// - Throws: ``RevisionError``, `CancellationError`.
  package func layouts(
    of revisions: [Revision] = [.workingTree], benchmarks: BenchmarkFolders? = nil, count: Int
  ) async throws -> [[String]] {
    guard command == nil else { throw RevisionError.cannotRelink }
    #if !os(Linux)
      throw RevisionError.cannotReorder(firstError: "the linker of this system cannot")
    #endif
    let lock = try await cache.lock(observer)
    defer { lock.release() }
    let toolchain = try await toolchain()
    var commits: [String] = []
    for revision in revisions { commits.append(try await commit(of: revision)) }
    var resolved: String?
    if let last = commits.last { resolved = try await self.resolved(by: last) }
    var executables: [[String]] = []
    do {
      for (index, (revision, commit)) in zip(revisions, commits).enumerated() {
        executables.append([])
        for seed in 1...count {
          let build = try await build(
            revision, commit, .linked(inOrder: seed), resolved: resolved, toolchain: toolchain,
            benchmarks: index == 0 ? benchmarks : nil)
          executables[executables.count - 1].append(build.executable)
        }
      }
    } catch RevisionError.doesNotBuild(_, let firstError) {
      throw RevisionError.cannotReorder(firstError: firstError)
    }
    return executables
  }

  /// Builds one commit of a history, with the versions of dependencies that it names itself.
  package func build(_ revision: Revision) async throws -> RevisionBuild {
    let lock = try await cache.lock(observer)
    defer { lock.release() }
    let commit = try await commit(of: revision)
    return try await build(
      revision, commit, .standard, resolved: resolved(by: commit), toolchain: toolchain())
  }

  /// The name of the build that ``build(_:)`` makes of a commit; another compiler, package or
  /// version of a dependency gives another name.
  package func buildName(of commit: String, toolchain: String) async throws -> String {
    let resolved = try await resolved(by: commit)
    return cache.folder(
      commit: commit, key: StableHash(of: key(.standard, resolved, toolchain)).digits,
      builtWith: .standard
    ).lastPathComponent
  }

  private func commit(of revision: Revision) async throws -> String {
    switch revision {
    case .commit(let hash, _): return hash
    case .executable(let path): preconditionFailure("'\(path)' is not a revision that can be built")
    case .workingTree:
      let megabytes = try await repository.untrackedSize() >> 20
      if megabytes >= Self.largeMegabytes {
        observer.begins(
          """
          Recording the working tree with \(megabytes) MB of untracked files; \
          list those that do not belong to it in .gitignore
          """)
      }
      return try await cache.withSnapshotFolder { try await repository.snapshot(scratch: $0) }
    }
  }

  /// The versions of dependencies that a commit uses: its own `Package.resolved` or, where git
  /// ignores that file, the one in the working tree.
  private func resolved(by commit: String) async throws -> String? {
    guard command == nil else { return nil }
    if let file = try await repository.file("Package.resolved", of: commit) { return file }
    return try? String(contentsOf: packageRoot.appending(path: "Package.resolved"), encoding: .utf8)
  }

  /// The version that the compiler reports.
  package func toolchain() async throws -> String {
    guard command == nil else { return await BuildCommand.toolchain() }
    let command = Command(compiler, ["--version"], in: packageRoot.path)
    let outcome: Command.Outcome
    do {
      outcome = try await command.run()
    } catch Command.Failure.notStarted(_, let reason) {
      throw RevisionError.noBuilder(program: compiler, reason: reason)
    }
    guard outcome.isSuccess else {
      throw RevisionError.noBuilder(program: compiler, reason: "'--version' fails")
    }
    return outcome.output
  }
}

extension RevisionBuilder {
  /// What a build depends on besides the commit.
  private func key(
    _ flags: BuildFlags, _ resolved: String?, _ toolchain: String,
    _ benchmarks: BenchmarkFolders? = nil
  ) -> [String] {
    flags.arguments + [toolchain, product, repository.prefix, resolved ?? "none"]
      + (benchmarks.map { [$0.commit] + $0.paths } ?? []) + (command?.key ?? [])
  }

  private func build(
    _ revision: Revision, _ commit: String, _ flags: BuildFlags, resolved: String?,
    toolchain: String, benchmarks: BenchmarkFolders? = nil
  ) async throws -> RevisionBuild {
    let key = key(flags, resolved, toolchain, benchmarks)
    let folder = cache.folder(commit: commit, key: StableHash(of: key).digits, builtWith: flags)
    let build = RevisionBuild(
      revision: revision, commit: commit,
      executable: folder.appending(path: product).path, sources: cache.source.path,
      benchmarks: benchmarks)
    if !cache.isIntact(folder, product: product) {
      guard
        let sources = try await RevisionSource(repository: repository, cache: cache).checkOut(
          commit, resolved: resolved, benchmarks: benchmarks, needsManifest: command == nil)
      else {
        throw RevisionError.noPackage(
          path: "\(repository.prefix)Package.swift", revision: "\(revision)")
      }
      let output: PackageManager.Output
      if let command {
        let binaries = try await command.build(revision, in: sources, observer: observer)
        try requireOwnLibraries(of: binaries.appending(path: product))
        output = PackageManager.Output(binaries: binaries, packages: LocalPackages(record: ""))
      } else {
        output = try await PackageManager(
          compiler: compiler, cache: cache, observer: observer
        ).build(product, of: revision, in: sources, flags)
      }
      let used = try? String(
        contentsOf: sources.appending(path: "Package.resolved"), encoding: .utf8)
      try cache.store(
        product, from: output.binaries, in: folder, resolved: resolved ?? used,
        packages: output.packages)
    }
    keep(folder, builtWith: flags)
    return build
  }

  /// Fails for an executable that loads libraries from the folder in which all revisions are built,
  /// one after the other: every revision would run the code of the last one.
  private func requireOwnLibraries(of executable: URL) throws(RevisionError) {
    let source = RealPath.of(cache.source.path) ?? cache.source.path
    let paths = ExecutableImage(path: executable.path)?.libraryPaths ?? []
    guard let shared = paths.first(where: { "\(RealPath.of($0) ?? $0)/".hasPrefix("\(source)/") })
    else { return }
    throw .sharedLibraries(file: executable.lastPathComponent, folder: shared)
  }

  /// Keeps a build for as long as this builder exists; other builds are removed by age.
  private func keep(_ folder: URL, builtWith flags: BuildFlags) {
    let use = inUse.withLock { names in
      names.insert(folder.lastPathComponent)
      return names
    }
    cache.keep(folder, builtWith: flags, inUse: use)
  }
}
