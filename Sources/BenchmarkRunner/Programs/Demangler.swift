/// Turns symbols into the names that people write, with the toolchain's `swift-demangle`.
enum Demangler {
  /// The names of Swift's symbols among `symbols`; empty if there is no toolchain.
  static func names(of symbols: [String]) async -> [String: String] {
    let mangled = symbols.filter { $0.hasPrefix("$s") || $0.hasPrefix("_$s") }
    guard !mangled.isEmpty else { return [:] }
    let options = ["--compact", "--simplified"]
    for (name, verb) in [("swift-demangle", []), ("swift", ["demangle"])] {
      var command = Command(name, verb + options)
      command.input = mangled.joined(separator: "\n")
      guard let output = await command.output() else { continue }
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count == mangled.count else { continue }
      return Dictionary(
        zip(mangled, lines.map(String.init)), uniquingKeysWith: { first, _ in first })
    }
    return [:]
  }
}
