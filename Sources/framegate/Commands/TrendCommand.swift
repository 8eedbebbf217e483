import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText
import WorkerClient
import WorkerProtocol

extension Framegate {
  struct Trend: ToolCommand, ReportingCommand {
    static let formats = TrendReport.formats

    static let configuration = CommandConfiguration(
      abstract:
        "Show which of the commits of a branch changed which benchmark.",
      discussion: """
        After Ctrl-C, run the same command again to continue. More: results/history.md
        """)

    @Argument(help: "The commits, such as main~20..main; without LAST, up to HEAD.")
    var range: String

    @Option(help: .value("n", "Measure every n-th commit and the last one."))
    var every: Int?

    @OptionGroup var options: HistoryOptions
    @OptionGroup(title: "Output") var report: ReportOptions<Trend>

    func validate() throws { try ValidationError.check(every, in: 1...100_000, "--every") }

    func perform() async throws -> ToolExit {
      let start = Date()
      try options.measuring.effort.shards.announce()
      let program = try await report.output.resolvedProgram()
      let plan = try options.plan(of: program, isQuiet: report.output.quiet)
      try report.check()
      let repository = try await Repository(folder: program.packageRoot.path)
      let all = try await repository.range(range)
      if !plan.isQuiet { await all.tellWhatIsLeftOut(repository) }
      if every == nil { try await checkSize(of: all, plan) }
      var history = try await HistoryMeasurement(all.every(every ?? 1), plan)
      var trend = history.start
      let ending = try await Ending { try await history.measure(&trend) }
      let exit = report.write(
        TrendReport(
          trend, range: range, failsOnStep: options.failsOnStep, ending: ending,
          warnings: plan.rules.warnings))
      guard let part = history.part(of: trend) else { return exit }
      let measured = Measurements.OfTrend(
        range: range, failsOnStep: options.failsOnStep, history: part, ending: ending)
      return exit.reporting { try plan.saveShard(.trend(measured), since: start) }
    }

    /// Refuses a range that is probably longer than intended, and says how long it would take.
    private func checkSize(of range: CommitRange, _ plan: Plan) async throws {
      let count = range.commits.count
      guard count > HistoryMeasurement.mostCommits else { return }
      let listing = try await plan.program.listing(plan.workload)
      let selected = try plan.selection.select(from: listing.benchmarks)
      let cold = plan.effort.coldTimeLimit.map { $0 / .seconds(1) } ?? 0
      let own = Set(plan.shard.division(of: selected.map(\.name)).names)
      let seconds = selected.filter { own.contains($0.name) }.reduce(0.0) { sum, listed in
        sum + plan.seconds + (listed.kind == .scenario ? cold : 0)
      }
      throw HistoryError.tooMany(
        commits: count, hours: Double(count) * 1.2 * seconds / 3_600, every: (count + 49) / 50)
    }
  }
}
