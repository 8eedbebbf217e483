import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText
import Revisions

extension Framegate {
  struct Bisect: ToolCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find the commit that changed a benchmark.",
      discussion: """
        Goes on after Ctrl-C if started again. More: results/history.md
        """)

    @Argument(help: "The last commit that is known to be good.")
    var good: String

    @Argument(help: "A later commit that is bad; without it, HEAD.")
    var bad = "HEAD"

    @OptionGroup var options: HistoryOptions
    @OptionGroup(title: "Output") var report: ReportOptions<DataFormat>

    func validate() throws {
      guard options.measuring.effort.shards.shard == nil else {
        throw ValidationError("'--shard' divides no search for one commit. Leave it out.")
      }
    }

    func perform() async throws -> ToolExit {
      let isQuiet = report.output.quiet
      let metric = options.measuring.effort.metric?.text
      guard metric?.contains(",") != true else {
        throw CommandError("A search follows one number. Give one metric with '--metric'.")
      }
      let isAnswer = metric == HistorySeries.answers
      var revisions = try options.revisions(isQuiet: isQuiet) { measuring in
        // Dropped slots follow from the work of frames; answers are compared with any times.
        guard isAnswer || metric == HistorySeries.dropped else { return }
        measuring.effort.metric = Checked(Metric.cpuTotal.name)
      }
      if isAnswer {
        revisions.settings.timeLimit = .milliseconds(100)
        revisions.settings.coldTimeLimit = nil
      }
      try report.check()
      let repository = try await Repository(folder: ResultsFolder.packageRoot.path)
      let range = try await repository.range(from: good, to: bad)
      if !isQuiet { await range.tellWhatIsLeftOut(repository) }
      let session = try await HistorySession(range, revisions)
      var search = Bisection(session.start, metric: metric)
      var isInterrupted = false
      do {
        try await search.search(by: session)
        try await session.explainCulprits(of: &search)
      } catch is CancellationError { isInterrupted = true }
      let found = BisectReport(search, isInterrupted: isInterrupted)
      let exit: ToolExit =
        switch search.verdict {
        case _ where isInterrupted: .interrupted
        case .found: options.failsOnStep ? .regression : .pass
        case .unchanged: .pass
        case .inconclusive: .couldNotRun
        }
      return report.write(endingWith: exit) { format, style in
        switch format {
        case .text: found.text(style).data
        case .json: try found.json()
        }
      }
    }
  }
}
