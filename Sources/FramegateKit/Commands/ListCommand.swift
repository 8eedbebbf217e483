import ArgumentParser
import BenchmarkHarness
import BenchmarkReports
import Foundation

extension Framegate {
  /// Shows what there is.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the benchmarks and scenarios, each with its kind and variant.",
      discussion: "Shows everything; '--filter' and '--skip' narrow it down.")

    @Option(
      help: "Take only names in which this regular expression matches (repeatable).",
      transform: NamePattern.init)
    var filter: [NamePattern] = []

    @Option(
      help: "Leave out names in which this regular expression matches (repeatable).",
      transform: NamePattern.init)
    var skip: [NamePattern] = []

    @OptionGroup var output: OutputOptions<DataFormat>

    func run() throws {
      let entries = Registration.current.makeRegistry().entries.filter {
        (filter.isEmpty || filter.contains($0.name)) && !skip.contains($0.name)
      }
      let report = ListReport(
        entries.map {
          ListReport.Entry(name: $0.name, kind: $0.kind, variant: $0.variant, size: $0.size)
        })
      switch output.format {
      case .text: try output.write(report.text(output.style))
      case .json: try output.write(report.json())
      }
    }
  }
}

extension RegistryEntry {
  /// How large the work is, in words.
  fileprivate var size: String {
    switch work {
    case .benchmark(let work):
      let operations = "\(work.operations) operation\(work.operations == 1 ? "" : "s")"
      return work.bytesPerOperation > 0
        ? "\(operations) of \(work.bytesPerOperation) B" : operations
    case .scenario(let scenario):
      return "\(scenario.duration / .milliseconds(1)) ms"
    }
  }
}
