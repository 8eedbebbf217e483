import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import FrameTiming
import Foundation
import ReportText
import TestSupport
import Testing

@Suite("Check report")
struct CheckReportTests {
  @Test("Kept budgets pass")
  func passed() throws {
    let file = Fixtures.usual()
    let report = CheckReport(
      Gate(file, budgets: try BudgetCheck(file)), tool: Fixtures.tool)

    try expectGolden(report.text().content, "check.txt")
    try expectGolden(report.markdown().content, "check.md")
    try expectGolden(report.junit().content, "check.xml")
    try expectGolden(report.annotations().content, "check.annotations.txt")
  }

  @Test("Of many budgets, those that a scenario keeps share a row")
  func many() throws {
    let scenarios = ["cart.open", "cart.close", "cart.fold", "cart.slow"].map { name in
      var scenario = Fixtures.scenario(name)
      scenario.changeScenario { changed in
        changed.budgets = (1...8).map { .largestWork(.milliseconds(100 * $0), at: .hz60) }
        if name == "cart.close" { changed.budgets[3] = .largestWork(.nanoseconds(1), at: .hz60) }
        if name == "cart.slow" { changed.budgets = [.noDroppedFrames(at: .hz60)] }
      }
      return scenario
    }
    let file = Fixtures.result(scenarios)
    let report = CheckReport(
      Gate(file, budgets: try BudgetCheck(file)), tool: Fixtures.tool)

    try expectGolden(report.text().content, "check-many.txt")
  }

  @Test("Everything that can fail")
  func failed() throws {
    var file = Fixtures.troubled()
    file.benchmarks[4].changeScenario {
      $0.budgets = [
        .noDroppedFrames(at: RefreshRate(hertz: 90)), .largestWork(.milliseconds(40), at: .hz60),
      ]
    }
    file.benchmarks[5].changeScenario {
      $0.budgets = [.allocationsPerFrame(2), .noDroppedFrames(at: .hz60)]
    }
    file.benchmarks.append(Fixtures.scenario("transition.unbudgeted"))
    file.benchmarks[6].changeScenario { $0.budgets = [] }
    var base = file
    base.environment.binaryHash = .value("another build")
    base.benchmarks[0] = Fixtures.kernel("kernel.concat.l2", .struct, time: 10)
    let label = ResultLabel("main", base)
    let gate = Gate(
      file, budgets: try BudgetCheck(file),
      comparison: .compare(base: base, candidate: file, spread: .none))
    let report = CheckReport(
      gate, sides: (label, ResultLabel("working tree", file)), tool: Fixtures.tool)

    try expectGolden(report.text().content, "check-failed.txt")
    try expectGolden(report.markdown().content, "check-failed.md")
    try expectGolden(report.junit().content, "check-failed.xml")
    try expectGolden(report.annotations().content, "check-failed.annotations.txt")
    try expectGolden(String(decoding: try report.json(), as: UTF8.self), "check-failed.json")
  }
}
