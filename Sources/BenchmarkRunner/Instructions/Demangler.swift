import Foundation

/// Names functions as people write them, by the toolchain's `swift-demangle`.
enum Demangler {
  /// Written names by symbol, for those of `symbols` that are Swift's; empty where there is no
  /// toolchain.
  static func names(of symbols: [String]) async -> [String: String] {
    let mangled = symbols.filter { $0.hasPrefix("$s") || $0.hasPrefix("_$s") }
    guard !mangled.isEmpty else { return [:] }
    let options = ["--compact", "--simplified"]
    for (name, verb) in [("swift-demangle", []), ("swift", ["demangle"])] {
      guard let output = await CommandOutput.of(name, verb + options + mangled) else { continue }
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count == mangled.count else { continue }
      return Dictionary(
        zip(mangled, lines.map(String.init)), uniquingKeysWith: { first, _ in first })
    }
    return [:]
  }
}
