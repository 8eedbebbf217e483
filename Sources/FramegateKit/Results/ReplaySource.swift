import BenchmarkResults
import Foundation
import FrameLogs
import FrameTiming

/// The source of `replay`'s cost vector: a result file or a replay object.
struct ReplaySource {
  let file: String
  let benchmark: String?
  let rate: RefreshRate?

  /// The file, or standard input.
  var url: URL { InputFile.named(file) }

  /// The replay that the file describes.
  func input() throws -> ReplayInput {
    let content = try InputFile.content(of: url)
    // A result file states its schema version; a replay object has none.
    if (try? JSONDecoder().decode(SchemaProbe.self, fromForeign: content)) != nil {
      return try input(from: try ResultFile(json: content, file: file))
    }
    guard benchmark == nil else {
      throw CommandError("'\(file)' is not a result file. Leave the scenario out.")
    }
    var input = try replayObject(content)
    if let rate { input.rateSegmentsHzTicks = [[Int64(rate.hertz), 1]] }
    return input
  }

  private func input(from result: ResultFile) throws -> ReplayInput {
    let scenarios = result.benchmarks.filter { !$0.frames.isEmpty }
    guard let name = benchmark ?? (scenarios.count == 1 ? scenarios[0].name : nil) else {
      throw CommandError(
        """
        '\(file)' holds \(scenarios.count) scenarios. Name one after the file\
        \(scenarios.first.map { ", such as \($0.name)" } ?? "").
        """)
    }
    let costs = try result.costs(of: name, at: rate, file: file)
    return ReplayInput(
      name: "\(name) at \(costs.rateText)",
      rateSegmentsHzTicks: costs.segments?.map { [Int64($0.rate.hertz), Int64($0.ticks)] }
        ?? [[Int64(costs.rate.hertz), 1]],
      workNs: costs.workNs)
  }

  private func replayObject(_ content: Data) throws -> ReplayInput {
    guard !content.isEmpty else { throw ResultsError.emptyFile(file: file) }
    do {
      return try JSONDecoder().decode(ReplayInput.self, fromForeign: content)
    } catch let error as DecodingError { throw ResultsError(error, file: file) }
  }
}

private struct SchemaProbe: Decodable { let schemaVersion: Int }

extension ResultFile {
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
