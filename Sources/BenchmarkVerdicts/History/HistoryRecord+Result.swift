import BenchmarkModel
package import BenchmarkResults
import Foundation
package import FrameLogs
import FrameTiming
import SampleStatistics

extension HistoryRecord {
  /// How much longer the wall time of a benchmark that does not wait may be than its CPU time.
  private static let busyRatio = 1.1

  /// What a run recorded: times, counters and the slots that scenarios drop.
  package init(_ file: ResultFile) {
    let environment = file.environment
    self.init(commit: environment.commit.value ?? "", time: file.time.timeIntervalSince1970)
    settings = [
      Self.machine: "\(environment.machine.summary) \(environment.machine.architecture)",
      "system": environment.machine.os, "compiler": environment.toolchain,
      "build": environment.build, "allocator": environment.allocator.value ?? "not known",
      "variables": environment.variablesText,
    ]
    build = environment.binaryHash.value
    let replayed = ReplayedResult(file)
    for result in file.benchmarks where result.failure == nil {
      let clock = Self.clock(of: result)
      let scene = result.scenario?.parameters.map {
        "\($0.scene?.rawValue ?? "") \($0.layers) layers \($0.screen)"
      }
      let settings = [
        "clock": clock?.name, "caches": result.frames.first?.cooling?.procedure, "scene": scene,
        "variant": result.variant?.rawValue,
      ]
      for measured in replayed.values(of: result, on: nil) {
        guard let name = measured.metric, let number = measured.value else { continue }
        let polarity = result.timed?.metrics[name]?.value?.polarity
        let known = Metric.named(name)
        let isCounter = known?.nature == .counted || name == FrameMetric.droppedSlots.rawValue
        guard
          name == clock?.name || isCounter || polarity != nil
            || name == FrameMetric.work.rawValue
        else { continue }
        var value = Value(measured.benchmark, number)
        value.metric = name == clock?.name ? Metric.cpuTotal.name : name
        value.rateHz = measured.rate?.hertz
        value.unit = measured.unit
        value.interval = measured.interval.map { $0.low...$0.high }
        // What the kernel counts varies from run to run.
        value.isCounted = isCounter && known.map { !Metric.kernel.contains($0) } ?? true
        value.prefersLarger = polarity == .prefersLarger
        value.settings = settings.compactMapValues(\.self)
        if known?.isAllocation == true {
          let frames = measured.rate.flatMap { result.frames(at: $0) }
          value.settings["counter"] =
            frames?.countedBy ?? result.timed?.metrics[name]?.value?.countedBy
        }
        values.append(value)
      }
    }
  }

  /// The clock that fits a benchmark: CPU time, unless it waits.
  private static func clock(of result: BenchmarkResult) -> Metric? {
    guard result.kind == .benchmark else { return nil }
    let (wall, cpu) = (result.metric(.wallClock).value, result.metric(.cpuTotal).value)
    guard let cpu, cpu.minimum * busyRatio >= wall?.minimum ?? 0 else { return .wallClock }
    return .cpuTotal
  }
}
