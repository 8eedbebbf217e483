import BenchmarkModel
import FrameTiming
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Cost estimate")
struct CostEstimateTests {
  @Test("The estimate of a frame is the median over repetitions")
  func median() throws {
    let estimate = try CostEstimate(repetitions: [[10, 100], [30, 300], [20, 200]])

    #expect(estimate.workNs == [20, 200])
    #expect(estimate.repetitions == 3)
  }

  @Test("An interval takes six repetitions, and is not made up of fewer", arguments: 1...8)
  func fewestRepetitions(count: Int) throws {
    let estimate = try CostEstimate(repetitions: (0..<count).map { [Int64($0)] })

    #expect(
      estimate.intervalNs
        == (count < 6
          ? .unavailable("too few repetitions for an interval") : .value([0...Int64(count - 1)])))
  }

  @Test("Twenty repetitions have the interval from the 6th to the 15th")
  func interval() throws {
    let repetitions = (1...20).map { [Int64($0 * 8 % 21) * 10] }

    let estimate = try CostEstimate(repetitions: repetitions)

    #expect(estimate.workNs == [105])
    #expect(estimate.intervalNs == .value([60...150]))
  }

  @Test("The clock's cost is subtracted, and nothing falls below 0")
  func clockCost() throws {
    let estimate = try CostEstimate(
      repetitions: (0..<7).map { [40 + $0 * 5, 1_000 + $0 * 100] }, clockCostNs: 60)

    #expect(estimate.workNs == [0, 1_240])
    #expect(estimate.intervalNs.value?.first == 0...10)
  }

  @Test(
    "Repetitions that do not match are rejected",
    arguments: [[], [[]], [[1, 2], [1]], [[1], [-1]]] as [[[Int64]]])
  func refused(repetitions: [[Int64]]) {
    let error = #expect(throws: ResultsError.self) { try CostEstimate(repetitions: repetitions) }
    #expect(error?.exitCode == .couldNotRun)
  }

  @Test("Dropped frames follow from the work, and are not stored")
  func replay() throws {
    let estimate = try CostEstimate(repetitions: [[6_000_000, 17_000_000, 6_000_000]])

    var costs = FrameCosts(at: .hz60)
    try costs.add(warm: estimate, reference: Fixtures.reference)

    #expect(costs.droppedFrameCount == 1)
    costs.warmNs[1] = 6_000_000
    #expect(costs.droppedFrameCount == 0)
    try costs.validate(ValueCheck(file: "x"))
  }
}
