package import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
package import Foundation
package import ReportText

/// Why benchmarks regressed or improved: the functions whose instructions changed, and who
/// allocates more or less, for people and programs.
package struct ExplanationReport: Sendable {
  /// One benchmark, with what was found or why nothing was.
  package struct Entry: Codable, Sendable {
    let benchmark: String

    /// Regressed or improved.
    let verdict: Verdict
    let explanation: Measured<Explanation>

    /// Who allocates more or less; nil where the counts of allocations did not change.
    let allocations: Measured<AllocationSites>?

    package init(
      benchmark: String, verdict: Verdict, explanation: Measured<Explanation>,
      allocations: Measured<AllocationSites>? = nil
    ) {
      self.benchmark = benchmark
      self.verdict = verdict
      self.explanation = explanation
      self.allocations = allocations
    }

    fileprivate var allocationReport: AllocationReport? {
      allocations.map { AllocationReport(benchmark, $0) }
    }
  }

  /// How many functions are shown per benchmark; the others are added up.
  private static let shown = 10

  let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Several reports as one.
  package init(merging reports: [ExplanationReport]) {
    self.init(reports.flatMap(\.entries))
  }
}

extension ExplanationReport: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try [Entry](from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    try entries.encode(to: encoder)
  }
}

extension ExplanationReport {
  package var isEmpty: Bool { entries.isEmpty }

  /// A line per benchmark, and a table of its functions.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    entries.map { entry in
      style.paint(Self.head(entry), as: .heading) + "\n"
        + Self.table(entry).map { $0.text(style) }.joined()
        + Self.rest(entry).lines()
        + (entry.allocationReport.map { "\n" + $0.text(style) } ?? "")
    }.joined(separator: "\n")
  }

  /// The same for a summary page.
  package func markdown() -> MarkdownText {
    entries.map { entry in
      let table = Self.table(entry).map { "\n\($0.markdown())" as MarkdownText }.joined()
      let rest = Self.rest(entry).map { "\n\($0)\n" as MarkdownText }.joined()
      let allocations = entry.allocationReport.map { "\n" + $0.markdown() } ?? ""
      return "**\(Self.head(entry))**\n\(table)\(rest)" + allocations as MarkdownText
    }.joined(separator: "\n")
  }

  /// The function that grew most, or shrank most for an improvement, in one sentence.
  ///
  /// - Returns: Nil for other metrics, without an explanation, and when no function changed that
  ///   way.
  package func sentence(for entry: ComparisonEntry) -> String? {
    guard let verdict = entry.verdict else { return nil }
    let ofBenchmark = entries.lazy.filter { $0.benchmark == entry.benchmark }
    if Self.countsAllocations(entry) {
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
    let most = found?.functions.first { verdict == .improved ? $0.change < 0 : $0.change > 0 }
    guard let found, let most else { return nil }
    let place = most.location.map { " (\(Self.short($0)))" } ?? ""
    return """
      \(Self.signed(most.change)) instructions per \(found.unit.rawValue) in \(most.name)\(place)
      """
  }

  /// Everything that was found, as JSON that ends in a newline.
  package func json() throws -> Data {
    try PrettyJSON.encode(entries)
  }

  private static func countsAllocations(_ entry: ComparisonEntry) -> Bool {
    [Metric.mallocBytesCount, .mallocCountTotal].contains { $0.name == entry.metric }
  }

  static func head(_ entry: Entry) -> String {
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
        \(NumberText.count(found.candidate)) instructions per \(found.unit.rawValue)\(change)
        """
    }
  }

  static func table(_ entry: Entry) -> [Table] {
    guard let found = entry.explanation.value, !found.functions.isEmpty else { return [] }
    let functions = found.functions.prefix(shown)
    let hasPlaces = functions.contains { $0.location != nil }
    var table = Table(
      [.text("function")] + (hasPlaces ? [.text("source")] : []) + [
        .number("baseline"), .number("candidate"), .number("change per \(found.unit.rawValue)"),
      ])
    for function in functions {
      let place = hasPlaces ? [Table.Cell(function.location.map(short) ?? "")] : []
      table.add(
        [Table.Cell(function.name)] + place + [
          Table.Cell(NumberText.count(function.baseline)),
          Table.Cell(NumberText.count(function.candidate)),
          Table.Cell(signed(function.change), function.change > 0 ? .bad : .good),
        ])
    }
    return [table]
  }

  /// What the table leaves out.
  static func rest(_ entry: Entry) -> [String] {
    guard let found = entry.explanation.value else { return [] }
    guard !found.functions.isEmpty else {
      return ["No function changed: the time went elsewhere, into memory, caches or waiting."]
    }
    let others = found.functions.dropFirst(shown)
    let sum = others.reduce(0) { $0 + $1.change }
    return others.isEmpty
      ? [] : ["and \(signed(sum)) in \(Words.count(others.count, "other function"))"]
  }

  /// The file's name and the line, without the folder of a build that is thrown away.
  static func short(_ location: SourceLocation) -> String {
    "\(location.file.split(separator: "/").last ?? ""):\(location.line)"
  }

  static func signed(_ change: Double) -> String {
    (change > 0 ? "+" : "") + NumberText.count(change)
  }
}
