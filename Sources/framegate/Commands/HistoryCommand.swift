import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation

extension Framegate {
  struct History: ToolCommand, ReportingCommand {
    static let formats = HistoryReport.formats

    static let configuration = CommandConfiguration(
      abstract: "Show what stored runs, or records of other tools, say about commits.",
      discussion: """
        Measures nothing: shows a row per commit and machine, and where values probably changed. \
        'trend' measures which commit changed them. More: results/history.md
        """)

    @Option(help: .value("rev", "Leave out what is older than this commit."))
    var since: String?

    @Option(
      parsing: .upToNextOption,
      help: .value(
        "file",
        """
        Read these files, not results/runs. Reads github-action-benchmark's data.js, results of \
        asv, hyperfine, Google Benchmark, JMH and this tool, and CSV as Otava reads it.
        """),
      completion: .file())
    var from: [String] = []

    @OptionGroup(title: "Selection") var names: FilterOptions
    @OptionGroup(title: "Output") var report: ReportOptions<History>

    func perform() async throws -> ToolExit {
      let program = try await report.output.resolvedProgram()
      let files = from.map(InputFile.named)
      try report.check(inputs: files)
      var recorded = try RecordedRuns(in: files, of: program, isQuiet: report.output.quiet)
      try await recorded.complete(since: since, isQuiet: report.output.quiet)
      try recorded.keep(try names.filter.map { try $0.value })
      let place = files.isEmpty ? program.store.runsFolder.relativeToWorkingFolder : from[0]
      let found = HistoryReport(
        RecordedHistory(recorded.records),
        range: from.count > 1 ? "\(place) and \(from.count - 1) more" : place)
      return report.write(found)
    }
  }
}
