import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite("Check report")
struct CheckReportTests {
  @Test("Kept budgets pass")
  func passed() throws {
    let file = Fixtures.usual()
    let report = CheckReport(try Gate(file), tool: Fixtures.tool)

    try expectGolden(report.text().content, "check.txt")
    try expectGolden(report.markdown().content, "check.md")
    try expectGolden(report.junit().content, "check.xml")
    try expectGolden(report.annotations().content, "check.annotations.txt")
  }

  @Test("Of many budgets, those that a scenario keeps share a row")
  func many() throws {
    let scenarios = ["cart.open", "cart.close", "cart.fold", "cart.slow"].map { name in
      var scenario = Fixtures.scenario(name)
      scenario.changeScenario { changed in
        changed.budgets = (1...8).map { .largestWork(.milliseconds(100 * $0), at: .hz60) }
        if name == "cart.close" { changed.budgets[3] = .largestWork(.nanoseconds(1), at: .hz60) }
        if name == "cart.slow" { changed.budgets = [.noDroppedFrames(at: .hz60)] }
      }
      return scenario
    }
    let file = Fixtures.result(scenarios)
    let report = CheckReport(try Gate(file), tool: Fixtures.tool)

    try expectGolden(report.text().content, "check-many.txt")
  }

  @Test("Everything that can fail")
  func failed() throws {
    var file = Fixtures.troubled()
    file.benchmarks[4].changeScenario {
      $0.budgets = [
        .noDroppedFrames(at: RefreshRate(hertz: 90)), .largestWork(.milliseconds(40), at: .hz60),
      ]
    }
    file.benchmarks[5].changeScenario {
      $0.budgets = [.allocationsPerFrame(2), .noDroppedFrames(at: .hz60)]
    }
    file.benchmarks.append(Fixtures.scenario("transition.unbudgeted"))
    file.benchmarks[6].changeScenario { $0.budgets = [] }
    var base = file
    base.environment.binaryHash = .value("another build")
    base.benchmarks[0] = Fixtures.kernel("kernel.concat.l2", .struct, time: 10)
    let label = ResultLabel("main", base)
    let gate = try Gate(
      file, comparison: .compare(base: base, candidate: file, spread: .none))
    let report = CheckReport(
      gate, sides: BySide(baseline: label, candidate: ResultLabel("working tree", file)),
      tool: Fixtures.tool)

    try expectGolden(report.text().content, "check-failed.txt")
    try expectGolden(report.markdown().content, "check-failed.md")
    try expectGolden(report.junit().content, "check-failed.xml")
    try expectGolden(report.annotations().content, "check-failed.annotations.txt")
    try expectFailed(report)
  }

