import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

extension Framegate {
  struct Merge: ToolCommand, ReportingCommand {
    static let formats = ReportFormat.allCases.filter { format in
      Measurements.Command.allCases.contains { $0.formats.contains(format) }
    }

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

    @OptionGroup(title: "Output") var report: ReportOptions<Merge>
    @OptionGroup var saving: SaveOptions

    func perform() async throws -> ToolExit {
      let program = try await report.output.resolvedProgram()
      let store = program.store
      let name = try saving.check(store)
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
      try report.check(offered: merged.command.formats)
      let found = try await write(merged, of: program)
      let stored = run.map { keep($0, as: name, in: store) } ?? .pass
      let seconds = shards.seconds.map { Int($0.rounded()) }
      report.output.say(
        """
        Merged \(Words.count(seconds.count, "shard")), which took \(seconds.reduce(0, +)) s in all, \
        the longest \(seconds.max() ?? 0) s.
        """)
      return found.or(stored)
    }

    /// Writes what the command would have written.
    private func write(
      _ merged: Measurements, of program: MeasuredProgram
    ) async throws -> ToolExit {
      func run(_ file: ResultFile) -> RunReport {
        RunReport(of: ReplayedResult(file), in: program.store)
      }
      switch merged {
      case .run(let shown): return await write(shown, of: program)
      case .check(let found):
        return await report.write(try CheckReport(found), candidate: run(found.run.result))
      case .compare(let found):
        return await report.write(
          CompareReport(found), candidate: (found.run?.result).map(run))
      case .trend(let found):
        return report.write(
          TrendReport(
            found.history.trend, range: found.range, failsOnStep: found.failsOnStep,
            ending: found.ending, processors: found.history.processors,
            warnings: found.history.warnings.map(MeasuringWarning.recorded)))
      }
    }

    private func keep(
      _ run: ResultFile, as name: ResultName?, in store: ResultStore
    ) -> ToolExit {
      ToolExit.pass.reporting {
        report.output.say(
          "Saved \(try store.createRun(run).relativeToWorkingFolder).")
        guard let name else { return }
        try store.saveBaseline(run, as: name, overwrite: saving.overwrite)
      }
    }

    /// Shows the tables of a run, and names what its shards refused to register.
    private func write(_ shown: Measurements.OfRun, of program: MeasuredProgram) async -> ToolExit {
      for refused in shown.ending.failures {
        Terminal.say("Error: \(lines: "\(refused.name): \(refused.reason)")\n")
      }
      return await report.write(shown, ResultLabel("merged run", shown.run.result), of: program)
    }
  }
}
