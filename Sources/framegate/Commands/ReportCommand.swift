import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation
import FrameLogs
import FrameTiming
import ReportText

extension Framegate {
  struct Report: ToolCommand, ReportingCommand {
    static let formats = JudgedResult.formats

    static let configuration = CommandConfiguration(
      abstract: "Write a stored result, or a comparison of two, in another format.",
      discussion: """
        RESULT, BASE and CANDIDATE are each a name given to 'run --save', a result file (a path, or \
        '-' for standard input), or a git revision, which means its newest stored run without \
        uncommitted changes. Without any, the newest run is reported. Nothing is measured; for a \
        page's films, this tool shows up to four scenarios, each within 5 s. Instead of results, these \
        can be frame logs of any format: results/logs.md

        A picture draws the worst of what '--filter' selects. \
        The extension of '--path' chooses the format unless '--format' does. A report never fails \
        because of what it says; use 'check --result' for that.
        """)

    @Argument(
      help: .value("result", "The result, or the baseline and the candidate."),
      completion: .file())
    var results: [String] = []

    @OptionGroup var log: LogFormatOptions
    @OptionGroup var rate: RateOptions
    @OptionGroup(title: "Failing") var gate: GateOptions
    @OptionGroup(title: "Pictures") var drawing: DrawingOptions
    @OptionGroup(title: "Output") var destination: ReportOptions<Report>
    @OptionGroup var rows: RowOptions

    func validate() throws {
      guard results.count <= 2 else {
        throw ValidationError("A report takes one result or two, got \(results.count).")
      }
      if results.count < 2 {
        let unused = try gate.chosenOptions()
        guard unused.isEmpty else {
          throw ValidationError(
            "'\(unused[0])' is about two results, and here is one. Leave it out, or name a baseline."
          )
        }
      }
      if results.count == 2, let single = destination.formats.first(where: \.takesOneResult) {
        throw ValidationError(
          """
          '\(single.rawValue)' describes one result. Leave the baseline out, or \
          choose another '--format'.
          """)
      }
    }

    func perform() async throws -> ToolExit {
      let logs = try results.map { try log.file($0) }
      let areLogs = try logs.map { try $0.isRecognized() }
      if areLogs.contains(true) {
        guard !areLogs.contains(false) else {
          throw CommandError("A log and a result cannot be compared. Give two of the same kind.")
        }
        return try report(on: logs)
      }
      guard rate.rate == nil, log.isEmpty else {
        throw CommandError(
          """
          '--rate', '--log-format', '--stream' and '--elapsed' are for logs. Leave them out, or \
          name a log.
          """)
      }
      let program = try await destination.output.resolvedProgram()
      let baseline: StoredResult? =
        if results.count == 2 { try await StoredResult(results[0], of: program) } else { nil }
      // Without an operand, the newest run.
      let candidate = try await StoredResult(results.last, of: program)
      try destination.check(inputs: [baseline?.url, candidate.url].compactMap(\.self))
      let report = try ResultReport(
        candidate, baseline: baseline, options: gate, store: program.store)
      return try await destination.write(
        report, of: program, try drawing.drawing, showsAllRows: rows.allRows)
    }

    /// Reports on one log, or on two side by side.
    private func report(on logs: [LogFile]) throws -> ToolExit {
      try destination.check(inputs: logs.map(\.url))
      let rate = try rate.single()
      let contents = try logs.map { try $0.content() }
      guard rate == nil || !contents.allSatisfy(\.stream.tellsRate) else {
        throw CommandError("A log that tells its rate keeps it. Leave '--rate' out with it.")
      }
      let sides = try zip(logs, contents).map { file, content in
        try file.translating {
          switch try content.stream.outcome(rate: rate) {
          case .shown(let timeline): return LogReport.Side(content, timeline: timeline, rate: rate)
          case .work(let costs):
            guard let rate else {
              let stream = content.stream
              throw LogError.noRate(stream: stream.name, word: stream.frameTime.word)
            }
            return LogReport.Side(
              content, timeline: FrameReplay(rate: rate).timeline(of: costs), rate: rate)
          case .hitches: return LogReport.Side(content, timeline: nil, rate: rate)
          }
        }
      }
      let report = LogReport(sides)
      return destination.write(LogReport.Themed(report: report, theme: drawing.theme))
    }
  }
}
