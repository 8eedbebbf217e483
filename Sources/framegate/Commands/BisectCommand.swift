import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText

extension Framegate {
  struct Bisect: ToolCommand, ReportingCommand {
    static let formats = BisectReport.formats

    static let configuration = CommandConfiguration(
      abstract: "Find the commit that changed a benchmark.",
      discussion: """
        After Ctrl-C, run the same command again to continue. More: results/history.md
        """)

    @Argument(help: "The last commit that is known to be good.")
    var good: String

    @Argument(help: "A later commit that is bad; without it, HEAD.")
    var bad = "HEAD"

    @OptionGroup var options: HistoryOptions
    @OptionGroup(title: "Output") var report: ReportOptions<Bisect>

    func validate() throws {
      guard options.measuring.effort.shards.shard == nil else {
        throw ValidationError("'bisect' cannot be sharded. Leave '--shard' out.")
      }
    }

    func perform() async throws -> ToolExit {
      let program = try await report.output.resolvedProgram()
      let isQuiet = report.output.quiet
      let metrics = try options.measuring.effort.metric?.value.names ?? []
      guard metrics.count <= 1 else {
        throw CommandError("A search follows one number. Give one metric with '--metric'.")
      }
      let plan = try options.plan(of: program, searching: metrics.first, isQuiet: isQuiet)
      try report.check()
      let repository = try await Repository(folder: program.packageRoot.path)
      let range = try await repository.range(from: good, to: bad)
      if !isQuiet { await range.tellWhatIsLeftOut(repository) }
      let history = try await HistoryMeasurement(range, plan)
      var search = Bisection(history.start, metric: metrics.first)
      let ending = try await Ending {
        try await search.search(by: history)
        try await history.explainCulprits(of: &search)
      }
      return report.write(
        BisectReport(
          search, failsOnStep: options.failsOnStep, ending: ending, warnings: plan.rules.warnings))
    }
  }
}
