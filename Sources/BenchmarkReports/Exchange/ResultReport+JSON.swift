import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
package import Foundation
import FrameTiming
import SampleStatistics

/// Written with the members of ``CheckReport``, and with `sentence` and `results`.
///
/// `results` has the values and the frames of the result, or of both results.
extension ResultReport: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try check.encode(to: encoder)
    let results = sides.map { name, side -> JSONObject in
      [
        "side": name, "label": side.label, "tool": side.file.tool,
        "environment": side.file.environment,
        "values": side.result.values(on: name).map(Self.json),
        "frames": side.result.named.map(Self.json),
      ]
    }
    try (["sentence": check.headline, "results": results] as JSONObject).encode(to: encoder)
  }

  /// The report as JSON that ends with a newline.
  package func json() throws -> Data { try PrettyJSON.encode(self) }

  /// A value with the same members as a row of ``csv()``.
  private static func json(_ value: MeasuredValue) -> JSONObject {
    [
      "benchmark": value.benchmark, "kind": value.kind, "variant": value.variant,
      "rateHz": value.rate, "metric": value.metric, "unit": value.unit, "value": value.value,
      "low": value.interval?.low, "high": value.interval?.high, "count": value.count,
      "status": value.status, "reason": value.reason,
    ]
  }

  /// The frames of a scenario at one rate: their costs, and when a display shows them.
  ///
  /// `segments` are the rates that the scenario asks for, if they differ from `rateHz`.
  private static func json(_ scenario: String, _ row: FrameRow) -> JSONObject {
    let timeline = row.timeline
    // A single frame that takes years drops more slots than fit into a file.
    let isShort = timeline.droppedFrameCount <= FrameTimeline.largestListedSlotCount
    return [
      "benchmark": scenario, "rateHz": row.rate, "segments": row.costs.segments,
      "workNs": row.costs.workNs, "overrunNs": timeline.overrunNs,
      "shownSlot": timeline.presentSlot, "droppedSlots": isShort ? timeline.droppedSlots : [],
    ]
  }
}
