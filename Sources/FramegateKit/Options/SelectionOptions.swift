import ArgumentParser
import BenchmarkHarness
import BenchmarkModel

/// Which benchmarks and scenarios a command takes.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: "Take only names in which this regular expression matches (repeatable).",
    transform: NamePattern.init)
  var filter: [NamePattern] = []

  @Option(
    help: "Leave out names in which this regular expression matches (repeatable).",
    transform: NamePattern.init)
  var skip: [NamePattern] = []

  @Flag(help: "Take everything, not only what runs by default.")
  var all = false
}

extension SelectionOptions {
  /// What is to be measured, in the order of registration.
  ///
  /// A filter selects from everything; without one, what runs by default is taken.
  func select(from registry: BenchmarkRegistry) throws -> [RegistryEntry] {
    let selected = registry.entries.filter { entry in
      let isTaken = filter.isEmpty ? all || entry.runsByDefault : filter.contains(entry.name)
      return isTaken && !skip.contains(entry.name)
    }
    guard !selected.isEmpty else { throw SelectionError.nothingSelected }
    return selected
  }
}

extension SelectionOptions {
  /// The same choice from what two builds have.
  func select(from listing: [ListedBenchmark]) throws -> [ListedBenchmark] {
    let selected = listing.filter { entry in
      let isTaken = filter.isEmpty ? all || entry.runsByDefault : filter.contains(entry.name)
      return isTaken && !skip.contains(entry.name)
    }
    guard !selected.isEmpty else { throw SelectionError.nothingSelected }
    return selected
  }
}

/// A regular expression that is searched for in names, anywhere.
struct NamePattern: Sendable {
  private let text: String

  init(_ text: String) throws {
    do {
      _ = try Regex(text)
    } catch {
      throw ValidationError(
        "'\(text)' is not a regular expression. Escape '.', '(' and '[' with a backslash.")
    }
    self.text = text
  }

  func matches(_ name: String) -> Bool {
    // Compiled once above, so it compiles here.
    (try? Regex(text)).map { name.firstMatch(of: $0) != nil } ?? false
  }
}

extension [NamePattern] {
  func contains(_ name: String) -> Bool {
    contains { $0.matches(name) }
  }
}

/// Why nothing can be measured.
enum SelectionError: Error, CustomStringConvertible {
  case nothingSelected
  case unknown(name: String, alike: [String])

  var description: String {
    switch self {
    case .nothingSelected:
      "No benchmark is selected. 'framegate list' shows the names; --filter and --skip match parts of them."
    case .unknown(let name, let alike):
      "There is no '\(name)'. "
        + (alike.isEmpty
          ? "'framegate list' shows the names."
          : "Did you mean \(alike.map { "'\($0)'" }.joined(separator: " or "))?")
    }
  }
}
