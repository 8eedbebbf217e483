import Foundation
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
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let budgets = try #require(report["budgets"] as? [[String: Any]])
    #expect(
      budgets.map { $0["finding"] as? String } == [
        "a corner of 'sheet' jumps by 98.4 points in frame 24 at 60 Hz", "nothing jumps",
      ])
    #expect(budgets.map { $0["verdict"] as? String } == ["exceeded", "kept"])

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
    #expect(!FileManager.default.fileExists(atPath: "\(package.folder)/results/runs"))
  }

  @Test("A run samples the rates of budgets, and its file is enough to judge them")
  func storedRate() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["run", "--quick", "--filter", "rate.90", "--save", "all", "--format", "json"] + Self.brief,
      in: package.folder)
    let check = try await Tool.misbehaving.run(["check", "--result", "all"], in: package.folder)

    let frames = try #require(try run.benchmarks().first?["frames"] as? [[String: Any]])
    #expect(frames.compactMap { $0["rateHz"] as? Int } == [60, 90, 120])
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
    let file = try JSONSerialization.jsonObject(
      with: try Data(contentsOf: package.baseline("all")))
    let benchmarks = (file as? [String: Any])?["benchmarks"] as? [[String: Any]]
    let frames = try #require(benchmarks?.first?["frames"] as? [[String: Any]])
    #expect(frames.map { $0["segments"] == nil } == [true, false])
    let segments = frames[1]["segments"] as? [[String: Int]]
    #expect(
      segments == [["rateHz": 120, "ticks": 3], ["rateHz": 60, "ticks": 5]])
    #expect((frames[1]["warmNs"] as? [Int64])?.count == 8)
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
      let file = try JSONSerialization.jsonObject(
        with: try Data(contentsOf: package.baseline("all")))
      let benchmarks = (file as? [String: Any])?["benchmarks"] as? [[String: Any]]
      let paced = try #require((benchmarks?.first?["paced"] as? [[String: Any]])?.first)
      let stops = try #require(paced["stops"] as? [[String: Int]])
      #expect(stops.count >= 1)
      #expect(stops.allSatisfy { ($0["excludedFrames"] ?? 0) >= 1 })
      let causes = paced["causes"] as? [String: Any]
      let dropped = try #require(causes?["droppedSlots"] as? [String: Int])
      #expect(dropped.keys.allSatisfy { ["wake", "host", "mixed"].contains($0) }, "\(dropped)")
      // The stop lasts 100 ms, which is in no frame.
      let wall = try #require(paced["wallNs"] as? [Int])
      #expect(wall.count == paced["frameCount"] as? Int)
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
    let frames = try #require(try file.benchmarks().first?["frames"] as? [[String: Any]])
    for costs in frames {
      #expect(costs["plannedRepetitions"] as? Int == 20)
      #expect((2...5).contains(costs["repetitions"] as? Int ?? 0))
      #expect((costs["intervalNs"] as? [String: String])?["unavailable"] != nil)
    }
    #expect(compare.code == 0, "\(compare.output)\(compare.error)")
  }

  @Test("Layers that fit are estimated only where the cost depends on layers")
  func estimate() async throws {
    let package = try TemporaryPackage()
    func capacity(_ name: String) async throws -> (Tool.Outcome, Any?) {
      let run = try await Tool.misbehaving.run(
        ["run", "--filter", name, "--rate", "120", "--save", name] + Self.brief,
        in: package.folder)
      let file = try await Tool.shell("cat results/baselines/\(name).json", in: package.folder)
      return (run, try file.benchmarks().first?["capacity"])
    }

    let (used, found) = try await capacity("layers.used")
    let (ignored, none) = try await capacity("layers.ignored")

    #expect(used.output.contains("layers that fit"), "\(used.output)")
    let layers = try #require((found as? [[String: Any]])?.first)
    #expect(layers["variant"] == nil)
    #expect((100..<10_000_000).contains(layers["layers"] as? Int ?? 0))
    #expect(!ignored.output.contains("layers that fit"), "\(ignored.output)")
    #expect(none == nil)
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
