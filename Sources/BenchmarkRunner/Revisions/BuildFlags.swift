/// How a revision is compiled and linked.
struct BuildFlags: Hashable, Sendable {
  /// What follows `swift build`.
  let arguments: [String]

  /// The folder of the cache in which it is built.
  ///
  /// Other flags for the compiler would compile everything anew in the same one.
  let scratch: String

  /// As users build.
  static let standard = BuildFlags(arguments: ["-c", "release"], scratch: "scratch")

  /// The same code, linked in an order that `seed` decides.
  static func linked(inOrder seed: Int) -> BuildFlags {
    BuildFlags(
      arguments: standard.arguments
        + ["-Xswiftc", "-use-ld=lld", "-Xlinker", "--shuffle-sections=*=\(seed)"],
      scratch: "scratch-layouts")
  }
}
