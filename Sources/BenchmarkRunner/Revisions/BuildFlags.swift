/// How a revision is compiled and linked.
struct BuildFlags: Hashable, Sendable {
  /// As users build, but every function at the beginning of a cache line.
  ///
  /// Else the code that a change adds moves all that is linked behind it within the lines, and loops
  /// that nobody touched take a few per cent more or less time.
  static let standard = BuildFlags(
    arguments: [
      "-c", "release", "-Xswiftc", "-Xllvm", "-Xswiftc", "-align-all-functions=6",
      "-Xcc", "-falign-functions=64", "-Xcxx", "-falign-functions=64",
    ], scratch: "scratch", folderPrefix: "")

  /// What follows `swift build`.
  let arguments: [String]

  /// The folder of the cache in which it is built.
  ///
  /// Other flags for the compiler would compile everything anew in the same one.
  let scratch: String

  /// What the names of the folders of finished builds begin with; each kind is kept by itself.
  let folderPrefix: String
}

extension BuildFlags {
  /// The same code, linked in an order that `seed` decides.
  static func linked(inOrder seed: Int) -> BuildFlags {
    BuildFlags(
      arguments: standard.arguments
        + ["-Xswiftc", "-use-ld=lld", "-Xlinker", "--shuffle-sections=*=\(seed)"],
      scratch: "scratch-layouts", folderPrefix: "layout-")
  }
}
