import Foundation
import TestSupport
import Testing

/// What is done with results once they are stored: compared, judged, replayed.
@Suite("Stored results, end to end")
struct StoredResultTests {
  /// A package with a stored result called `base`, and another called `other` that `change` made of
  /// it.
  private func package(
    changing change: (inout JSONPart) throws -> Void = { _ in }
  ) async throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      [
        "run", "--filter", "good|bad.budget", "--quick", "--allow-debug-build", "--save", "base",
        "--quiet",
      ], in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.isEmpty)
    let base = try Data(contentsOf: package.baseline("base"))
    var result = try JSONPart(base)
    try change(&result)
    try result.data.write(to: package.baseline("other"))
    return package
  }

  @Test("A result compared with itself is unchanged")
  func unchanged() async throws {
    let package = try await package()

    let compare = try await Tool.misbehaving.run(["compare", "base", "other"], in: package.folder)

    #expect(compare.code == 0, "\(compare.output)")
    #expect(!compare.output.contains("regressed"))
  }

  @Test("Allocating more is a regression, less an improvement that passes unless told otherwise")
  func counters() async throws {
    let package = try await package { result in
      try result.changeMetric("mallocCountTotal", of: "good.allocating") { $0 + 1 }
    }

    let worse = try await Tool.misbehaving.run(["compare", "base", "other"], in: package.folder)
    let better = try await Tool.misbehaving.run(["compare", "other", "base"], in: package.folder)
    let told = try await Tool.misbehaving.run(
      ["compare", "other", "base", "--fail-on", "improvement"], in: package.folder)

    #expect(worse.code == 2)
    #expect(worse.output.contains("regressed"))
    #expect(better.code == 0)
    #expect(told.code == 4)
    #expect(told.output.contains("\nFailed. '--fail-on improvement' fails what improved. "))
  }

  @Test("Times of another machine are inconclusive, which fails only when told")
  func otherMachine() async throws {
    let package = try await package { result in
      result.environment.machine.cpuModel.set("another processor")
    }

    let compare = try await Tool.misbehaving.run(["compare", "base", "other"], in: package.folder)
    let told = try await Tool.misbehaving.run(
      ["compare", "base", "other", "--fail-on", "inconclusive"], in: package.folder)

    #expect(compare.code == 0)
    #expect(compare.output.contains("inconclusive"))
    #expect(told.code == 7)
    #expect(told.output.contains("\nFailed. '--fail-on inconclusive' fails what has no verdict. "))
  }

  @Test("What only one side has fails unless it is allowed")
  func missing() async throws {
    let package = try await package { result in
      try result.removeBenchmark("good.empty")
    }

    let compare = try await Tool.misbehaving.run(["compare", "base", "other"], in: package.folder)
    let allowed = try await Tool.misbehaving.run(
      ["compare", "base", "other", "--allow-missing"], in: package.folder)

    #expect(compare.code == 2)
    #expect(allowed.code == 0)
  }

  @Test(
    "A baseline that is not there ends with 5",
    arguments: ["nothing", "nothing.json", "rev:HEAD", "name:x"])
  func notFound(operand: String) async throws {
    let package = try await package()

    let compare = try await Tool.misbehaving.run(
      ["compare", operand, "base"], in: package.folder)

    #expect(compare.code == 5)
    #expect(compare.error.hasPrefix("Error: "))
  }

  @Test("A name that exists is not overwritten unless told")
  func nameTaken() async throws {
    let package = try await package()
    let arguments = [
      "run", "--filter", "good.empty", "--quick", "--allow-debug-build", "--save", "base",
    ]
    let before = try Data(contentsOf: package.baseline("base"))

    let refused = try await Tool.misbehaving.run(arguments, in: package.folder)
    #expect(refused.code == 64)
    #expect(try Data(contentsOf: package.baseline("base")) == before)

    let told = try await Tool.misbehaving.run(arguments + ["--overwrite"], in: package.folder)
    #expect(told.code == 0)
    #expect(try Data(contentsOf: package.baseline("base")) != before)
  }

  @Test("Budgets decide: kept 0, broken 2, overridden on the command line")
  func check() async throws {
    let package = try await package()

    let broken = try await Tool.misbehaving.run(["check", "--result", "base"], in: package.folder)
    #expect(broken.code == 2)
    #expect(broken.output.contains("bad.budget"))
    let kept = try await Tool.misbehaving.run(
      ["check", "--result", "base", "--budget", "noDroppedFrames@60"], in: package.folder)
    #expect(kept.code == 0)
    let unsampled = try await Tool.misbehaving.run(
      ["check", "--result", "base", "--budget", "noDroppedFrames@90"], in: package.folder)
    #expect(unsampled.code == 2)
    #expect(unsampled.output.contains("measure with '--rate "))
  }

  @Test(
    "A device without factors ends with 5 and says how to measure them, before anything is measured"
  )
  func device() async throws {
    let package = try await package()

    for arguments in [["check", "--result", "base"], ["run", "--filter", "good"]] {
      let run = try await Tool.misbehaving.run(
        arguments + ["--device", "phone"], in: package.folder)
      #expect(run.code == 5)
      #expect(run.error.contains("calibrate RESULT --device phone"))
    }
    let absent = try await Tool.misbehaving.run(
      ["calibrate", "nothing.json", "--device", "phone"], in: package.folder)
    #expect(absent.code == 5)
  }

  @Test("Measures and judges in one line")
  func measuringCheck() async throws {
    let package = try TemporaryPackage()
    let brief = ["--quick", "--allow-debug-build"]

    let kept = try await Tool.misbehaving.run(
      ["check", "--filter", "good.scenario"] + brief, in: package.folder)
    let failed = try await Tool.misbehaving.run(
      ["check", "--filter", "bad.scene"] + brief, in: package.folder)
    let missing = try await Tool.misbehaving.run(
      ["check", "--filter", "good.scenario", "--against", "nothing"] + brief, in: package.folder)

    #expect(kept.code == 0, "\(kept.output)\(kept.error)")
    #expect(failed.code == 3)
    #expect(missing.code == 5)
    // Operands are resolved before anything is measured.
    #expect(package.runs.count == 2)
  }

  @Test(
    "A budget fails when it is exceeded twice, in processes of their own; counters fail at once")
  func measuredAgain() async throws {
    let package = try TemporaryPackage()
    let arguments = ["check", "--quick", "--allow-debug-build", "--rate", "60", "--filter"]

    let once = try await Tool.misbehaving.run(arguments + ["late.once"], in: package.folder)
    let twice = try await Tool.misbehaving.run(arguments + ["bad.budget"], in: package.folder)
    let json = try await Tool.misbehaving.run(
      arguments + ["bad.budget", "--format", "json"], in: package.folder)

    #expect(once.code == 0, "\(once.output)\(once.error)")
    #expect(once.output.contains("kept the second time"), "\(once.output)")
    #expect(once.output.contains("1 exceeded at first, kept when measured again"), "\(once.output)")
    #expect(twice.code == 2, "\(twice.output)\(twice.error)")
    #expect(twice.output.contains("exceeded twice"), "\(twice.output)")
    let budgets = try JSONPart(json.output).budgets.elements
    try #require(budgets.count == 2)
    #expect(try budgets[0].measuredAgain.read() == "exceeded")
    #expect(budgets[1].measuredAgain.isMissing)
    #expect(package.runs.count == 3, "what is measured again is not kept as a run")
  }

  @Test("A crash fails a check whose budgets are kept, in every format")
  func crash() async throws {
    let package = try TemporaryPackage()
    let check = try await Tool.misbehaving.run(
      [
        "check", "--quick", "--allow-debug-build", "--rate", "60", "--filter",
        "^(good.scenario|bad.crash)$", "--format", "json", "--also", "text=check.txt", "--also",
        "junit=junit.xml", "--also", "github=github.txt",
      ], in: package.folder)
    func text(_ file: String) throws -> String {
      try String(contentsOf: package.folder.appending(path: file), encoding: .utf8)
    }

    #expect(check.code == 3, "\(check.output)\(check.error)")
    let report = try JSONPart(check.output)
    #expect(try report.severity.read() == "failed", "\(check.output)")
    #expect(try report.budgets.elements.map { try $0.judgement.read() } == ["kept"])
    let line = "\nFailed. 1 benchmark failed. The frame budget is kept.\n"
    #expect(try text("check.txt").hasSuffix(line))
    #expect(try text("junit.xml").contains(#"failures="0" errors="1" skipped="0""#))
    #expect(try text("github.txt").hasPrefix("::error title=MisbehavingBenchmarks::Failed. "))
  }

  @Test("One check writes a table, a summary, annotations and JUnit XML")
  func formats() async throws {
    let package = try await package()
    let summary = package.folder.appending(path: "summary.md").path

    let check = try await Tool.misbehaving.run(
      [
        "check", "--result", "base", "--format", "github", "--also", "markdown=\(summary)",
        "--also", "junit=junit.xml",
      ], in: package.folder)

    #expect(check.code == 2)
    #expect(check.output.hasPrefix("::error title=MisbehavingBenchmarks::Failed. "))
    #expect(check.output.contains("::error title=bad.budget::largestWork=1ns@60: "))
    #expect(try String(contentsOfFile: summary, encoding: .utf8).hasPrefix("**Failed. "))
    let xml = try String(
      contentsOf: package.folder.appending(path: "junit.xml"), encoding: .utf8)
    #expect(xml.contains(#"<testcase classname="good.scenario" name="noDroppedFrames@60"/>"#))
  }

  @Test("Results come from pipes, too")
  func pipes() async throws {
    let package = try await package()
    let base = "results/baselines/base.json"

    for (script, code) in [
      ("cat \(base) | '%' compare - base", 0), ("cat \(base) | '%' compare base /dev/stdin", 0),
      ("mkfifo pipe; cat \(base) > pipe & '%' compare pipe base", 0),
      ("cat \(base) | '%' check --result - --budget noDroppedFrames@60", 0),
      ("cat \(base) | '%' check --result /dev/stdin", 2),
      ("cat \(base) | '%' replay - good.scenario", 0),
      ("'%' compare - base < /dev/null", 1), ("'%' compare /dev/null base", 1),
    ] {
      let tool = Tool.misbehaving
      let run = try await Tool(path: "/bin/sh").run(
        ["-c", script.replacing("%", with: tool.path)], in: package.folder)
      #expect(run.code == code, "\(script): \(run.error)")
    }
  }

  @Test(
    "A copy that cannot be written drops no other and hides no finding",
    .enabled(if: FullDevice.exists))
  func failingCopies() async throws {
    let package = try await package()
    let summary = package.folder.appending(path: "summary.md")

    let full = try await Tool.misbehaving.run(
      [
        "check", "--result", "base", "--path", "/dev/full", "--also", "junit=/dev/full", "--also",
        "markdown=summary.md",
      ], in: package.folder)
    #expect(full.code == 2, "\(full.error)")
    #expect(full.error.contains("No space left"), "\(full.error)")
    #expect(try String(contentsOf: summary, encoding: .utf8).hasPrefix("**Failed. "))

    let passed = try await Tool.misbehaving.run(
      ["compare", "base", "other", "--also", "junit=/dev/full"], in: package.folder)
    #expect(passed.code == 1)
    #expect(passed.output.contains("Unchanged"))
  }

  @Test("What cannot be written is found before anything is measured")
  func earlyFailures() async throws {
    let package = try TemporaryPackage()
    try package.write("a file", to: "file")
    try FileManager.default.createDirectory(
      at: package.baseline("folder"), withIntermediateDirectories: true)
    let brief = ["--filter", "good.empty", "--quick", "--allow-debug-build"]

    for (arguments, code) in [
      (["run", "--path", "missing/report.txt"], 1), (["run", "--path", "file/report.txt"], 1),
      (["run", "--path", "results"], 1), (["run", "--save", "folder", "--overwrite"], 1),
      (["check", "--also", "junit=missing/j.xml"], 1),
      (["check", "--also", "junit=x", "--path", "./x"], 64),
      (["check", "--also", "junit=x", "--also", "markdown=x"], 64),
    ] {
      let run = try await Tool.misbehaving.run(arguments + brief, in: package.folder)
      #expect(run.code == code, "\(arguments): \(run.error)")
      #expect(run.error.hasPrefix("Error: "), "\(run.error)")
      #expect(!run.error.contains("NSCocoaErrorDomain"))
    }
    #expect(package.runs.isEmpty)

    let blocked = try TemporaryPackage()
    try blocked.write("", to: "results")
    let run = try await Tool.misbehaving.run(["run"] + brief, in: blocked.folder)
    #expect(run.code == 1)
    #expect(run.error.hasPrefix("Error: ") && run.error.contains("is not a folder"), "\(run.error)")
    #expect(run.output.isEmpty)
    let calibrate = try await Tool.misbehaving.run(
      ["calibrate", "--filter", "good.empty"], in: blocked.folder)
    #expect(calibrate.code == 1)
    #expect(calibrate.error.contains("is not a folder"), "\(calibrate.error)")
  }

  @Test(
    "A report that cannot be written loses neither the run nor its name",
    .enabled(if: FullDevice.exists))
  func reportLost() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      [
        "run", "--filter", "good.empty", "--quick", "--allow-debug-build", "--save", "kept",
        "--path", "/dev/full", "--quiet",
      ], in: package.folder)

    #expect(run.code == 1)
    #expect(run.error.contains("Saved results/runs/"), "\(run.error)")
    #expect(FileManager.default.fileExists(atPath: package.baseline("kept").path))
    #expect(package.runs.count == 1)
  }

  @Test("A stored scenario is replayed at a rate it was sampled at, and at no other")
  func replay() async throws {
    let package = try await package()
    let file = package.baseline("base").path

    let replay = try await Tool.misbehaving.run(
      ["replay", file, "good.scenario", "--rate", "120", "--format", "json"],
      in: package.folder)
    #expect(replay.code == 0)
    let output = try JSONPart(replay.output)
    #expect(try output.dropped_slots.read() == 0)
    #expect(try output.begin_tick.read([Int].self).count == 6)

    let unsampled = try await Tool.misbehaving.run(
      ["replay", file, "good.scenario", "--rate", "90"], in: package.folder)
    #expect(unsampled.code == 64)
    #expect(unsampled.error.contains("run --rate 90"))
  }
}
