/// How a revision is compiled and linked.
struct BuildFlags: Hashable, Sendable {
  /// A normal release build, with functions aligned to cache lines.
  ///
  /// Otherwise code added by a change shifts everything linked after it, and untouched loops get a
  /// few percent faster or slower.
  ///
  /// The package manager keeps its plan of the last build until a folder of the root package or a
  /// manifest there changes. That plan lacks files that were added to a dependency by path, such as
  /// `../` of a package in `Benchmarks/`, and contains files that were removed. So each build makes
  /// a new plan.
  static let standard = BuildFlags(
    arguments: [
      "-c", "release", "-Xswiftc", "-Xllvm", "-Xswiftc", "-align-all-functions=6",
      "-Xcc", "-falign-functions=64", "-Xcxx", "-falign-functions=64",
      "--disable-build-manifest-caching",
    ], scratch: "scratch", folderPrefix: "")

  let arguments: [String]

  /// The folder of the cache in which it is built.
  ///
  /// Builds with other compiler flags need a folder of their own, because sharing one would
  /// recompile everything.
  let scratch: String

  /// The prefix of the folders of finished builds; each kind of build is kept separately.
  let folderPrefix: String
}

extension BuildFlags {
  /// The same code, linked in an order that depends on `seed`.
  static func linked(inOrder seed: Int) -> BuildFlags {
    BuildFlags(
      arguments: standard.arguments
        + ["-Xswiftc", "-use-ld=lld", "-Xlinker", "--shuffle-sections=*=\(seed)"],
      scratch: "scratch-layouts", folderPrefix: "layout-")
  }
}
