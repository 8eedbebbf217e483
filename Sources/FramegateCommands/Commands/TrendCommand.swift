import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText
import Revisions
import WorkerProtocol

extension Framegate {
  struct Trend: ToolCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Show which of the commits of a branch changed which benchmark.",
      discussion: """
        Goes on after Ctrl-C if started again. More: results/history.md
        """)

    @Argument(help: "The commits, such as main~20..main; without LAST, up to HEAD.")
    var range: String

    @Option(help: .value("n", "Take every n-th commit, and the last."))
    var every: Int?

    @OptionGroup var options: HistoryOptions
    @OptionGroup(title: "Output") var report: ReportOptions<TrendFormat>

    func validate() throws { try ValidationError.check(every, in: 1...100_000, "--every") }

    func perform() async throws -> ToolExit {
      let isQuiet = report.output.quiet
      var revisions = try options.revisions(isQuiet: isQuiet)
      let shard = revisions.session.shard
      // It divides the benchmarks of all commits, not those of each pair.
      revisions.session.shard = nil
      var measured = MeasuredShard(shard)
      try report.check()
      let repository = try await Repository(folder: ResultsFolder.packageRoot.path)
      let all = try await repository.range(range)
      if !isQuiet { await all.tellWhatIsLeftOut(repository) }
      if every == nil { try await checkSize(of: all, revisions, shard) }
      var session = try await HistorySession(all.every(every ?? 1), revisions)
      var trend = session.start
      do {
        try await session.measure(&trend, shard, into: &measured)
      } catch is CancellationError { measured.isInterrupted = true }
      let exit = write(
        TrendReport(trend, range: range, isInterrupted: measured.isInterrupted), to: report)
      // Without all builds, nothing is divided or measured.
      guard measured.history != nil else { return exit }
      return measured.saved(endingWith: exit, isQuiet: isQuiet)
    }

    /// Writes the report on what was measured, here or by all shards, in formats of a trend.
    func write(_ found: TrendReport, to report: ReportOptions<some OutputFormat>) -> ToolExit {
      let exit: ToolExit =
        found.isInterrupted
        ? .interrupted : options.failsOnStep && !found.steps.isEmpty ? .regression : .pass
      return report.write(endingWith: exit) { format, style in
        try found.data(TrendFormat(format), style)
      }
    }

    /// Refuses more commits than anyone wants to measure by mistake, and says how long they take.
    private func checkSize(
      of range: CommitRange, _ revisions: RevisionComparison, _ shard: ShardPlan?
    ) async throws {
      let count = range.commits.count
      guard count > HistorySession.mostCommits else { return }
      let listing = try await MeasuredProgram.listing(revisions.settings.measuring)
      let selected = try revisions.session.selection.select(from: listing.benchmarks)
      let cold = revisions.settings.coldTimeLimit.map { $0 / .seconds(1) } ?? 0
      let own = Set(shard.division(of: selected.map(\.name)).names)
      let seconds = selected.filter { own.contains($0.name) }.reduce(0.0) { sum, listed in
        sum + revisions.seconds + (listed.kind == .scenario ? cold : 0)
      }
      throw HistoryError.tooMany(
        commits: count, hours: Double(count) * 1.2 * seconds / 3_600, every: (count + 49) / 50)
    }
  }
}

extension TrendReport {
  func data(_ format: TrendFormat, _ style: ReportStyle) throws -> Data {
    switch format {
    case .text: text(style).data
    case .markdown: markdown().data
    case .json: try json()
    case .csv: csv().data
    case .otava: otava().data
    case .html: TrendPage(self).html()
    }
  }
}
