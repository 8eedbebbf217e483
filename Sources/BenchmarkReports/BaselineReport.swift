import BenchmarkModel
package import BenchmarkResults
import Foundation
package import ReportText

/// A report on the stored baselines, for people and programs.
package struct BaselineReport: Encodable {
  package let baselines: [StoredBaseline]

  package init(_ baselines: [StoredBaseline]) { self.baselines = baselines }

  /// A table with a row per baseline, and footnotes on those that cannot be used.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    guard !baselines.isEmpty else { return "No baseline.\n" }
    let notes = Footnotes()
    var columns = TableColumns<StoredBaseline>()
    columns.text("name") { $0.name }
    columns.text("date") { $0.file?.time.reportText }
    columns.text("commit") { baseline in
      baseline.file.map { file in
        let commit = file.environment.commit.value.map { String($0.prefix(12)) } ?? "none"
        return commit + (file.environment.dirty.value == true ? ", dirty" : "")
      }
    }
    columns.text("machine") { $0.file?.environment.machine.summary }
    columns.text("compiler", isExtra: true) { $0.file?.environment.toolchain }
    columns.number("benchmarks") { $0.file.map { NumberText.format($0.benchmarks.count) } }
    columns.number("size") { "\(NumberText.format(Double($0.size) / 1_000)) kB" }
    let table = columns.table(baselines) { baseline in
      baseline.problem.map { Table.Cell("unusable \(notes.number($0))", .bad) }
    }
    return table.text(style) + notes.lines.lines()
  }

  /// Written as an array of `{name, file, time, commit, dirty, machine, toolchain, benchmarks,
  /// bytes, problem}`; unknown members are left out.
  package func encode(to encoder: any Encoder) throws {
    let rows = baselines.map { baseline -> JSONObject in
      let environment = baseline.file?.environment
      return [
        "name": baseline.name, "file": baseline.url.path, "time": baseline.file?.time,
        "commit": environment?.commit.value, "dirty": environment?.dirty.value,
        "machine": environment?.machine.summary, "toolchain": environment?.toolchain,
        "benchmarks": baseline.file?.benchmarks.count, "bytes": baseline.size,
        "problem": baseline.problem,
      ]
    }
    try rows.encode(to: encoder)
  }
}

extension StoredBaseline {
  fileprivate var problem: String? {
    if case .failure(let error) = content { error.message } else { nil }
  }
}
