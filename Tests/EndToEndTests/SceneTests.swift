import Foundation
import TestSupport
import Testing

/// Scenes of every kind of cost, through the built binary.
@Suite("Scenes, end to end")
struct SceneTests {
  private static let brief = ["--allow-debug-build", "--metric", "cpuTotal"]

  @Test(
    "A budget is judged at its own rate, declared or given",
    arguments: [
      ["--filter", "rate.90"], ["--filter", "good.scenario", "--budget", "noDroppedFrames@75"],
    ])
  func otherRate(arguments: [String]) async throws {
    let package = try TemporaryPackage()

    let check = try await Tool.misbehaving.run(
      ["check", "--quick"] + arguments + Self.brief, in: package.folder)

    #expect(check.code == 0, "\(check.output)\(check.error)")
    #expect(check.output.contains("drops 0 of"))
    #expect(check.output.hasSuffix("Passed. The frame budget is kept.\n"))
  }

  @Test(
    "A result says how this library makes frames cold",
    .enabled(if: Machine.emptiesCaches, "a program cannot empty the caches here"))
  func cooling() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      ["run", "--quick", "--filter", "^good.scenario$", "--format", "json"] + Self.brief,
      in: package.folder)

    let cooling = #""cooling":{"branches":16384,"method":"flush","repetitions":1,"sleepNs":250000}"#
    #expect(run.code == 0 && run.output.contains(cooling), "\(run.output)\(run.error)")
  }

  @Test(
    "Trials with cold caches compare frames alone, and store nothing",
    .enabled(if: !_isDebugAssertConfiguration(), "calibrating takes a release build"),
    .enabled(if: Machine.emptiesCaches, "a program cannot empty the caches here"))
  func coldTrials() async throws {
    let package = try TemporaryPackage()
    let brief = ["--trials", "1", "--time", "0.5", "--inject", "1"]
    let trial = try await Tool.misbehaving.run(
      ["calibrate", "--cold", "--filter", "^(layers.ignored|good.empty)$"] + brief,
      in: package.folder)
    let none = try await Tool.misbehaving.run(
      ["calibrate", "--cold", "--filter", "^good.empty$"] + brief, in: package.folder)

    #expect(none.code == 64)
    #expect(none.error.contains("no scenario is selected"), "\(none.error)")
    #expect(trial.code == 0, "\(trial.error)")
    #expect(trial.output.contains("layers.ignored\n"), "\(trial.output)")
    #expect(trial.output.contains("+100 % of work called regressed"), "\(trial.output)")
    let file = package.folder.appending(path: "results/calibration.json").path
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("A published bug that jumps fails the check of jumps, and its correction passes")
  func jumps() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.framegate.run(
      [
        "check", "--quick", "--filter", "^bug.suddenCancel", "--budget", "largestJump=25pt",
        "--format", "json", "--warm",
      ] + Self.brief, in: package.folder)

    #expect(run.code == 2, "\(run.error)")
    let budgets = try JSONPart(run.output).budgets.elements
    #expect(
      try budgets.map { try $0.finding.read() } == [
        "a corner of 'sheet' jumps by 98.4 points in frame 24 at 60 Hz", "nothing jumps",
      ])
    #expect(try budgets.map { try $0.judgement.read() } == ["exceeded", "kept"])

    let runs = try FileManager.default.contentsOfDirectory(
      atPath: package.folder.appending(path: "results/runs").path)
    let stored = try await Tool.framegate.run(
      [
        "check", "--result", "results/runs/\(try #require(runs.first))", "--budget",
        "largestJump=99pt",
      ],
      in: package.folder)
    #expect(stored.code == 0, "\(stored.error)")
    #expect(stored.output.contains("jumps by 98.4 points in frame 24 at 60 Hz"), "\(stored.output)")
  }

  @Test("A stored run has jumps where a budget limits them, and says how to get them elsewhere")
  func storedJumps() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.framegate.run(
      ["run", "--quick", "--filter", "^bug.suddenCancel", "--warm", "--save", "all"] + Self.brief,
      in: package.folder)
    #expect(run.code == 0, "\(run.error)")

    let check = try await Tool.framegate.run(
      ["check", "--result", "all", "--budget", "largestJump=9pt"], in: package.folder)

    #expect(check.code == 2)
    // Only the correction declares the budget.
    #expect(
      check.output.contains("jumps were not looked for; measure with '--budget largestJump=…'"))
    #expect(check.output.contains("nothing jumps"))
  }

  @Test("A check with injected slowness is judged like any other, and is not saved")
  func inject() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.framegate.run(
      [
        "check", "--filter", "^transition.musicCard.dismiss", "--scene", "none", "--rate", "60",
        "--budget", "medianFrameWork=0x", "--warm", "--quick", "--inject", "2",
      ] + Self.brief, in: package.folder)

    #expect(run.code == 2, "\(run.error)")
    #expect(run.output.contains("the median frame at 60 Hz takes"))
    #expect(run.output.contains("× the reference"))
    #expect(package.runs.isEmpty)
  }

  @Test("A run samples the rates of budgets, and its file is enough to judge them")
  func storedRate() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--quick", "--filter", "rate.90", "--save", "all", "--format", "json"] + Self.brief,
      in: package.folder)
    let check = try await Tool.misbehaving.run(["check", "--result", "all"], in: package.folder)

    let frames = try run.benchmark.frames.elements
    #expect(try frames.map { try $0.rateHz.read() } == [60, 90, 120])
    #expect(check.code == 0, "\(check.output)\(check.error)")
  }

  @Test(
    "A scenario that changes its frame rate is measured, judged, paced and replayed at its rates")
  func changingRate() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      [
        "run", "--quick", "--filter", "rate.changes", "--save", "all", "--paced", "--seconds",
        "0.5",
      ] + Self.brief, in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    // In the tables of work and of the real timer, and beside the frames.
    #expect(run.output.matches(of: #/120→60 Hz/#).count == 3, "\(run.output)")
    let file = try JSONPart(contentsOf: package.baseline("all"))
    let frames = try file.benchmarks[0].frames.elements
    #expect(frames.map(\.segments.isMissing) == [true, false])
    #expect(
      try frames[1].segments.read()
        == [["rateHz": 120, "ticks": 3], ["rateHz": 60, "ticks": 5]])
    #expect(try frames[1].warmNs.read([Int64].self).count == 8)
    let check = try await Tool.misbehaving.run(["check", "--result", "all"], in: package.folder)
    #expect(check.code == 0, "\(check.output)")
    let replay = try await Tool.misbehaving.run(
      ["replay", package.baseline("all").path, "--rate", "120"], in: package.folder)
    #expect(replay.output.contains("120 Hz → 60 Hz, depth 1"), "\(replay.output)\(replay.error)")
    let trace = try await Tool.misbehaving.run(
      ["report", "all", "--format", "trace"], in: package.folder)
    #expect(trace.output.contains("rate.changes at 120→60 Hz"), "\(trace.error)")
    let same = try await Tool.misbehaving.run(["compare", "all", "all"], in: package.folder)
    #expect(same.code == 0, "\(same.output)")
  }

  #if os(Linux)
    @Test("Frames during which the process was stopped are left out, and no drop is blamed on code")
    func stopped() async throws {
      let package = try TemporaryPackage()

      let run = try await Tool.misbehaving.run(
        [
          "run", "--quick", "--filter", "stops.itself", "--rate", "120", "--save", "all", "--paced",
          "--seconds", "0.4", "--warm",
        ] + Self.brief, in: package.folder)

      #expect(run.code == 0, "\(run.error)")
      #expect(run.output.contains("left out"), "\(run.output)")
      let file = try JSONPart(contentsOf: package.baseline("all"))
      let paced = file.benchmarks[0].paced[0]
      let excluded: [Int] = try paced.stops.elements.map { try $0.excludedFrames.read() }
      #expect(!excluded.isEmpty)
      #expect(excluded.allSatisfy { $0 >= 1 })
      let dropped = paced.causes.droppedSlots
      #expect(Set(["wake", "host", "mixed"]).isSuperset(of: try dropped.names), "\(dropped)")
      // The stop lasts 100 ms, which is in no frame.
      #expect(try paced.wallNs.read([Int].self).count == paced.frameCount.read())
    }
  #endif

  @Test("A rate that the user names is the only one, and the finding says so")
  func chosenRate() async throws {
    let package = try TemporaryPackage()

    let check = try await Tool.misbehaving.run(
      ["check", "--quick", "--filter", "rate.90", "--rate", "60"] + Self.brief, in: package.folder)

    #expect(check.code == 2)
    #expect(
      check.output.contains(
        "not sampled at 90 Hz; measure with '--rate 60,90', or without '--rate'"))
  }

  @Test("A quick run of a heavy scene is short, says so, and makes up no interval")
  func heavy() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--quick", "--filter", "heavy.frames", "--save", "heavy"] + Self.brief,
      in: package.folder)
    let file = try await Tool.shell("cat results/baselines/heavy.json", in: package.folder)
    let compare = try await Tool.misbehaving.run(
      ["compare", "heavy", "heavy"], in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(
      run.output.contains(
        /shortened to save time: heavy\.frames played [2-5] times instead of 20\n/),
      "\(run.output)")
    let frames = try file.benchmark.frames.elements
    #expect(!frames.isEmpty)
    for costs in frames {
      #expect(try costs.plannedRepetitions.read() == 20)
      #expect((2...5).contains(try costs.repetitions.read(Int.self)))
      #expect(!costs.intervalNs.unavailable.isMissing)
    }
    #expect(compare.code == 0, "\(compare.output)\(compare.error)")
  }

  @Test("Layers that fit are estimated only where the cost depends on layers")
  func estimate() async throws {
    let package = try TemporaryPackage()
    func capacity(_ name: String) async throws -> (Tool.Outcome, JSONPart) {
      let run = try await Tool.misbehaving.run(
        ["run", "--filter", name, "--rate", "120", "--save", name] + Self.brief,
        in: package.folder)
      let file = try await Tool.shell("cat results/baselines/\(name).json", in: package.folder)
      return (run, try file.benchmark.capacity)
    }

    let (used, found) = try await capacity("layers.used")
    let (ignored, none) = try await capacity("layers.ignored")

    #expect(used.output.contains("layers that fit"), "\(used.output)")
    #expect(found[0].variant.isMissing)
    #expect((100..<10_000_000).contains(try found[0].layers.read(Int.self)))
    #expect(!ignored.output.contains("layers that fit"), "\(ignored.output)")
    #expect(none.isMissing)
  }

  @Test("A capacity that was asked for is found without variants, or absent with the reason")
  func search() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--capacity", "--filter", "layers", "--rate", "120"] + Self.brief, in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains(/layers\.used +120 Hz +[0-9]/), "\(run.output)")
    #expect(run.output.contains(/layers\.ignored +n\/a \[1\]/), "\(run.output)")
    #expect(run.output.contains("[1] 20 times as many layers cost the same"))
  }
}
