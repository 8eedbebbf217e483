/// The reason why a revision cannot be built.
///
/// Every message ends with what to do next.
package enum RevisionError: Error, Hashable, Sendable {
  /// The folder is not in a repository, or git is not installed.
  case notARepository(folder: String)

  /// No commit has this name.
  case notFound(revision: String, isShallow: Bool)

  /// A git command failed, with this message.
  case git(action: String, reason: String)

  /// The compiler or the package manager reported an error.
  case doesNotBuild(revision: String, firstError: String)

  /// The working tree cannot be linked in another order.
  case cannotReorder(firstError: String)

  /// The package of the revision has no executable with this name.
  case noSuchProduct(product: String, revision: String)

  /// The executable was built, but it is not a Framegate tool.
  case notATool(product: String, revision: String, reason: String)

  /// The cache folder cannot be used.
  case cache(path: String, reason: String)
}

extension RevisionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notARepository(let folder):
      """
      '\(folder)' is not in a git repository, so there are no revisions to compare. \
      Start the tool in a repository, or compare stored results.
      """
    case .notFound(let revision, isShallow: true):
      """
      There is no revision '\(revision)' in this shallow clone. \
      Fetch it with 'git fetch --depth=1 origin \(revision):refs/remotes/origin/\(revision)', \
      or everything with 'git fetch --unshallow'.
      """
    case .notFound(let revision, isShallow: false):
      "There is no revision '\(revision)'. Check the spelling, or fetch it with 'git fetch'."
    case .git(let action, let reason):
      "git could not \(action): \(reason). Fix that and try again."
    case .doesNotBuild(let revision, let firstError):
      "\(revision) does not build: \(firstError). Compare with a revision that does."
    case .cannotReorder(let firstError):
      """
      The working tree cannot be linked in another order: \(firstError). Install a toolchain with lld, \
      such as those of swift.org, or leave '--layouts' out.
      """
    case .noSuchProduct(let product, let revision):
      """
      \(revision) has no executable product '\(product)'. \
      Compare with a revision that has it under this name.
      """
    case .notATool(let product, let revision, let reason):
      """
      '\(product)' of \(revision) cannot be measured: it \(reason) \
      Compare with a revision that depends on the same version of Framegate.
      """
    case .cache(let path, let reason):
      "'\(path)' cannot be used: \(reason). Free space there, or delete the folder."
    }
  }
}
