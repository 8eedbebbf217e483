import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import ReportText
import WorkerClient
import WorkerProtocol

extension Framegate {
  struct List: ToolCommand, ReportingCommand {
    static let formats = Answer.formats

    static let configuration = CommandConfiguration(
      abstract: "Show the benchmarks and scenarios, each with its kind and variant.",
      discussion: "Shows everything; '--filter' and '--skip' narrow the list.")

    @OptionGroup(title: "Selection") var names: NameOptions
    @OptionGroup(title: "Output") var output: OutputOptions<List>

    func perform() async throws -> ToolExit {
      try output.check()
      let listing = try await output.resolvedProgram().listing(Workload())
      listing.reportProblems()
      let entries = try Selection(names, all: true).matching(listing.benchmarks).map {
        ListReport.Entry(
          name: $0.name, kind: $0.kind, variant: $0.variant, tags: $0.tags, size: $0.size)
      }
      let report = ListReport(entries)
      try output.write(text: report.text(output.style), json: report)
      return listing.problems.isEmpty ? .pass : .benchmarkFailed
    }
  }
}

extension ListedBenchmark {
  /// The amount of work, in words.
  fileprivate var size: String {
    switch work {
    case .benchmark(let traits):
      let operations = Words.count(traits.operations, "operation")
      return traits.bytesPerOperation.map { "\(operations) of \($0) B" } ?? operations
    case .scenario(let traits): return "\(traits.duration / .milliseconds(1)) ms"
    }
  }
}
