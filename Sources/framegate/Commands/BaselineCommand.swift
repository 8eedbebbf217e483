import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText

extension Framegate {
  struct Baseline: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List, show, update and prune baselines: results that have a name.",
      discussion: "'run --save' makes one, 'check --against' uses it. More: results/baselines.md",
      subcommands: [List.self, Show.self, Update.self, Prune.self], defaultSubcommand: List.self)

    struct List: ToolCommand, ReportingCommand {
      static let formats = Answer.formats

      static let configuration = CommandConfiguration(
        abstract: "List the baselines, the newest first.")

      @OptionGroup(title: "Output") var output: OutputOptions<List>

      func perform() async throws -> ToolExit {
        let store = try await output.resolvedProgram().store
        try output.check()
        let report = BaselineReport(store.baselines())
        try output.write(text: report.text(output.style), json: report)
        return .pass
      }
    }

    struct Show: ToolCommand, ReportingCommand {
      static let formats = JudgedResult.formats

      static let configuration = CommandConfiguration(
        abstract: "Show the rows of a baseline, as 'report' does.")

      @Argument(help: "The name of the baseline.")
      var name: Checked<ResultName>

      @OptionGroup(title: "Output") var destination: ReportOptions<Show>

      func perform() async throws -> ToolExit {
        let program = try await destination.output.resolvedProgram()
        let stored = try await StoredResult("name:\(name.value.text)", of: program)
        try destination.check(inputs: [stored.url])
        let report = try ResultReport(
          candidate: .init(ReplayedResult(stored.file), stored.label))
        return try await destination.write(report, of: program)
      }
    }

    struct Update: ToolCommand, ReportingCommand {
      static let formats = Answer.formats

      static let configuration = CommandConfiguration(
        abstract: "Replace a baseline with a stored run, and print what changes.",
        discussion: """
          Refuses a run of another machine or build, with failed benchmarks or uncommitted changes, and \
          one that lacks rows. What was replaced stays as NAME.replaced-TIME.
          """)

      @Argument(help: "The name of the baseline.")
      var name: Checked<ResultName>

      @Argument(help: "The result to take; without it, the newest run.", completion: .file())
      var result: String?

      @Flag(help: "Replace it even if the results do not match.")
      var force = false

      @OptionGroup(title: "Output") var output: OutputOptions<Update>

      func perform() async throws -> ToolExit {
        let program = try await output.resolvedProgram()
        let store = program.store
        let name = try name.value
        let old = try await StoredResult("name:\(name.text)", of: program)
        let new = try await StoredResult(result, of: program)
        try output.check(inputs: [old.url, new.url])
        let update = BaselineUpdate(
          of: old.file, by: new.file, spread: store.runSpread(like: new.file))
        let report = CompareReport(
          Gate(update.comparison), baseline: old.label, candidate: new.label)
        try output.write(text: report.text(output.style), json: report)
        guard old.file != new.file else {
          output.say("'\(name.text)' is this result already.")
          return .pass
        }
        guard force || update.objections.isEmpty else {
          throw CommandError(
            """
            '\(name.text)' is not replaced: \(Words.list(update.objections)). Name another result, or \
            add '--force'.
            """, .couldNotRun)
        }
        let kept = try store.replaceBaseline(name, by: new.file)
        let worse = update.comparison.entries.count { $0.verdict == .regressed }
        output.say(
          """
          Replaced '\(name.text)'. \
          \(worse > 0 ? "From now on, checks accept what got worse: \(Words.count(worse, "row")). " : "")\
          '\(ToolName.current.command) baseline update \(name.text) \
          \(kept.deletingPathExtension().lastPathComponent)' takes it back.
          """)
        return .pass
      }
    }

    struct Prune: ToolCommand, ReportingCommand {
      static let formats = Answer.formats

      static let configuration = CommandConfiguration(
        abstract: "Remove old baselines; without '--remove', only list them.")

      @Argument(help: "Keep this many, such as 10, or those newer than this, such as 30d.")
      var keep: Checked<Retention>

      @Argument(help: "A regular expression: look at these baselines only.")
      var names: Checked<NamePattern>?

      @Flag(help: "Remove the baselines instead of listing them.")
      var remove = false

      @OptionGroup(title: "Output") var output: OutputOptions<Prune>

      func perform() async throws -> ToolExit {
        let store = try await output.resolvedProgram().store
        try output.check()
        var known = store.baselines()
        if let names = try names?.value {
          let matching = try [names].matches(in: known.map(\.name))
          known.removeAll { !matching.contains($0.name) }
        }
        // A file that cannot be read has no age, so it is kept.
        let usable = known.filter { $0.file != nil }
        let old = try keep.value.excess(usable)
        let report = BaselineReport(old)
        try output.write(text: report.text(output.style), json: report)
        if remove { for baseline in old { try store.remove(baseline) } }
        let count = "\(old.count) of \(Words.count(known.count, "baseline"))"
        let left = known.count - usable.count
        output.say(
          """
          \(remove ? "Removed \(count)." : "Would remove \(count); '--remove' does.")\
          \(left > 0 ? " \(Words.count(left, "unusable file")) left alone." : "")
          """)
        return .pass
      }
    }
  }
}

/// Which baselines to keep: for example, the newest `10`, or those of the last `30d`.
enum Retention: ArgumentText {
  case count(Int)
  case days(Int)

  init(argument text: String) throws {
    let digits = text.hasSuffix("d") ? text.dropLast() : text[...]
    guard let number = Int(digits: digits), (0...100_000).contains(number) else {
      throw CommandError(
        "'\(text)' is neither a count nor an age. Give a count, or days such as 30d.")
    }
    self = text.hasSuffix("d") ? .days(number) : .count(number)
  }

  /// The baselines to remove, given all of them, the newest first.
  fileprivate func excess(_ baselines: [StoredBaseline]) -> [StoredBaseline] {
    switch self {
    case .count(let count): return Array(baselines.dropFirst(count))
    case .days(let days):
      let start = Date(timeIntervalSinceNow: -86_400 * Double(days))
      return baselines.filter { $0.time < start }
    }
  }
}
