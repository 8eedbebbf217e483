import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ResultTestSupport
import TestSupport
import Testing

@Suite("Factors of other devices")
struct DeviceFactorsTests {
  private static func result(
    kernels: [Double], scenario factor: Double = 1
  ) -> ResultFile {
    let timed = kernels.enumerated().map { Fixtures.kernel("k\($0)", time: $1) }
    let work = [4, 5, 6].map { Int64(Double($0) * 1e6 * factor) }
    var frames = Fixtures.frames(.hz60, work)
    frames.warmNs = work.map { $0 / 2 }
    frames.coldNs = .value(work)
    frames.cooling = Cooling(repetitions: 3)
    return Fixtures.result(timed + [Fixtures.scenario("s", [frames])])
  }

  @Test("Factors are medians of ratios, warm ones of benchmarks and scenarios")
  func medians() throws {
    let here = Self.result(kernels: [10, 20, 30])
    let device = Self.result(kernels: [20, 30, 120], scenario: 3)

    let factors = try DeviceFactors(ResultName("phone"), device: device, here: here)

    // 2, 1.5, 4 and 3 of the warm frames.
    #expect(abs(factors.warm.median - 2.5) < 1e-9)
    #expect(abs(factors.warm.smallest - 1.5) < 1e-9)
    #expect(abs(factors.warm.largest - 4) < 1e-9)
    #expect(factors.warm.count == 4)
    // One scenario is too few for a cold factor, so cold work takes the warm one.
    #expect(factors.cold.reason?.contains("needs 3") == true)
    #expect(factors.scale == WorkScale(warm: factors.warm.median, cold: factors.warm.median))
  }

  @Test("The median of an even number of samples is halfway between the middle two")
  func evenCount() throws {
    func result(_ samples: [Double]) -> ResultFile {
      Fixtures.result(
        ["a", "b", "c"].map { name in
          BenchmarkResult(
            name: name,
            .benchmark(TimedResult(metrics: ["cpuTotal": Fixtures.metric("ns/op", samples)])))
        })
    }

    let factors = try DeviceFactors(
      ResultName("phone"), device: result([10, 30]), here: result([10, 14]))

    // 20 over 12; of the lower ones alone, it would be 1.
    #expect(abs(factors.warm.median - 20 / 12.0) < 1e-9)
  }

  @Test("Factors with an extreme number scale within limits, or are refused")
  func extremeNumbers() throws {
    let folder = try TemporaryFolder()
    let store = ResultStore(root: folder.url)
    let name = try ResultName("phone")
    let (here, device) = (Self.result(kernels: [1, 2, 3]), Self.result(kernels: [2, 4, 6]))
    try store.store(DeviceFactors(name, device: device, here: here), at: store.deviceFile(name))
    let url = store.deviceFile(name)
    var usedCount = 0
    for bytes in extremes(of: [UInt8](try Data(contentsOf: url))) {
      try Data(bytes).write(to: url)
      guard let used = try? store.device(name, on: Fixtures.machine) else { continue }
      usedCount += 1
      #expect((1e-3...1e3).contains(used.scale.warm) && (1e-3...1e3).contains(used.scale.cold))
      _ = try PrettyJSON.encode(used)
    }
    // Numbers that nothing is computed from may have any value.
    #expect(usedCount >= 10)
  }

  @Test("Times of 0 on either side give no factor")
  func zero() throws {
    let here = Self.result(kernels: [10, 20, 30, 0, 5])
    let device = Self.result(kernels: [20, 30, 120, 5, 0], scenario: 3)

    let factors = try DeviceFactors(ResultName("phone"), device: device, here: here)

    #expect(factors.warm.count == 4)
  }