  /// Expects the JSON of everything that can fail; other goldens have the keys of its rows.
  private func expectFailed(_ report: CheckReport) throws {
    let json = try JSONPart(report.json())
    #expect(
      try json.names == [
        "budgets", "comparison", "failures", "passed", "severity", "warnings",
      ])
    #expect(try json.severity.read() == "failed")
    #expect(try json.passed.read() == false)
    #expect(
      try json.failures.read() == [
        ["name": "kernel.spring.l2.simd", "reason": "worker ended with signal 11"]
      ])
    let budgets = try json.budgets.elements
    func column<Value>(_ key: String, as type: Value.Type) throws -> [Value?] {
      try budgets.map { try $0[key].readIfPresent(type) }
    }
    let findings = report.gate.findings(of: .budget)
    #expect(try column("budget", as: String.self) == findings.map(\.name))
    #expect(try column("finding", as: String.self) == findings.map(\.measured))
    #expect(
      try column("judgement", as: String.self) == [
        "kept", "exceeded", "notMeasured", "exceeded", "exceeded", "kept",
      ])
    #expect(
      try column("scenario", as: String.self) == [
        "transition.cornerPush.push", "transition.cornerPush.push", "transition.long",
        "transition.long", "transition.fragile", "transition.fragile",
      ])
    #expect(
      try column("frames", as: [Int].self) == [
        [], [12, 24, 36, 48, 59], [], [40], [0, 1, 2, 3], [],
      ])
    #expect(try column("measured", as: Double.self) == [0, 5, nil, 45_000_000, 3, 0])
    #expect(
      try column("restsOnFragileFrames", as: Bool.self) == [
        false, false, false, false, false, true,
      ])
    let compare = try #require(report.compare)
    #expect(try json.comparison.data == JSONPart(compare.json()).data)
  }

  /// Every warning of a decision, each with the words that tell it.
  @Test(
    "Warnings are said in all formats that are read in continuous integration",
    arguments: [true, false])
  func warnings(hasBaseline: Bool) throws {
    var file = Fixtures.troubled()
    file.benchmarks[5].changeScenario { $0.budgets = [.noDroppedFrames(at: .hz60)] }
    file.benchmarks.append(Fixtures.scenario("transition.unbudgeted"))
    file.benchmarks[6].changeScenario { $0.budgets = [] }
    let label = ResultLabel("main", file)
    let gate = try Gate(
      file, comparison: hasBaseline ? .compare(base: file, candidate: file, spread: .none) : nil,
      noBaseline: hasBaseline ? nil : "There is no baseline.")
    let report = CheckReport(
      gate, sides: hasBaseline ? BySide(both: label) : nil, tool: Fixtures.tool)
    #expect(gate.warnings.count > 2)

    #expect(
      try JSONPart(report.json()).warnings.read() == gate.warnings.map { $0.text(Fixtures.tool) })
    for warning in gate.warnings {
      let text = warning.text(Fixtures.tool)
      #expect(report.text().content.contains(text))
      #expect(report.markdown().content.contains("\(MarkdownText(foreign: text).content)"))
      #expect(report.junit().content.contains("\(XMLText(foreign: text).content)"))
      #expect(report.annotations().content.contains("\(CommandText(foreign: text).content)"))
    }
  }

  @Test("A check that fails for its base says so in every format")
  func noBase() throws {
    let gate = try Gate(
      Fixtures.file(), noBaseline: "It does not build.", policy: GatePolicy(failing: [.noBase]))
    let report = CheckReport(gate, tool: Fixtures.tool)

    #expect(report.headline.hasPrefix("Failed. '--fail-on no-base' fails a check"))
    #expect(report.text().content.contains("Nothing was compared: It does not build."))
    #expect(
      report.junit().content.contains(
        #"""
            <testcase classname="the comparison" name="runs">
              <failure message="It does not build."/>
        """#))
    #expect(
      report.annotations().content.contains(
        "::error title=the comparison::runs: It does not build."))
    #expect(try JSONPart(report.json()).severity.read() == "noBase")
    #expect(try JSONPart(report.json()).passed.read(Bool.self) == false)
  }

  @Test("A benchmark that failed is the verdict, also where all budgets are kept")
  func crashed() throws {
    var file = Fixtures.usual()
    file.benchmarks[0].status = .failed("worker ended with signal 11")

    let report = CheckReport(try Gate(file), tool: Fixtures.tool)

    #expect(report.headline.hasPrefix("Failed. 1 benchmark failed."))
    #expect(try JSONPart(report.json()).severity.read() == "failed")
  }

  @Test(
    "A part that an error ended is not called a benchmark that failed",
    arguments: [
      (Ending.Part.restOfRun, "The rest of the run failed."),
      (.restOfComparison, "The rest of the comparison failed."),
      (.secondMeasurement, "The second measurement failed."),
    ])
  func endedPart(part: Ending.Part, sentence: String) throws {
    var ending = Ending()
    ending.end(early: ResultsError.noFramesMeasured, without: part)

    let report = CheckReport(try Gate(Fixtures.file(), ending: ending), tool: Fixtures.tool)

    #expect(report.headline.contains(sentence), "\(report.headline)")
    #expect(!report.headline.contains("benchmark failed"), "\(report.headline)")
    #expect(report.gate.exit == .benchmarkFailed)
  }
}
