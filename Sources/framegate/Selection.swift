import BenchmarkModel
import BenchmarkRunner
import ReportText
import WorkerProtocol

/// Which benchmarks and scenarios a command takes, as one value.
struct Selection: Sendable {
  private let filter: [NamePattern]
  private let skip: [NamePattern]
  private let tags: Set<String>
  private let skippedTags: Set<String>
  private let all: Bool

  /// The exact names to keep from the selection, or nil for all.
  var only: Set<String>?

  init(_ names: NameOptions, all: Bool) throws {
    filter = try names.names.filter.map { try $0.value }
    skip = try names.skip.map { try $0.value }
    tags = Set(names.tag)
    skippedTags = Set(names.skipTag)
    self.all = all
  }

  /// Selects only this benchmark, unless the user selected some.
  mutating func take(only name: String) { if !isFiltered { only = [name] } }

  /// Whether the user selected benchmarks by name or tag.
  var isFiltered: Bool { !filter.isEmpty || !tags.isEmpty }

  /// The selected benchmarks, in the order of the listing.
  ///
  /// A filter or a tag selects from all benchmarks; without one, those that run by default are
  /// selected.
  func select(from benchmarks: [ListedBenchmark]) throws -> [ListedBenchmark] {
    let selected = try matching(benchmarks)
    guard !selected.isEmpty else { throw SelectionError.nothingSelected }
    return selected
  }

  /// The selected benchmarks, possibly none.
  func matching(_ benchmarks: [ListedBenchmark]) throws -> [ListedBenchmark] {
    let names = benchmarks.map(\.name)
    let taken = try filter.matches(in: names)
    let left = try skip.matches(in: names)
    return benchmarks.filter { listed in
      guard filter.isEmpty || taken.contains(listed.name),
        tags.isEmpty || !tags.isDisjoint(with: listed.tags),
        isFiltered || all || only != nil || listed.runsByDefault
      else { return false }
      return only?.contains(listed.name) ?? true
        && !left.contains(listed.name) && skippedTags.isDisjoint(with: listed.tags)
    }
  }
}

/// The reason why nothing can be measured.
enum SelectionError: ToolError {
  case nothingSelected
  case unknown(name: String, similar: [String])

  /// A value of an option, such as `--variant`, that no scenario offers.
  case notOffered(_ thing: String, _ word: String, offered: [String])
  case unsupportedValue(String, variable: String, supported: [String])
  case unknownMetric(String, recorded: [String])

  var exitCode: ToolExit { .wrongUsage }

  var description: String {
    let list = "'\(ToolName.current.command) list' shows the names"
    return switch self {
    case .nothingSelected:
      "No benchmark is selected. \(list); --filter and --skip match parts of them, --tag whole tags."
    case .unknown(let name, let similar) where similar.isEmpty: "There is no '\(name)'. \(list)."
    case .unknown(let name, let similar):
      """
      There is no '\(name)'. \
      Did you mean \(similar.map { "'\($0)'" }.joined(separator: " or "))?
      """
    case .notOffered(let thing, let word, let offered):
      "No scenario has a \(thing) '\(word)'. "
        + (offered.isEmpty
          ? "Leave '--\(thing)' out." : "Choose one of \(offered.joined(separator: ", ")).")
    case .unknownMetric(let name, let recorded):
      """
      There is no metric '\(name)', and no benchmark records one. \
      Choose from \((Metric.all.map(\.name) + recorded).joined(separator: ", ")).
      """
    case .unsupportedValue(let value, let variable, let supported):
      """
      '\(value)' is not a value of \(variable). \
      Choose one of \(supported.joined(separator: ", ")).
      """
    }
  }
}

extension [ListedBenchmark] {
  func named(_ name: String) throws -> ListedBenchmark {
    if let listed = first(where: { $0.name == name }) { return listed }
    let wanted = name.lowercased()
    let similar = map(\.name).filter {
      $0.lowercased().contains(wanted) || wanted.contains($0.lowercased())
    }
    throw SelectionError.unknown(name: name, similar: [String](similar.prefix(3)))
  }
}
