package import Foundation

/// Builds a package outside of any git repository, as it is on disk, with the flags of revisions.
///
/// The package manager's files are in the same folder as for revisions, so whatever `swift build`
/// and `swift test` leave behind stays out of what is measured.
package struct InPlaceBuilder {
  private let packageRoot: URL
  private let product: String
  private let compiler: String
  private let observer: any RevisionBuilder.Observer

  package init(
    packageRoot: URL, product: String, compiler: String = "swift",
    observer: any RevisionBuilder.Observer
  ) {
    self.packageRoot = packageRoot
    self.product = product
    self.compiler = compiler
    self.observer = observer
  }

  /// The path of the executable, which the next build replaces.
  ///
  /// - Throws: ``RevisionError``, `CancellationError`.
  package func build() async throws -> String {
    let cache = try BuildCache(packageRoot: packageRoot, checkout: packageRoot.path)
    let lock = try await cache.lock(observer)
    defer { lock.release() }
    let packages = PackageManager(compiler: compiler, cache: cache, observer: observer)
    let output = try await packages.build(product, of: .workingTree, in: packageRoot, .standard)
    return output.binaries.appending(path: product).path
  }
}
