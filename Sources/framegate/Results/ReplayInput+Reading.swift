import BenchmarkResults
import Foundation
import FrameLogs
import FrameTiming

extension ReplayInput {
  /// The replay that a file, or standard input, describes: a result or a replay object.
  init(file: String, scenario: String?, rate: RefreshRate?) throws {
    let content = try InputFile.content(of: InputFile.named(file))
    if Self.isResult(content) {
      let result = try ResultFile(json: content, file: file)
      self = try result.replay(of: scenario, at: rate, file: file)
      return
    }
    guard scenario == nil else {
      throw ReplayError.noResult(file)
    }
    self = try PrettyJSON.decode(ReplayInput.self, from: content, file: file)
    if let rate { rateSegmentsHzTicks = [[Int64(rate.hertz), 1]] }
  }

  /// Whether content states a schema version, as a result file does and a replay object does not.
  private static func isResult(_ content: Data) -> Bool {
    struct Probe: Decodable { let schemaVersion: Int }
    return (try? JSONDecoder().decode(Probe.self, fromForeign: content)) != nil
  }
}

extension ResultFile {
  fileprivate func replay(
    of scenario: String?, at rate: RefreshRate?, file: String
  ) throws -> ReplayInput {
    let scenarios = benchmarks.filter { !$0.frames.isEmpty }
    guard let name = scenario ?? (scenarios.count == 1 ? scenarios[0].name : nil) else {
      throw ReplayError.chooseScenario(scenarios.map(\.name), file: file)
    }
    let costs = try costs(of: name, at: rate, file: file)
    return ReplayInput(
      name: "\(name) at \(costs.rateText)",
      rateSegmentsHzTicks: costs.segments?.map { [Int64($0.rate.hertz), Int64($0.ticks)] }
        ?? [[Int64(costs.rate.hertz), 1]],
      workNs: costs.workNs)
  }

  /// The frame costs of a scenario at `rate`, or at the first rate at which it was sampled.
  fileprivate func costs(
    of name: String, at rate: RefreshRate?, file: String
  ) throws(ResultsError) -> FrameCosts {
    guard let scenario = benchmark(named: name) else {
      throw .benchmarkNotFound(name: name, file: file, known: benchmarks.map(\.name))
    }
    guard let first = scenario.frames.first else { throw .notAScenario(name: name) }
    guard let rate else { return first }
    guard let costs = scenario.frames(at: rate) else {
      throw .rateNotSampled(scenario: name, rate: rate, sampled: scenario.frames.map(\.rate))
    }
    return costs
  }
}
