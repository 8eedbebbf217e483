import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import Foundation
package import ReportText

/// Why benchmarks regressed or improved: the functions whose instructions changed, and the calls
/// that allocate more or less, for people and programs.
package struct ExplanationReport: Sendable {

  let entries: [ExplainedChange]

  package init(_ entries: [ExplainedChange]) { self.entries = entries }
}

extension ExplanationReport: Encodable {
  package func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}

extension ExplanationReport {
  package var isEmpty: Bool { entries.isEmpty }

  /// For each benchmark, what changed in its functions, and then in the calls that allocate.
  package var sections: [ExplainedSection] {
    entries.flatMap { entry in
      [
        ExplainedSection(
          head: Self.head(entry), table: entry.explanation.value?.table, rest: Self.rest(entry))
      ]
        + (entry.allocations.map { [AllocationReport.section(entry.benchmark, $0)] } ?? [])
    }
  }

  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    sections.map { $0.text(style) }.joined(separator: "\n")
  }

  package func markdown() -> MarkdownText { sections.map { $0.markdown() }.joined(separator: "\n") }

  /// A sentence on the function that grew most or, for an improvement, shrank most; code that moved
  /// from one function to another counts in neither.
  ///
  /// - Returns: Nil for other metrics, without an explanation, and if no function changed in that
  ///   direction.
  package func sentence(for entry: ComparisonEntry) -> String? {
    guard let verdict = entry.verdict else { return nil }
    let ofBenchmark = entries.lazy.filter { $0.benchmark == entry.benchmark }
    if entry.countsAllocations {
      let found = ofBenchmark.compactMap { $0.allocations?.value }.first { $0.rate == entry.rate }
      let most = found?.sites.first {
        verdict == .improved ? $0.count.change < 0 : $0.count.change > 0
      }
      guard let found, let most else { return nil }
      return """
        \(Self.signed(most.count.change)) allocations per \(found.unit.rawValue) in \
        \(most.place.function)\(most.place.location.map { " (\(Self.short($0)))" } ?? "")
        """
    }
    let found = ofBenchmark.compactMap(\.explanation.value).first { $0.rate == entry.rate }
    let most = found?.families.first { verdict == .improved ? $0.change < 0 : $0.change > 0 }
    guard let found, let most else { return nil }
    return """
      \(Self.signed(most.change)) \(found.costs) per \(found.unit.rawValue) in \(most.placedName)\
      \(found.method == .sampled ? ", sampled" : "")
      """
  }

  private static func head(_ entry: ExplainedChange) -> String {
    switch entry.explanation {
    case .unavailable(let reason):
      return "\(entry.benchmark) \(entry.verdict.rawValue), but cannot be explained: \(reason)"
    case .value(let found):
      let rate = found.rate.map { " at \($0)" } ?? ""
      let ratio =
        found.baseline > 0 ? ", \(NumberText.change(found.candidate / found.baseline))" : ""
      let difference = found.candidate - found.baseline
      let change = difference == 0 ? "" : " (\(signed(difference))\(ratio))"
      return """
        \(entry.benchmark)\(rate) \(entry.verdict.rawValue): \(NumberText.count(found.baseline)) → \
        \(NumberText.count(found.candidate)) \(found.costs) per \(found.unit.rawValue)\(change)\
        \(found.calls.flatMap(found.source) ?? "")
        """
    }
  }

  /// Sentences on what the table leaves out.
  private static func rest(_ entry: ExplainedChange) -> [String] {
    guard let found = entry.explanation.value else { return [] }
    guard !found.functions.isEmpty else {
      return [
        found.method == .sampled
          ? "No function changed by more than the error of samples."
          : "No function changed: the time went elsewhere, into memory, caches or waiting."
      ]
    }
    let others = found.families.dropFirst(Explanation.mostFunctions)
    let sum = others.reduce(0) { $0 + $1.change }
    let count = others.reduce(0) { $0 + $1.functions.count }
    return others.isEmpty ? [] : ["and \(signed(sum)) in \(Words.count(count, "other function"))"]
  }

  /// The file's name and the line, without the folder, which may be that of a temporary build.
  static func short(_ location: SourceLocation) -> String {
    "\(location.file.split(separator: "/").last ?? ""):\(location.line)"
  }

  /// A difference as a cell: more is worse.
  static func change(_ change: Double) -> Table.Cell {
    Table.Cell(signed(change), change > 0 ? .bad : .good)
  }

  static func signed(_ change: Double) -> String {
    (change > 0 ? "+" : "") + NumberText.count(change)
  }
}

