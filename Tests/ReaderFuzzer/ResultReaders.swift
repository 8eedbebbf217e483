import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameLogs
import FrameTiming
import ReportText
import ResultTestSupport
import SampleStatistics
import TestSupport

extension FuzzedReader {
  /// Result files, read as `compare`, `check` and `replay` do; what is accepted is judged,
  /// reported, written and read again.
  static let result = FuzzedReader("result", .json, seeds: resultSeeds) {
    let base = try ResultFile(json: Data(resultSeeds[0]), file: "base.json")
    return { bytes in
      do throws(ResultsError) {
        let file = try ResultFile(json: Data(bytes), file: "file.json")
        let again = try ResultFile(json: try file.json(), file: "again.json")
        guard again == file else { return .contradiction("it changes when it is written and read") }
        let comparison = Comparison.compare(base: base, candidate: file)
        _ = Comparison.compare(base: file, candidate: base)
        let check = CheckReport(
          try Gate(file, comparison: comparison),
          sides: BySide(
            baseline: ResultLabel("base.json", base), candidate: ResultLabel("file.json", file)),
          tool: tool)
        let run = RunReport(ReplayedResult(file), tool: tool)
        _ = (run.text(), run.markdown(), check.text(), check.markdown(), check.junit())
        _ = check.annotations()
        do { _ = try check.json() } catch {
          return .contradiction("its report is no JSON: \(error)")
        }
        return .accepted
      } catch {
        return .refused(error.message)
      }
    }
  }

  /// Replay objects, replayed when they are accepted.
  static let replay = FuzzedReader("replay", .json, seeds: replaySeeds) {
    { bytes in
      do {
        let input = try JSONDecoder().decode(ReplayInput.self, fromForeign: Data(bytes))
        let (replay, costs) = try input.validated()
        _ = try PrettyJSON.encode(ReplayOutput(replay.timeline(of: costs)))
        return .accepted
      } catch let error as DecodingError {
        return .refused(ResultsError(error, file: "object.json").message)
      } catch {
        return .refused(message(of: error))
      }
    }
  }

  /// The stored calibration of a machine, as `compare` looks it up.
  static let calibration = FuzzedReader("calibration", .json, seeds: calibrationSeeds) {
    let store = ResultStore(root: URL(filePath: FileManager.default.currentDirectoryPath))
    return { bytes in
      do {
        try Data(bytes).write(to: store.calibrationFile)
        let (calibration, warning) = store.usableCalibration(of: machine)
        guard let calibration else {
          guard let warning else {
            // It belongs to another machine, whose file is no reason to warn.
            return store.calibration().map { $0.machine.isSame(as: machine) } == false
              ? .accepted : .contradiction("it is ignored without a warning")
          }
          return .refused(warning.text(.current))
        }
        guard let tolerance = calibration.tolerance.value,
          (0...Calibration.largestTolerance).contains(tolerance)
        else {
          return .contradiction("it is used with the tolerance \(calibration.tolerance)")
        }
        _ = try PrettyJSON.encode(calibration)
        return .accepted
      } catch {
        return .refused(message(of: error))
      }
    }
  }
}

private let tool = ToolName(startedAs: "framegate")

private let machine = Fixtures.machine

