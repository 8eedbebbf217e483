import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import SampleStatistics

/// A chart of cost by size, on logarithmic axes: of the slowest frame by layers, with a line per
/// variant, or of an operation by its parameter.
///
/// For layers, a result has these points: the measured scene, and every capacity, at which the
/// slowest frame takes the whole budget.
struct LayersChart {
  struct Point {
    let layers: Int
    let nanoseconds: Double
    let isMeasured: Bool
  }

  struct Line {
    let name: String
    let points: [Point]
  }

  /// The scenario, or the family of benchmarks.
  let name: String

  /// The quantity that varies: `layers`, or a parameter.
  let parameter: String

  /// The subject of the cost: `slowest frame` or `operation`.
  let subject: String

  /// How the cost grows, or nil if not known.
  let growth: String?
  let lines: [Line]

  /// Each cache with the number of layers that fills it; empty if the memory per layer is not
  /// known.
  let steps: [(name: String, layers: Double)]

  /// Creates the chart of a scenario, or nil if only one number of layers was measured.
  init?(_ benchmark: BenchmarkResult, caches: [Machine.Cache]) {
    guard let scenario = benchmark.scenario, let capacities = scenario.capacity.value,
      !capacities.isEmpty
    else { return nil }
    name = benchmark.name
    parameter = "layers"
    subject = "slowest frame"
    growth = nil
    steps = Self.steps(caches, bytesEach: scenario.bytesPerLayer.map { Double($0) })
    let variants = capacities.map(\.variant).uniqued()
    lines = variants.map { variant in
      var points = capacities.filter { $0.variant == variant && $0.layers > 0 }.map {
        Point(
          layers: $0.layers, nanoseconds: 1e9 / Double($0.rate.hertz), isMeasured: $0.isMeasured)
      }
      if variant == benchmark.variant, let layers = scenario.parameters?.layers, layers > 0,
        let work = benchmark.frames.compactMap({ $0.workNs.max() }).max(), work > 0
      {
        points.append(Point(layers: layers, nanoseconds: Double(work), isMeasured: true))
      }
      return Line(
        name: variant?.rawValue ?? "layers", points: points.sorted { $0.layers < $1.layers })
    }.filter { !$0.points.isEmpty }
    guard Set(lines.flatMap(\.points).map(\.layers)).count > 1 else { return nil }
  }

  /// Each cache with the number of layers, or of units, that fills it.
  private static func steps(
    _ caches: [Machine.Cache], bytesEach: Double?
  ) -> [(name: String, layers: Double)] {
    guard let bytesEach, bytesEach > 0 else { return [] }
    return caches.map { ("L\($0.level)", Double($0.bytes) / bytesEach) }
  }

  /// The chart of a family of benchmarks, which differ in a parameter.
  init(_ family: FamilyTable.Family, in file: ResultFile) {
    // The bytes that one iteration reads and writes per unit of the parameter, if the author stated
    // it.
    let largest = file.benchmarks.compactMap(\.timed)
      .filter { $0.family?.name == family.name && $0.bytesPerOperation ?? 0 > 0 }
      .max { $0.family?.parameter.value ?? 0 < $1.family?.parameter.value ?? 0 }
    steps = Self.steps(
      file.environment.machine.caches ?? [],
      bytesEach: largest.map {
        Double($0.bytesPerOperation ?? 0) * Double($0.operations)
          / Double($0.family?.parameter.value ?? 1)
      })
    name = family.name
    parameter = family.parameter
    subject = "operation"
    growth = family.growth
    let points = zip(family.values, family.timesNs).filter { $0 > 0 && $1 > 0 }.map {
      Point(layers: $0, nanoseconds: $1, isMeasured: true)
    }
    lines = [Line(name: "", points: points)]
  }

  var title: String {
    """
    Time of the \(subject) of \(name) against \(parameter), on logarithmic axes\
    \(steps.isEmpty ? "" : ", with the caches that are full")\
    \(growth.map { "; it grows with \($0)" } ?? ""). Hollow points are estimates.
    """
  }

  func svg(width: Double = 720, height: Double = 240) -> Markup {
    let frame = ChartFrame(width: width, height: height)
    let points = lines.flatMap(\.points)
    let layers = points.map { Double($0.layers) }
    let costs = points.map(\.nanoseconds)
    let unit = TimeUnit(for: costs)
    let across = Scale(
      .logarithmic, from: (layers.min() ?? 1) / 1.3, to: (layers.max() ?? 1) * 1.3, at: frame.left,
      frame.right - 80)
    let up = Scale(
      .logarithmic, from: (costs.min() ?? 1) / 1.5, to: (costs.max() ?? 1) * 1.5,
      at: frame.bottom, frame.top)
    var parts = frame.vertical(up, title: "\(subject) \(unit.name), log") { unit.format($0) }
    parts += frame.horizontal(across, title: "\(parameter), log") { NumberText.count($0) }
    for step in steps where (across.low...across.high).contains(step.layers) {
      let x = across.position(step.layers)
      parts.append(frame.line(x, frame.top, x, frame.bottom, "cache other-budget"))
      parts.append(frame.label("\(step.name) full", x + 4, frame.top + 10))
    }
    for (index, line) in lines.enumerated() {
      let style = ["fine", "delayed", "better", "base", "late"][index % 5]
      let places = line.points.map {
        (across.position(Double($0.layers)), up.position($0.nanoseconds))
      }
      let path = places.map { "\($0.0.svg) \($0.1.svg)" }.joined(separator: "L")
      parts.append(.path("stroke-\(style)", "M\(path)"))
      parts += zip(line.points, places).map { point, place in
        .dot(point.isMeasured ? "fill-\(style)" : "hollow stroke-\(style)", place.0, place.1)
      }
      if let last = places.last { parts.append(frame.label(line.name, last.0 + 8, last.1 + 4)) }
    }
    return frame.picture(title: title, parts)
  }
}
