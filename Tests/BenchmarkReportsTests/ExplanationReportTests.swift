import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation
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
      benchmark: "transition.cartFold.present", per: .frame, rateHz: 120,
      baseline: .init(selfCosts: ["render": 3_000_000], units: 60),
      candidate: .init(
        selfCosts: Dictionary(
          uniqueKeysWithValues: (0..<14).map { ("function<\($0)>", Int64(60 * (20 - $0))) }),
        units: 60))
    let same = Explanation(
      benchmark: "kernel.memory", per: .operation,
      baseline: .init(selfCosts: ["f": 7], units: 1),
      candidate: .init(selfCosts: ["f": 7], units: 1))
    return ExplanationReport([
      .init(benchmark: slower.benchmark, explanation: .value(slower)),
      .init(benchmark: crowded.benchmark, explanation: .value(crowded)),
      .init(benchmark: same.benchmark, explanation: .value(same)),
      .init(benchmark: "kernel.wide", explanation: .unavailable("valgrind is not installed")),
    ])
  }

  @Test("Functions with the largest change come first, in every format")
  func formats() throws {
    try expectGolden(report.text(), "explanation.txt")
    try expectGolden(report.markdown(), "explanation.md")
    try expectGolden(String(decoding: try report.json(), as: UTF8.self), "explanation.json")
  }

  @Test("A regression's annotation names the function that changed most")
  func annotation() {
    let entries = ["kernel.spring.l2.struct", "kernel.memory", "kernel.wide"].map {
      ComparisonEntry(
        benchmark: $0, metric: "cpuTotal", unit: "ns/op", baseline: 10, candidate: 12,
        finding: .verdict(.regressed))
    }
    let label = ResultLabel("main", commit: "abc", time: Date(timeIntervalSince1970: 0))

    let lines = CompareReport(
      Comparison(entries: entries), baseline: label, candidate: label, explanations: report
    ).annotations().split(separator: "\n")

    func line(_ benchmark: String) -> Substring? { lines.first { $0.contains(benchmark) } }
    #expect(
      line("kernel.spring")?.hasSuffix("; +41 instructions per operation in Spring.value(at:)")
        == true, "\(lines)")
    #expect(line("kernel.memory")?.contains("instructions") == false)
    #expect(line("kernel.wide")?.contains("instructions") == false)
  }
}
