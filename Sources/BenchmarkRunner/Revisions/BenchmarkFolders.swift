import Foundation

/// The benchmarks of one revision that are built with the code of another.
package struct BenchmarkFolders: Hashable, Sendable {
  let commit: String

  /// Paths from the top of the repository, of files and folders that replace the other revision's.
  let paths: [String]
}

extension BenchmarkFolders {
  /// What has to be replaced in a base.
  enum Extent {
    case targets

    /// The manifest, and the folders of all benchmarks that it names, for a base without the
    /// product.
    case manifest

    /// The whole package, for a base without one there.
    case package
  }

  /// Finds the benchmarks of an executable product, or nil if the description has no such
  /// executable.
  ///
  /// - Parameters:
  ///   - product: The executable.
  ///   - commit: The revision that has them.
  ///   - description: What `swift package describe --type json` prints there.
  ///   - prefix: The folder of the package in the repository: empty, or ending in a slash.
  ///   - extent: What has to be replaced.
  init?(of product: String, commit: String, description: String, prefix: String, extent: Extent) {
    self.commit = commit
    if extent == .package {
      guard !prefix.isEmpty else { return nil }
      paths = [String(prefix.dropLast())]
      return
    }
    guard let package = DescribedPackage(description),
      let executable = package.targets.first(where: {
        $0.type == "executable"
          && ($0.name == product || $0.product_memberships?.contains(product) == true)
      })
    else { return nil }
    // The manifest also names the folders of other executables with benchmarks.
    let replaceable =
      extent == .manifest ? package.targets : package.reached(from: executable)
    let folders = replaceable.filter { target in
      target.name == executable.name || target.dependsOnFramegate
    }.map { prefix + $0.path }
    // Replacing a target in the package's own folder would replace everything.
    guard
      folders.allSatisfy({ $0 != prefix && $0 != "." && !$0.hasSuffix("/.") && !$0.contains("..") })
    else {
      return nil
    }
    paths = folders.sorted() + (extent == .manifest ? [prefix + "Package.swift"] : [])
  }
}

extension BenchmarkFolders {
  /// Replaces them in a worktree; only git writes, because it follows no link.
  func replace(in worktree: Worktree, of repository: Repository) async throws {
    try await repository.git(
      "remove the benchmarks of the base",
      ["--literal-pathspecs", "rm", "-rfq", "--ignore-unmatch"] + Self.pathsFromInput,
      in: worktree, input: paths.joined(separator: "\0"))
    try await repository.git(
      "take the benchmarks of \(commit.prefix(12))",
      ["--literal-pathspecs", "checkout", "--quiet", commit] + Self.pathsFromInput,
      in: worktree, input: paths.joined(separator: "\0"))
  }

  private static let pathsFromInput = ["--pathspec-from-file=-", "--pathspec-file-nul"]
}
