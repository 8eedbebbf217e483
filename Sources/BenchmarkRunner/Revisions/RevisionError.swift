package import BenchmarkModel
import ReportText

/// The reason why a revision cannot be built.
///
/// Every message ends with what to do next.
package enum RevisionError: ToolError, Hashable {
  case notARepository(folder: String)
  case noGit(reason: String)
  case notFound(revision: String, isShallow: Bool)
  case git(action: String, reason: String)
  case filter(name: String, reason: String)
  case doesNotBuild(revision: String, firstError: String)
  case workingTreeDoesNotBuild(firstError: String)
  case noBuilder(program: String, reason: String)
  case noDescription(folder: String, reason: String)
  case cannotReorder(firstError: String)
  case cannotRelink
  case sharedLibraries(file: String, folder: String)
  case noPackage(path: String, revision: String)
  case noSuchProduct(product: String, revision: String)

  /// A build answers no questions: the `product` of a revision or, if that is nil, a file that the
  /// user named.
  case cannotBeMeasured(product: String?, of: String, reason: String)
  case cache(path: String, reason: String)
  case foreignFolder(path: String, reason: ForeignReason)
  case range(String, RangeProblem)

  /// Why a folder is not taken for one that the tool made.
  package enum ForeignReason: Hashable, Sendable {
    case link
    case repository
    case tracked, trackedComparisons
  }
}

extension RevisionError {
  package var exitCode: ToolExit {
    switch self {
    case .notFound: .notFound
    case .range: .wrongUsage
    case .notARepository, .noGit, .git, .filter, .doesNotBuild, .workingTreeDoesNotBuild,
      .noBuilder, .noDescription, .cannotReorder, .cannotRelink, .sharedLibraries, .noPackage,
      .noSuchProduct,
      .cannotBeMeasured, .cache, .foreignFolder:
      .couldNotRun
    }
  }

