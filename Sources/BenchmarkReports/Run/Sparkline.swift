import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import ReportText

/// The work of every frame against the budget, as a line of characters.
///
/// `▁` to `█` are eighths of the budget; `▲` is above it.
struct Sparkline {
  /// The maximum number of characters; with more frames, each shows the slowest of several.
  static let longest = 30

  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  let text: String

  init(_ shares: [Double], longest: Int = Self.longest) {
    let perCharacter = max(1, (shares.count + longest - 1) / longest)
    text = String(
      stride(from: 0, to: shares.count, by: perCharacter).map { first in
        let share = shares[first..<min(first + perCharacter, shares.count)].max() ?? 0
        guard share <= 1 else { return "▲" }
        let level = Int((max(share, 0) * Double(Self.levels.count)).rounded(.up)) - 1
        return Self.levels[max(level, 0)]
      })
  }
}

/// A table of scenarios, a row per rate: the work of all frames as a line, and the first frame.
enum SparklineTable {
  static let title = "Frames against the budget: ▁ to █ are eighths of it, ▲ is above"

  static func table(_ result: ReplayedResult) -> Table {
    let rows = result.named
    let firsts = TimeColumn(for: rows.map(\.row.first))
    var columns = TableColumns<(name: String, row: FrameRow)>()
    columns.text("name") { $0.name }
    columns.number("rate") { $0.row.costs.rateText }
    columns.number(firsts.title("first frame")) { firsts.format($0.row.first) }
    columns.text("every frame") {
      Table.Cell(Sparkline($0.row.budgetShares).text, $0.row.isOverBudget ? .bad : nil)
    }
    return columns.table(rows)
  }
}