private let resultSeeds: [[UInt8]] = {
  var environment = Fixtures.environment
  environment.branch = .unavailable("detached")
  let samples = (0..<24).map { (index: Int) -> Double in 6.25 + Double(index * 37 % 29) / 100 }
  let metric = Measured(
    MetricResult(unit: "ns/op", samples: samples), orUnavailable: "no samples")
  let timed = BenchmarkResult(
    name: "kernel.compose.l2.simd", variant: "simd",
    .benchmark(
      TimedResult(
        BenchmarkTraits(
          variant: "simd", operations: 1_024, bytesPerOperation: 128,
          reference: "kernel.compose.l2.struct"),
        metrics: ["cpuTotal": metric, "mallocBytesCount": .unavailable("not counted")])))
  let work: [Int64] = [900_000, 910_000, 20_000_000, 920_000]
  func frames(_ rate: RefreshRate) -> FrameCosts {
    var costs = FrameCosts(at: rate)
    costs.mallocCountTotal = .value(work.map { _ in 3 })
    costs.mallocBytesCount = .unavailable("not counted")
    costs.instructions = .value(work)
    costs.warmNs = work
    costs.reference?.warmNs = 40_000
    costs.intervalNs = .value(work.map { $0 - 5_000...$0 + 5_000 })
    costs.repetitions = 20
    if rate == .hz60 {
      costs.coldNs = .value(work.map { 2 * $0 })
      costs.reference?.coldNs = 90_000
      costs.cooling = Cooling(method: "flush", branches: 16_384, sleepNs: 250_000, repetitions: 6)
    }
    return costs
  }
  let paced = try? PacedRecording(
    rate: .hz60, depth: 1, reserveNs: 0, beginTick: [0, 1], startNs: [100, 16_700_000],
    endNs: [900_000, 17_000_000], cpuNs: [800_000, 200_000])
  let scenario = BenchmarkResult(
    name: "transition.cartFold.present", variant: "struct",
    .scenario(
      ScenarioResult {
        $0.parameters = .init(layers: 200, screen: .standard)
        $0.budgets = [
          .noDroppedFrames(at: .hz60), .largestWork(.milliseconds(4), at: .hz120, depth: 2),
          .allocationsPerFrame(3),
        ]
        $0.frames = .value([frames(.hz60), frames(.hz120)])
        $0.paced = .value(
          paced.map {
            [PacedRun($0, costs: CauseCosts(faultNs: 700, allocationNs: 60), allocations: nil)]
          } ?? [])
        $0.capacity = .value([
          Capacity(
            variant: "struct", rate: .hz60, layers: 900,
            interval: .value(Interval(low: 800, high: 950)))
        ])
      }))
  let failed = BenchmarkResult(
    name: "bad.crash", status: .failed("crashed with signal 4."),
    .benchmark(TimedResult()))
  func file(_ benchmarks: [BenchmarkResult]) -> [UInt8] {
    let file = ResultFile(
      tool: ToolIdentity(name: "framegate", version: "0.1.0"),
      time: Date(timeIntervalSince1970: 1_790_000_000), environment: environment,
      harness: .value(
        HarnessCost(
          clockAlone: .init(medianNs: 91.5, p99Ns: 140, bytes: .value(0)),
          allCounters: .init(medianNs: 1_850, p99Ns: 2_700, bytes: .unavailable("not counted")))),
      benchmarks: benchmarks)
    return (try? file.json()).map { Array($0) } ?? []
  }
  return [file([timed, scenario, failed]), file([timed]), file([scenario])]
}()

private let replaySeeds = [
  #"""
  {"name":"a","rate_segments_hz_ticks":[[60,10],[120,1]],"depth":2,"reserve_ns":1500000,
  "start_policy":"align","queue":"latest","wake_ns":100000,"idle_ticks_before":{"2":3,"4":1},
  "work_ns":[1000000,20000000,5000000,0,16666667,40000000]}
  """#,
  #"{"rate_segments_hz_ticks":[[60,1]],"work_ns":[16666666,16666667]}"#,
].map { Array($0.utf8) }

private let calibrationSeeds: [[UInt8]] = {
  func trial(isInjected: Bool) -> CalibrationTrial {
    var times = PairedTimes(
      name: "k", level: SequentialLevel(familywise: 0.01), operations: BySide(both: 1),
      metric: .cpuTotal)
    let slower = isInjected ? 1.1 : 1
    for launch in 0..<16 {
      times.add(
        launch: (0..<16).map { index in
          let time = 1_000 + Double((launch + index) % 3)
          return .init(
            baseline: .init(wallNs: time, cpuNs: time),
            candidate: .init(wallNs: time * slower, cpuNs: time * slower))
        })
    }
    let entries = times.entries(atLook: 1, rule: VerdictRule(threshold: 0.01))
    return CalibrationTrial(isInjected: isInjected, entry: entries[0], seconds: 0.5)
  }
  var calibration = Calibration(
    (0..<30).flatMap { _ in [trial(isInjected: false), trial(isInjected: true)] },
    inject: 0.05, machine: machine,
    time: Date(timeIntervalSince1970: 1_790_000_000), loadAtStart: .value(0.5))
  calibration.loadAtEnd = .value(0.25)
  return [(try? PrettyJSON.encode(calibration)).map { Array($0) } ?? []]
}()
