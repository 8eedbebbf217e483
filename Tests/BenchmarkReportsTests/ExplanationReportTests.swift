import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import TestSupport
import Testing

@Suite("Explanation report")
struct ExplanationReportTests {
  private var report: ExplanationReport {
    let spring = "$s13MotionKernels6SpringV5value2atS2d_tF"
    let slower = Explanation(
      benchmark: "kernel.spring.l2.struct", per: .operation,
      baseline: .init(selfCosts: [spring: 480, "exp": 400, "swift_retain": 40], units: 4),
      candidate: .init(selfCosts: [spring: 644, "exp": 398, "swift_retain": 40], units: 4)
    ).named(by: [spring: "Spring.value(at:)"])
    let crowded = Explanation(
      benchmark: "transition.cartFold.present", per: .frame, rate: .hz120,
      baseline: .init(selfCosts: ["render": 3_000_000], units: 60),
      candidate: .init(
        selfCosts: Dictionary(
          uniqueKeysWithValues: (0..<14).map { ("function<\($0)>", Int64(60 * (20 - $0))) }),
        units: 60))
    let faster = Explanation(
      benchmark: "transition.cartFold.dismiss", per: .frame, rate: .hz60,
      baseline: .init(selfCosts: ["$s4Feed": 4_000, "memcpy": 40], units: 4),
      candidate: .init(selfCosts: ["$s4Feed": 400, "memcpy": 80], units: 4)
    ).named(
      by: ["$s4Feed": "Feed.append(_:)"],
      at: [
        "$s4Feed": BenchmarkModel.SourceLocation(
          file: "/tmp/a build/Sources/Feed/Feed.swift", line: 9)
      ])
    let same = Explanation(
      benchmark: "kernel.memory", per: .operation,
      baseline: .init(selfCosts: ["f": 7], units: 1),
      candidate: .init(selfCosts: ["f": 7], units: 1))
    let sampled = Explanation(
      benchmark: "feed.scroll", per: .frame, rate: .hz60, ns: (4_000_000, 5_000_000),
      baseline: [["main", "layout;all"]: 2_000, ["main", "draw"]: 900],
      candidate: [["main", "layout;all"]: 1_500, ["main", "draw"]: 900, ["main"]: 600])
    return ExplanationReport([
      .init(benchmark: slower.benchmark, verdict: .regressed, explanation: .value(slower)),
      .init(benchmark: crowded.benchmark, verdict: .regressed, explanation: .value(crowded)),
      .init(benchmark: faster.benchmark, verdict: .improved, explanation: .value(faster)),
      .init(benchmark: same.benchmark, verdict: .regressed, explanation: .value(same)),
      .init(benchmark: sampled.benchmark, verdict: .regressed, explanation: .value(sampled)),
      .init(
        benchmark: "kernel.wide", verdict: .improved,
        explanation: .unavailable("valgrind is not installed")),
    ])
  }

  @Test("Functions with the largest change come first, in every format")
  func formats() throws {
    try expectGolden(report.text().content, "explanation.txt")
    try expectGolden(report.markdown().content, "explanation.md")
    try expectGolden(
      String(decoding: try PrettyJSON.encode(report), as: UTF8.self), "explanation.json")
  }

  @Test("Stacks are lines for flame graphs, counts without samples are functions alone")
  func folded() {
    let label = ResultLabel("main", commit: "abc", time: Date(timeIntervalSince1970: 0))
    let lines = String(
      decoding: CompareReport(
        Gate(Comparison(entries: [])), baseline: label, candidate: label, explanations: report
      ).folded(), as: UTF8.self
    ).split(separator: "\n")
    #expect(lines.contains("baseline;feed.scroll at 60 Hz;main;layout,all 2000"))
    #expect(lines.contains("candidate;feed.scroll at 60 Hz;main 600"))
    #expect(!lines.contains { $0.hasPrefix("baseline;feed.scroll at 60 Hz;main ") })
    #expect(lines.contains("baseline;kernel.spring.l2.struct;Spring.value(at:) 120"))
  }

  @Test("No name of a function gives orders to a terminal, and no stack is cut")
  func hostileStacks() {
    let deep = (0..<2_000).map { "call\($0)" }
    let report = ExplanationReport([
      .init(
        benchmark: "work", verdict: .regressed,
        explanation: .value(
          Explanation(
            benchmark: "work", per: .frame, rate: .hz60, ns: (1, 2), baseline: [deep: 1],
            candidate: [["\u{1B}]0;title\u{7}", "##[error]x"]: 1])))
    ])
    let label = ResultLabel("main", commit: "abc", time: Date(timeIntervalSince1970: 0))
    let text = String(
      decoding: CompareReport(
        Gate(Comparison(entries: [])), baseline: label, candidate: label, explanations: report
      ).folded(), as: UTF8.self)

    #expect(text.contains(";\(deep.joined(separator: ";")) 1\n"))
    #expect(HostileText.orders(in: text).isEmpty)
  }

  @Test("The annotation of a change names the function that changed most that way, at its rate")
  func annotation() {
    func explained(_ rate: RefreshRate?, _ changes: [String: Int64]) -> ExplainedChange {
      .init(
        benchmark: "work", verdict: .regressed,
        explanation: .value(
          Explanation(
            benchmark: "work", per: rate == nil ? .operation : .frame, rate: rate,
            baseline: .init(selfCosts: changes.mapValues { _ in 1_000 }, units: 1),
            candidate: .init(selfCosts: changes.mapValues { 1_000 + $0 }, units: 1))))
    }
    let report = ExplanationReport([
      explained(nil, ["shrank": -900, "grew": 41, "stayed": 0]), explained(.hz60, ["slow60": 7]),
      explained(.hz120, ["slow120": 8]),
    ])
    func annotation(
      _ metric: String, _ rate: RefreshRate?, _ verdict: Verdict = .regressed
    ) -> String {
      let entry = ComparisonEntry(
        benchmark: "work",
        rate.map { .frames(metric: metric, unit: "ns", rate: $0) } ?? .metric(metric, unit: "ns"),
        baseline: 10, candidate: 12, conclusion: .verdict(verdict))
      let label = ResultLabel("main", commit: "abc", time: Date(timeIntervalSince1970: 0))
      return CompareReport(
        Gate(Comparison(entries: [entry])), baseline: label, candidate: label, explanations: report
      ).annotations().content
    }

    #expect(annotation("cpuTotal", nil).contains("; +41 instructions per operation in grew\n"))
    #expect(annotation("work", .hz60).contains("; +7 instructions per frame in slow60\n"))
    #expect(annotation("work", .hz120).contains("; +8 instructions per frame in slow120\n"))
    #expect(
      annotation("cpuTotal", nil, .improved).contains(
        "; -900 instructions per operation in shrank\n"))
    #expect(!annotation("work", RefreshRate(hertz: 90)).contains("instructions"))
    #expect(!annotation("mallocCountTotal", nil).contains("instructions"))
  }
}
