import BenchmarkResults
import FrameTiming
import ReportText

/// The work of every frame against the budget, as a line of characters.
///
/// `▁` to `█` are eighths of the budget; `▲` is above it.
struct Sparkline {
  /// The most characters; of more frames, a character shows the slowest of several.
  static let longest = 30

  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  let text: String

  init(_ shares: [Double], longest: Int = Self.longest) {
    let perCharacter = max(1, (shares.count + longest - 1) / longest)
    text = String(
      stride(from: 0, to: shares.count, by: perCharacter).map { first in
        let share = shares[first..<min(first + perCharacter, shares.count)].max() ?? 0
        guard share <= 1 else { return "▲" }
        let level = Int((share * Double(Self.levels.count)).rounded(.up)) - 1
        return Self.levels[min(max(level, 0), Self.levels.count - 1)]
      })
  }
}

/// Scenarios, a row per rate: the course of their work, and the first frame.
enum SparklineTable {
  static let title = "Frames against the budget: ▁ to █ are eighths of it, ▲ is above"

  static func table(_ result: ReplayedResult) -> Table {
    let rows = result.named
    let firsts = TimeColumn(for: rows.map(\.row.first))
    return Table(
      [.text("name"), .number("rate"), .number(firsts.title("first frame")), .text("every frame")],
      rows: rows.map { name, row in
        [name, row.costs.rateText, firsts.format(row.first)].map { Table.Cell($0) }
          + [Table.Cell(Sparkline(row.budgetShares).text, row.isOverBudget ? .bad : nil)]
      })
  }
}
