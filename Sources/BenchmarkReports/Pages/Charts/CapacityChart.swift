import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics

/// A chart of how many layers fit into the frame budget, with a bar per variant and rate.
struct CapacityChart {
  let scenario: String
  let capacities: [Capacity]

  var title: String {
    "Layers of \(scenario) that fit before a frame is dropped, with 95 % intervals; ≈ is an estimate."
  }

  func svg(width: Double = 720) -> Markup {
    let pitch = 24.0
    let frame = ChartFrame(width: width, height: 70 + pitch * Double(capacities.count), left: 130)
    let most = capacities.map { max(Double($0.layers), $0.interval.value?.high ?? 0) }.max() ?? 1
    let across = Scale(.linear, from: 0, to: most * 1.02, at: frame.left, frame.right - 110)
    var parts = frame.horizontal(across, title: "layers") { NumberText.count($0) }
    for (index, capacity) in capacities.enumerated() {
      let y = frame.top + pitch * (Double(index) + 0.5)
      let name = [capacity.variant?.rawValue, "\(capacity.rate)"].compactMap(\.self)
      parts.append(frame.label(name.joined(separator: ", "), frame.left - 6, y + 4, anchor: .end))
      parts.append(
        .rect(
          capacity.isMeasured ? "bar fill-fine" : "bar fill-base", frame.left, y - 7,
          width: across.position(Double(capacity.layers)) - frame.left, height: 14))
      if let interval = capacity.interval.value {
        parts.append(frame.interval(interval, on: across, y))
      }
      let number = capacity.mark + NumberText.format(capacity.layers)
      parts.append(frame.label(number, across.end + 8, y + 4))
    }
    return frame.picture(title: title, parts)
  }
}
