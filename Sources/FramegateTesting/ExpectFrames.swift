@_exported public import BenchmarkModel
import Foundation
@_exported public import FrameTiming
@_exported public import FramegateKit
public import Testing
public import XCTest

/// Expects that the frames of an animation keep budgets.
///
///     @Test func scrollKeepsUp() async throws {
///       try await expectFrames(
///         "feed.scroll", duration: .milliseconds(500), keep: [.noDroppedFrames(at: .hz120)]
///       ) { _ in
///         var feed = Feed(posts)
///         return Scenario { frame in feed.render(at: frame.targetTimestamp) }
///       }
///     }
///
/// Frames are measured in processes of their own, one expectation at a time. They are judged as by
/// `check`: if they exceed a budget, they are measured again before the test fails. In a debug
/// build, whose times mean nothing, the test is canceled with a message.
///
/// - Parameters:
///   - name: ASCII letters, digits, `.`, `-` and `_`; different from the name of any other
///     expectation.
///   - duration: The length of the animation.
///   - budgets: What its frames may cost.
///   - timeout: The maximum time until the process reaches the expectation, and for each answer.
///   - test: In an XCTest test, `self`.
///   - isolation: The actor that the code belongs to.
///   - sourceLocation: Where an exceeded budget is reported.
///   - makeScenario: Builds the scene: untimed, once per repetition.
/// - Throws: The error that cancels the test.
public func expectFrames(
  _ name: String, duration: Duration, keep budgets: [FrameBudget],
  timeout: Duration = .seconds(60), in test: XCTestCase? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ makeScenario: @escaping (ScenarioParameters) throws -> Scenario
) async throws {
  try await expect(name, keep: budgets, timeout, test, isolation, sourceLocation) { registry in
    registry.scenario(name, duration: duration, budget: budgets, makeScenario: makeScenario)
  }
}

/// Expects that the frames of a scenario that is also registered for the tool keep budgets.
///
///     try await expectFrames("feed.scroll", registeredBy: FeedBenchmarks.register)
///
/// - Parameters:
///   - name: The name that it is registered under.
///   - register: Registers the scenario, and maybe others.
///   - budgets: What its frames may cost; leave it out for the budgets that the scenario declares.
///   - timeout: The maximum time until the process reaches the expectation, and for each answer.
///   - test: In an XCTest test, `self`.
///   - isolation: The actor that the code belongs to.
///   - sourceLocation: Where an exceeded budget is reported.
/// - Throws: The error that cancels the test.
public func expectFrames(
  _ name: String, registeredBy register: (inout BenchmarkRegistry) -> Void,
  keep budgets: [FrameBudget]? = nil, timeout: Duration = .seconds(60),
  in test: XCTestCase? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  try await expect(name, keep: budgets, timeout, test, isolation, sourceLocation, register)
}

private func expect(
  _ name: String, keep budgets: [FrameBudget]?, _ timeout: Duration, _ test: XCTestCase?,
  _ isolation: isolated (any Actor)?, _ place: Testing.SourceLocation,
  _ register: (inout BenchmarkRegistry) -> Void
) async throws {
  try await Expectation(name: name, test: test, place: place).measure(register) {
    process -> (FrameMeasurement.JudgedFrames, FrameMeasurement.JudgedFrames?) in
    let measurement = FrameMeasurement(
      name: name, process: process, budgets: budgets, timeout: timeout)
    let first = try measurement.find()
    guard first.judgements.contains(where: { $0.isExceeded && $0.budget.limitsTimes }) else {
      return (first, nil)
    }
    return (first, try measurement.find())
  } report: { expectation, found in
    expectation.report(found.0, again: found.1)
  }
}

extension BudgetJudgement { fileprivate var isExceeded: Bool { status == .exceeded } }

extension Expectation {
  /// Reports the judgements, and attaches the frames of the last measurement.
  fileprivate func report(
    _ first: FrameMeasurement.JudgedFrames, again: FrameMeasurement.JudgedFrames?
  ) {
    for (index, judgement) in first.judgements.enumerated() {
      let second = again?.judgements[index]
      let isOfTimes = judgement.budget.limitsTimes
      let decisive = judgement.isExceeded && isOfTimes ? second ?? judgement : judgement
      let finding =
        second.map { $0.outline == judgement.outline ? "" : ", then \($0.finding)" } ?? ""
      let words = "'\(judgement.budget)': \(judgement.finding)\(finding)"
      switch decisive.status {
      case .exceeded:
        fail("'\(name)' exceeds \(words)\(second == nil || !isOfTimes ? "" : ", twice").")
      case .notMeasured(let reason):
        fail("'\(name)' cannot be judged by '\(judgement.budget)': \(reason).")
      case .kept where judgement.isExceeded:
        warn("'\(name)' exceeds \(words). It is kept the second time.")
      case .kept where decisive.restsOnFragileFrames:
        warn(
          "'\(name)' keeps \(words). The verdict depends on frames that end almost at their deadline."
        )
      case .kept where decisive.restsOnFewRepetitions:
        warn("'\(name)' keeps \(words). Give the machine less to do.")
      case .kept: break
      }
    }
    let last = again ?? first
    for (rate, (grid, costs)) in last.frames.sorted(by: { $0.key < $1.key }) {
      let replay: [String: Any] = [
        "name": name,
        "rate_segments_hz_ticks": grid.segments.map { [Int64($0.rate.hertz), Int64($0.ticks)] },
        "work_ns": costs.workNs,
      ]
      let log = FrameLog(replayed: FrameReplay(grid: grid).timeline(of: costs))
      attach([UInt8](log.csv.utf8), named: "\(name).\(rate.hertz)Hz.csv")
      guard let data = try? JSONSerialization.data(withJSONObject: replay, options: .sortedKeys)
      else { continue }
      attach([UInt8](data), named: "\(name).\(rate.hertz)Hz.json")
    }
  }
}
