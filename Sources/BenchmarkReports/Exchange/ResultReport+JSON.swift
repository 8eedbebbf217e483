import BenchmarkModel
import BenchmarkResults
package import Foundation
import FrameTiming
import SampleStatistics

/// Written as `{verdict, sentence, budgets, failures, comparison, results}`; `comparison` only with
/// a baseline. `results` has the values and the frames of one result, or of both.
extension ResultReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case sentence, results
  }

  package func encode(to encoder: any Encoder) throws {
    try check.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(check.verdict, forKey: .sentence)
    try container.encode(sides.map { ReportedSide($0.name, $0.side) }, forKey: .results)
  }

  /// The report as JSON, ending in a newline.
  package func json() throws -> Data {
    try PrettyJSON.encode(self)
  }
}

/// One result: who measured it on what, its values, and its frames.
private struct ReportedSide: Encodable {
  let side: ComparisonEntry.Side?
  let label: ResultLabel
  let tool: ToolIdentity
  let environment: MeasuringEnvironment
  let values: [ReportedValue]
  let frames: [ReportedFrames]

  init(_ name: ComparisonEntry.Side?, _ side: ResultReport.Side) {
    self.side = name
    label = side.label
    tool = side.file.tool
    environment = side.file.environment
    values = side.result.values.map(ReportedValue.init)
    frames = side.result.named.map(ReportedFrames.init)
  }
}

/// A row of the table that ``ResultReport/csv()`` has too.
private struct ReportedValue: Encodable {
  let benchmark: String
  let kind: BenchmarkKind
  let variant: Variant?
  let rateHz: Int?
  let metric: String?
  let unit: String
  let value, low, high: Double?
  let count: Int?
  let status: MeasuredValue.Status
  let reason: String?

  init(_ value: MeasuredValue) {
    benchmark = value.benchmark
    kind = value.kind
    variant = value.variant
    rateHz = value.rate?.hertz
    metric = value.metric
    unit = value.unit
    self.value = value.value
    low = value.interval?.low
    high = value.interval?.high
    count = value.count
    status = value.status
    reason = value.reason
  }
}

/// The frames of a scenario at one rate: their costs, and when a display shows them.
private struct ReportedFrames: Encodable {
  let benchmark: String
  let rateHz: Int

  /// The rates that the scenario asks for, with their frames; absent where that is always `rateHz`.
  let segments: [VsyncGrid.Segment]?
  let workNs: [Int64]
  let overrunNs: [Int64]
  let shownSlot: [Int]
  let droppedSlots: [Int]

  init(_ benchmark: String, _ row: FrameRow) {
    self.benchmark = benchmark
    rateHz = row.rate.hertz
    segments = row.costs.segments
    workNs = row.costs.workNs
    overrunNs = row.timeline.overrunNs
    shownSlot = row.timeline.presentSlot
    // A single frame that takes years drops more slots than fit into a file.
    droppedSlots =
      row.timeline.droppedFrameCount <= ReplayOutput.largestMissedSlotCount
      ? row.timeline.droppedSlots : []
  }
}