  @Test("Frames that were made cold in another way give no factor")
  func otherCooling() throws {
    func result(sleepNs: Int) -> ResultFile {
      var frames = Fixtures.frames(.hz60, [4_000_000])
      frames.coldNs = .value([4_000_000])
      frames.cooling = Cooling(method: "flush", sleepNs: sleepNs, repetitions: 3)
      return Fixtures.result(["a", "b", "c"].map { Fixtures.scenario($0, [frames]) })
    }
    let here = result(sleepNs: 250_000)

    let same = try DeviceFactors(ResultName("phone"), device: here, here: here)
    let other = try DeviceFactors(ResultName("phone"), device: result(sleepNs: 0), here: here)

    #expect(same.cold.value?.count == 3)
    #expect(other.cold.reason?.contains("in the same way on both, there are 0") == true)
  }

  @Test("What was measured with another scene or variant gives no factor")
  func otherWork() throws {
    let here = Self.result(kernels: [10, 20, 30])
    var device = Self.result(kernels: [20, 40, 300], scenario: 30)
    device.benchmarks[2].variant = nil
    device.benchmarks[3].changeScenario {
      $0.parameters?.screen = ScreenSize(width: 393, height: 852)
    }

    #expect(throws: ResultsError.tooFewForDevice(count: 2, needed: 3)) {
      try DeviceFactors(ResultName("phone"), device: device, here: here)
    }
  }

  @Test("Too few common benchmarks are refused")
  func few() throws {
    let here = Self.result(kernels: [10])

    #expect(throws: ResultsError.tooFewForDevice(count: 2, needed: 3)) {
      try DeviceFactors(ResultName("phone"), device: here, here: here)
    }
  }

  @Test("Stored factors hold for the machine that measured them, and damaged ones are refused")
  func storing() throws {
    let folder = try TemporaryFolder()
    let store = ResultStore(root: folder.url)
    let name = try ResultName("phone")
    let here = Self.result(kernels: [10, 20, 30])
    let factors = try DeviceFactors(name, device: here, here: here)
    let machine = here.environment.machine
    var other = machine
    other.cores += 1

    #expect(throws: ResultsError.deviceNotFound(name: "phone")) {
      try store.device(name, on: machine)
    }
    try store.store(factors, at: store.deviceFile(name))
    #expect(try store.device(name, on: machine) == factors)
    #expect(throws: ResultsError.self) { try store.device(name, on: other) }
    try Data("{}".utf8).write(to: store.deviceFile(name))
    #expect(throws: ResultsError.unusableDevice(name: "phone", problem: "it cannot be read")) {
      try store.device(name, on: machine)
    }
  }

  @Test("Warm and cold work are scaled by their own factors, and budgets judge the scaled work")
  func scaling() throws {
    let file = Self.result(kernels: [])
    var rules = BudgetRules()
    rules.scale = WorkScale(warm: 2, cold: 3)
    rules.overriding = [try FrameBudget(parsing: "largestWork=17ms@60")]

    let shown = try file.shown(with: rules)
    let frames = try #require(shown.benchmark(named: "s")?.frames.first)
    #expect(frames.workNs == [12_000_000, 15_000_000, 18_000_000])
    #expect(frames.warmNs == [4_000_000, 5_000_000, 6_000_000])
    #expect(frames.coldNs.value == frames.workNs)
    #expect(try Gate(file, budgets: rules).severity == .exceeded)
    #expect(try Gate(file.warm, budgets: rules).severity == .pass)
  }

  @Test("A scaled reference frame takes at least a nanosecond and at most an hour")
  func extremeScales() throws {
    let costs = Fixtures.costs(.hz60, [1_000])
    func scaled(_ factor: Double) throws -> Int64? {
      try costs.scaled(by: WorkScale(warm: factor, cold: factor)).reference?.warmNs
    }
    #expect(try scaled(1e-6) == 1)
    #expect(try scaled(1.5) == 30_000)
    #expect(try scaled(1e12) == 3_600_000_000_000)
  }

  @Test("A reserve as long as a period is refused, not replayed")
  func reserve() throws {
    let file = Self.result(kernels: [])

    #expect(throws: ResultsError.self) {
      try file.shown(with: BudgetRules { $0.reserveNs = 16_666_667 })
    }
  }
}