  package var description: String {
    switch self {
    case .notARepository(let folder):
      """
      '\(folder)' is not in a git repository, so there are no revisions to compare. \
      Start the tool in a repository, or compare stored results.
      """
    case .noGit(let reason):
      "git cannot be started: \(reason.withoutFullStop). Install it, or put it on the PATH."
    case .notFound(let revision, isShallow: true):
      """
      There is no revision '\(revision)' in this shallow clone. \
      Fetch it with '\(Self.fetch(revision))', or everything with 'git fetch --unshallow'.
      """
    case .notFound(let revision, isShallow: false):
      "There is no revision '\(revision)'. Check the spelling, or fetch it with 'git fetch'."
    case .git(let action, let reason):
      "git could not \(action): \(reason.sentence) Fix that and try again."
    case .filter(let name, let reason):
      """
      Files need the filter '\(name)', which only the configuration of the repository defines, so it \
      was not run: \(reason.sentence) If you trust it, define it in your own configuration, with \
      'git config --global'.
      """
    case .doesNotBuild(let revision, let firstError):
      "\(revision) does not build: \(firstError.sentence) Compare with a revision that does."
    case .workingTreeDoesNotBuild:
      "The working tree does not build; the compiler's errors are above. Fix them and try again."
    case .noBuilder(let program, let reason):
      """
      '\(program)' cannot be started, so nothing can be built: \(reason.sentence) \
      Install it, or put it on the PATH.
      """
    case .noDescription(let folder, let reason):
      """
      The package in '\(folder)' cannot be read: \(reason.sentence) Fix that, or name a built \
      executable with '--worker'.
      """
    case .cannotReorder(let firstError):
      """
      The code cannot be linked in another order: \(firstError.sentence) Install a toolchain \
      with lld, such as those of swift.org.
      """
    case .cannotRelink:
      """
      Only what the package manager builds can be linked in another order. Judge the change by what is \
      executed, with '--metric instructions'.
      """
    case .sharedLibraries(let file, let folder):
      """
      '\(file)' loads libraries from '\(folder)', where all revisions are built, so each would run the \
      code of the one that is built last. Link them statically, or look for them in '$ORIGIN', beside \
      the executable.
      """
    case .noPackage(let path, let revision):
      "\(revision) has no '\(path)'. Compare with a revision that has the package there."
    case .noSuchProduct(let product, let revision):
      """
      \(revision) has no executable product '\(product)'. \
      Compare with a revision that has it under this name.
      """
    case .cannotBeMeasured(nil, let file, let reason):
      """
      '\(file)' cannot be measured: \(reason.sentence) \
      If it has no client of Framegate, compare whole processes with '--command'.
      """
    case .cannotBeMeasured(let product?, let revision, let reason):
      """
      '\(product)' of \(revision) cannot be measured: \(reason.sentence) \
      Compare with a revision that depends on the same version of Framegate.
      """
    case .cache(let path, let reason):
      "'\(path)' cannot be used: \(reason.sentence) Free space there, or delete the folder."
    case .foreignFolder(let path, .link):
      """
      '\(path)' is a symbolic link, and revisions are not built through a link, because a branch can \
      contain it. Delete the link; to build on another disk, mount that there.
      """
    case .foreignFolder(let path, .repository):
      """
      '\(path)' is a git repository of its own, and revisions are built there. Move it to another \
      folder.
      """
    case .foreignFolder(let path, .tracked):
      """
      The repository tracks '\(path)', in the folder where revisions are built. \
      Remove it with 'git rm --cached', delete the file, and commit that.
      """
    case .foreignFolder(let path, .trackedComparisons):
      """
      The repository tracks '\(path)', so a branch could bring numbers that were never measured. \
      Remove it with 'git rm --cached', and add its folder to '.gitignore'.
      """
    case .range(let text, .malformed):
      "'\(text)' is not a range. Give its first and its last commit, such as main~20..main."
    case .range(let text, .empty):
      "'\(text)' has no commit besides its first. Give an older commit for the first."
    case .range(let text, .reversed): "'\(text)' goes back in time. Give the older commit first."
    case .range(let text, .diverged(let base?)):
      """
      In '\(text)', the first is not an ancestor of the last. Start where both branch off, at \
      \(base.prefix(12)).
      """
    case .range(let text, .diverged(nil)):
      "The commits of '\(text)' have no common ancestor. Give two commits of one history."
    }
  }
}

extension RevisionError {
  /// A build of a revision that failed; the compiler's errors in the working tree were shown.
  static func failedBuild(of revision: Revision, firstError: String) -> RevisionError {
    revision == .workingTree
      ? .workingTreeDoesNotBuild(firstError: firstError)
      : .doesNotBuild(revision: "\(revision)", firstError: firstError)
  }

  /// The first error of a build, or everything.
  var firstError: String {
    switch self {
    case .doesNotBuild(_, let firstError), .workingTreeDoesNotBuild(let firstError): firstError
    default: description
    }
  }

  /// Whether the revision itself is the reason, rather than git, the disk or the user's checkout.
  package var isOfRevision: Bool {
    switch self {
    case .noPackage, .noSuchProduct, .cannotBeMeasured, .doesNotBuild, .workingTreeDoesNotBuild,
      .sharedLibraries:
      true
    case .noBuilder, .noDescription, .notARepository, .noGit, .notFound, .git, .filter,
      .cannotReorder, .cannotRelink, .cache, .foreignFolder, .range:
      false
    }
  }

  /// The command that brings a revision into a shallow clone.
  private static func fetch(_ revision: String) -> String {
    if let end = revision.firstIndex(where: { "^~@:".contains($0) }) {
      return end == revision.startIndex || revision.hasPrefix("HEAD")
        ? "git fetch --deepen=10" : fetch(String(revision[..<end]))
    }
    let remote = "origin/"
    guard revision.hasPrefix(remote) else { return "git fetch --depth=1 origin \(revision)" }
    let branch = revision.dropFirst(remote.count)
    return "git fetch --depth=1 origin \(branch):refs/remotes/origin/\(branch)"
  }
}

extension String {
  /// The text with one full stop at its end.
  fileprivate var sentence: String { hasSuffix(".") || hasSuffix("!") ? self : self + "." }
}