/// A section of an explanation: a heading, a table, and sentences on what the table leaves out.
package struct ExplainedSection {
  package let head: String

  /// Nil if there is nothing to list.
  package let table: Table?
  package let rest: [String]

  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    style.paint(head, as: .heading) + "\n" + (table?.text(style) ?? "") + rest.lines()
  }

  package func markdown() -> MarkdownText {
    let table = table.map { "\n\($0.markdown())" as MarkdownText } ?? ""
    return "**\(head)**\n\(table)\(rest.map { "\n\($0)\n" as MarkdownText }.joined())"
  }
}

extension Explanation {
  /// The maximum number of functions that are listed; the others are added up.
  static let mostFunctions = 10

  /// The unit of its numbers.
  fileprivate var costs: String { method == .sampled ? "ns" : "instructions" }

  /// The number of samples that a sampled explanation rests on, in words; nil for counts.
  fileprivate func source(_ calls: SampledCalls) -> String? {
    method == .counted
      ? nil
      : """
      , sampled (\(NumberText.format(calls.baseline)) and \(NumberText.format(calls.candidate)) \
      samples)
      """
  }

  /// The functions whose instructions or times changed most, one row per family, or nil if none
  /// changed.
  var table: Table? {
    guard !functions.isEmpty else { return nil }
    let shown = families.prefix(Self.mostFunctions)
    var columns = TableColumns<FunctionFamily>()
    columns.text("function") { $0.name }
    if shown.contains(where: { $0.location != nil }) {
      columns.text("source") { $0.location.map(ExplanationReport.short) }
    }
    columns.number("baseline") { NumberText.count($0.baseline) }
    columns.number("candidate") { NumberText.count($0.candidate) }
    columns.number("change per \(unit.rawValue)") { ExplanationReport.change($0.change) }
    if method == .sampled { columns.number("±") { $0.error.map(NumberText.count) } }
    return columns.table(shown)
  }
}

extension FunctionFamily {
  /// The name of its function, or all names with what each gained or lost: `Ring.contains(_:),
  /// -4,484, moved into BoundingBox.init(from:), +4,548`.
  var name: String { words { $0.name } }

  /// The name with the location of each function.
  var placedName: String {
    words { function in
      function.name + (function.location.map { " (\(ExplanationReport.short($0)))" } ?? "")
    }
  }

  /// The location of the function or, if there are several, of the one with the largest change.
  fileprivate var location: SourceLocation? { functions.lazy.compactMap(\.location).first }

  private func words(_ name: (FunctionChange) -> String) -> String {
    guard functions.count > 1 else { return functions.map(name).joined() }
    func list(_ functions: [FunctionChange]) -> String {
      functions.map { "\(name($0)), \(ExplanationReport.signed($0.change))" }
        .joined(separator: ", ")
    }
    return """
      \(list(functions.filter { $0.change < 0 })), moved into \
      \(list(functions.filter { $0.change >= 0 }))
      """
  }
}

extension GateReport {
  /// The call stacks of explained benchmarks on both sides, for flame graphs.
  ///
  /// A line per stack has its side and functions, separated by semicolons, and its number of
  /// samples or, if nothing was sampled, of instructions.
  package func folded() -> Data {
    let entries = compare?.explanations?.entries ?? []
    let lines = entries.compactMap(\.explanation.value).flatMap { found -> [TerminalText] in
      let name = found.benchmark + (found.rate.map { " at \($0)" } ?? "")
      return found.stacks.flatMap { stack in
        [("baseline", stack.baseline), ("candidate", stack.candidate)].map {
          side, count -> TerminalText in
          let functions = ([side, name] + stack.functions).map { function in
            function.replacing(";", with: ",").replacing("\n", with: " ")
          }
          // A stack of any length is a line.
          let names = TerminalText(foreign: functions.joined(separator: ";"), limit: .max)
          return count > 0 ? "\(names) \(count)\n" : ""
        }
      }
    }
    return lines.joined().data
  }
}
