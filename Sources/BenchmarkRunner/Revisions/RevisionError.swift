/// Why a revision cannot be measured.
///
/// Every message ends with what to do next.
package enum RevisionError: Error, Hashable, Sendable {
  /// The folder belongs to no repository, or git is not installed.
  case notARepository(folder: String)

  /// No commit is called so.
  case notFound(revision: String, isShallow: Bool)

  /// git refused something; its own words.
  case git(action: String, reason: String)

  /// The compiler, or the package manager, found fault with the revision.
  case doesNotBuild(revision: String, firstError: String)

  /// What is on disk cannot be built and linked in another order.
  case cannotReorder(firstError: String)

  /// The package of the revision has no executable of this name.
  case noSuchProduct(product: String, revision: String)

  /// The executable was built and does not answer as a tool of Framegate's.
  case notATool(product: String, revision: String, reason: String)

  /// The cache folder cannot be used.
  case cache(path: String, reason: String)
}

extension RevisionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notARepository(let folder):
      """
      '\(folder)' is in no git repository, so there are no revisions to compare. \
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
      "git could not \(action): \(reason). Put that right and start again."
    case .doesNotBuild(let revision, let firstError):
      "\(revision) does not build: \(firstError). Compare with a revision that does."
    case .cannotReorder(let firstError):
      """
      What is on disk cannot be linked in another order: \(firstError). Put that right (lld, which \
      swift.org's toolchains bring along, does it), or leave '--layouts' out.
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
