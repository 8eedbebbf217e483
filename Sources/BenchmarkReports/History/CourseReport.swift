import BenchmarkModel
package import Foundation
package import ReportText
package import SampleStatistics

/// A report on numbers in the course of commits, in every format.
package protocol CourseReport {
  /// What the page is about.
  var title: String { get }

  /// What was found, in a sentence.
  var verdict: String { get }

  var role: ReportStyle.Role { get }

  /// What a reader should know first.
  var heads: [String] { get }

  /// What tells one row from another: commits, or runs.
  var rows: [CourseRow] { get }

  /// The courses, each with a value per row.
  var curves: [Curve] { get }

  /// A row for each course.
  var overview: Table { get }

  /// What is shown row by row.
  var tables: [(title: String, table: Table)] { get }

  /// What a reader should know last.
  var notes: [String] { get }

  /// For programs: JSON that ends in a newline.
  func json() throws -> Data
}

/// What a value of a course belongs to.
package struct CourseRow: Hashable, Sendable {
  package let commit: String
  package let time: Date
  package let subject: String
}

/// One number in the course of commits.
package struct Curve {
  package struct Value: Hashable, Sendable {
    package let value: Double

    /// Nil where only the value is known.
    package let interval: Interval?
  }

  /// A row in which the level changes.
  package struct Step {
    package let row: Int
    package let isWorse: Bool

    /// What changed, in a sentence.
    package let text: String

    /// Which functions changed; nil if that is not known.
    package var functions: Table?
  }

  package let label: String
  package let unit: String

  /// By row; nil where there is none.
  package let values: [Value?]
  package var steps: [Step] = []

  /// Rows whose values cannot be compared with those before them.
  package var breaks: Set<Int> = []
}

extension CourseReport {
  /// The steps of all courses, in the order of the rows.
  package var allSteps: [Curve.Step] {
    curves.flatMap(\.steps).enumerated()
      .sorted { ($0.element.row, $0.offset) < ($1.element.row, $1.offset) }.map(\.element)
  }

  /// What was found, the courses, and the steps.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    var blocks: [TerminalText] = []
    if !heads.isEmpty { blocks.append(heads.lines()) }
    if !overview.isEmpty { blocks.append(overview.text(style)) }
    blocks += tables.map { style.paint("\($0.title)", as: .heading) + "\n" + $0.table.text(style) }
    if !allSteps.isEmpty { blocks.append(allSteps.map(\.text).lines()) }
    if !notes.isEmpty { blocks.append(notes.lines()) }
    blocks.append(style.paint("\(verdict)", as: role) + "\n")
    return blocks.joined(separator: "\n")
  }

  /// The same for a summary page.
  package func markdown() -> MarkdownText {
    func list(_ lines: [String]) -> MarkdownText {
      lines.map { "- \($0)\n" as MarkdownText }.joined()
    }
    var blocks: [MarkdownText] = ["**\(verdict)**\n"]
    if !overview.isEmpty { blocks.append(overview.markdown()) }
    if !allSteps.isEmpty { blocks.append(list(allSteps.map(\.text))) }
    blocks += tables.map { .folded($0.title, $0.table.markdown()) }
    if !(heads + notes).isEmpty { blocks.append(list(heads + notes)) }
    return blocks.joined(separator: "\n")
  }

  /// A row for each commit and course.
  package func csv() -> CSVText {
    var table = CSVTable(columns: [
      "commit", "time", "subject", "benchmark", "unit", "value", "low", "high", "step",
    ])
    for curve in curves {
      for (index, point) in rows.enumerated() {
        guard let value = curve.values[index] else { continue }
        table.add([
          .cell(point.commit), .cell(point.time.formatted(.iso8601)), .cell(point.subject),
          .cell(curve.label), .cell(curve.unit), .cell(value.value), .cell(value.interval?.low),
          .cell(value.interval?.high),
          .cell(curve.steps.first { $0.row == index }.map { $0.isWorse ? "worse" : "better" }),
        ])
      }
    }
    return table.text
  }

  /// What Apache Otava reads: a row for each commit, a column for each course.
  package func otava() -> CSVText {
    var table = CSVTable(columns: ["time", "commit"] + curves.map { CSVText(foreign: $0.label) })
    for (index, point) in rows.enumerated()
    where curves.contains(where: { $0.values[index] != nil }) {
      table.add(
        [.cell(point.time.formatted(.iso8601)), .cell(point.commit)]
          + curves.map { .cell($0.values[index]?.value) })
    }
    return table.text
  }
}

extension Curve {
  /// The values as a line of characters, of which the highest is the largest; `│` where they cannot
  /// be compared with those before.
  var line: String {
    let known = values.compactMap { $0?.value }
    guard let least = known.min(), let most = known.max() else { return "" }
    // Noise below a percent stays flat.
    let range = max(most - least, 0.04 * least.magnitude, .leastNormalMagnitude)
    var parts: [[Double]] = [[]]
    for (row, value) in values.enumerated() {
      guard let value else { continue }
      if breaks.contains(row), parts[parts.count - 1].isEmpty == false { parts.append([]) }
      parts[parts.count - 1].append(0.1 + 0.9 * (value.value - least) / range)
    }
    return parts.map { Sparkline($0, longest: max(2, 40 / parts.count)).text }
      .joined(separator: "│")
  }
}
