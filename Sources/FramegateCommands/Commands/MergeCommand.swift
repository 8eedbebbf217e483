import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

/// Formats of `merge`: those of all commands that have shards.
enum MergeFormat: String, OutputFormat {
  case text, markdown, json, junit, github, csv, otava, html, folded
  static let standard = MergeFormat.text
}

extension Framegate {
  struct Merge: ToolCommand {
    static let configuration = CommandConfiguration(
      abstract: "Join the shards of one command into one report, verdict and exit code.",
      discussion: """
        FILES are what 'run', 'check', 'compare' or 'trend' with '--shard' saved in results/shards, one \
        of each shard. Judges them as the command would have without '--shard', and stores the result of all \
        benchmarks. See results/sharding.md

        \(ToolExit.table)
        """)

    @Argument(help: "The files of all shards.", completion: .file())
    var files: [String]

    @OptionGroup(title: "Output") var report: ReportOptions<MergeFormat>
    @OptionGroup var saving: SaveOptions

    func perform() async throws -> ToolExit {
      let name = try saving.check()
      try report.check(inputs: files.map { URL(filePath: $0) })
      let shards = try MergedShards(
        try files.map { file in
          (file, try MeasuredShard(json: InputFile.content(of: URL(filePath: file)), file: file))
        })
      for file in shards.replaced {
        report.output.say("'\(file)' is not used: its shard was measured again.")
      }
      let merged = shards.merged()
      let run = merged.run?.result
      guard run != nil || name == nil else {
        throw CommandError("These shards have no run that '--save' could name. Leave it out.")
      }
      let command = try? Framegate.parsed(merged.arguments ?? [])
      try command is Trend ? report.check(by: TrendFormat.self) : report.check(by: GateFormat.self)
      let found: ToolExit
      switch command {
      case let trend as Trend:
        guard let history = merged.history else {
          throw MergeError.unknownCommand(merged.arguments ?? [])
        }
        found = trend.write(
          TrendReport(history.trend, range: trend.range, processors: history.processors),
          to: report)
      case let check as Check:
        found = await report.write(try check.report(on: merged), candidate: run)
      case let compare as Compare:
        found = await report.write(try compare.report(on: merged), candidate: run)
      case let command as Run: found = try write(run, on: command.display.settings())
      default: throw MergeError.unknownCommand(merged.arguments ?? [])
      }
      let stored = run.map { store($0, as: name) } ?? .pass
      let seconds = shards.seconds.map { Int($0.rounded()) }
      report.output.say(
        """
        Merged \(Words.count(seconds.count, "shard")), which took \(seconds.reduce(0, +)) s in all, \
        the longest \(seconds.max() ?? 0) s.
        """)
      return found == .pass ? stored : found
    }

    private func store(_ run: ResultFile, as name: ResultName?) -> ToolExit {
      ToolExit.pass.reporting {
        report.output.say(
          "Saved \(try ResultsFolder.store.createRun(run).relativeToWorkingFolder).")
        guard let name else { return }
        try ResultsFolder.store.saveBaseline(run, as: name, overwrite: saving.overwrite)
      }
    }

    /// Shows the tables of a run.
    private func write(_ run: ResultFile?, on display: BudgetSettings) throws -> ToolExit {
      guard let run else { throw MergeError.incomplete(files[0]) }
      let side = ResultReport.Side(ReplayedResult(run), ResultLabel("merged run", run))
      let table = RunReport(of: try side.result.shown(with: display), scale: display.scale)
      let judged = try ResultReport(candidate: side)
      return report.write(endingWith: run.failures.isEmpty ? .pass : .benchmarkFailed) {
        format, style in
        switch try GateFormat(format) {
        case .text: table.text(style).data
        case .markdown: table.markdown().data
        case .json: try run.json()
        case .github: judged.check.annotations().data
        case .junit: judged.check.junit().data
        case .folded: judged.check.folded()
        case .html: try judged.data(.html, style, run: table)
        }
      }
    }
  }
}
