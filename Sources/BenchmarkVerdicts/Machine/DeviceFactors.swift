import BenchmarkModel
package import BenchmarkResults
package import Foundation
import FrameTiming
import SampleStatistics

/// How much longer a device takes than this machine, from the same benchmarks and scenarios run on
/// both.
package struct DeviceFactors: Hashable, Codable, Sendable {
  /// The minimum number of benchmarks or scenarios that give a factor.
  package static let fewestRatios = 3

  /// Times of the device divided by times of this machine.
  package struct Factor: Hashable, Codable, Sendable {
    /// The median of all ratios, which is the factor, with the smallest and the largest.
    package let median, smallest, largest: Double

    /// How many benchmarks, or scenarios at a rate, there are.
    package let count: Int
  }

  package let name: String

  package let time: Date

  /// This machine, and the device.
  package let machine, device: Machine

  /// The factor for warm work: CPU times of benchmarks, and of frames that are rendered back to
  /// back.
  package let warm: Factor

  /// The factor for cold work; absent if one of the two machines measured none.
  package let cold: Measured<Factor>
}

extension DeviceFactors {
  /// Compares a run of a device with one of this machine.
  ///
  /// Leaves out what was measured with another variant, screen, scene or number of layers.
  package init(_ name: ResultName, device: ResultFile, here: ResultFile) throws(ResultsError) {
    var (warm, cold): ([Double], [Double]) = ([], [])
    for there in device.benchmarks {
      guard let here = here.benchmark(named: there.name), there.isSameWork(as: here) else {
        continue
      }
      let times = [there, here].map { $0.metric(.cpuTotal).value?.median }
      warm += [Self.ratio(times[0], times[1])].compactMap(\.self)
      for frames in there.frames {
        guard let mine = here.frames(at: frames.rate) else { continue }
        warm += [Self.ratio(frames.warmNs, mine.warmNs)].compactMap(\.self)
        guard frames.cooling?.procedure == mine.cooling?.procedure else { continue }
        cold += [Self.ratio(frames.coldNs.value, mine.coldNs.value)].compactMap(\.self)
      }
    }
    guard let factor = Factor(warm) else {
      throw .tooFewForDevice(count: warm.count, needed: Self.fewestRatios)
    }
    self.init(
      name: name.text, time: here.time, machine: here.environment.machine,
      device: device.environment.machine, warm: factor,
      cold: Measured(
        Factor(cold),
        orUnavailable:
          """
          needs \(Self.fewestRatios) scenarios whose frames were made cold in the same way on both, there are \
          \(cold.count); the warm factor is used for them
          """))
  }

  private static func ratio(_ device: Double?, _ here: Double?) -> Double? {
    guard let device, let here, device > 0, here > 0 else { return nil }
    return device / here
  }

  private static func ratio(_ device: [Int64]?, _ here: [Int64]?) -> Double? {
    ratio(device.flatMap { SortedSamples($0).median }, here.flatMap { SortedSamples($0).median })
  }

  /// The factors on work; warm ones also for cold work where cold ones are absent.
  package var scale: WorkScale { WorkScale(warm: warm.median, cold: (cold.value ?? warm).median) }

  /// Why the factors must not be used on a machine, or nil when they can.
  func problem(on machine: Machine) -> String? {
    for factor in [warm, cold.value].compactMap(\.self) {
      guard factor.median.isFinite, (1e-3...1e3).contains(factor.median) else {
        return "its factor \(factor.median) is not between 0.001 and 1000"
      }
    }
    return self.machine.isSame(as: machine) ? nil : "it was measured on another machine"
  }
}

extension DeviceFactors.Factor {
  /// The median and the range of ratios, or nil for too few.
  fileprivate init?(_ ratios: [Double]) {
    guard ratios.count >= DeviceFactors.fewestRatios, let sorted = SortedSamples(ratios),
      let median = sorted.median, let smallest = sorted.minimum, let largest = sorted.maximum
    else { return nil }
    self.init(median: median, smallest: smallest, largest: largest, count: ratios.count)
  }
}

extension BenchmarkResult {
  /// Whether both did the same work, so that their times differ by the machine alone.
  fileprivate func isSameWork(as other: BenchmarkResult) -> Bool {
    variant == other.variant && scenario?.parameters == other.scenario?.parameters
  }
}
