import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import WorkerProtocol

/// The parameters that scenarios are built with.
struct ScenarioOptions: ParsableArguments {
  @Option(help: .value("count", "Build each scene with this many layers."))
  var layers = ScenarioParameters.standardLayers

  @Option(help: .value("scene", "Play scenarios on this scene, such as heavy."))
  var scene: String?

  @Option(help: .value("variant", "Play scenarios on this variant; 'list' shows them."))
  var variant: String?

  @Option(help: .value("WxH", "Imitate this screen, in points."))
  var screen = Checked<ScreenSize>("\(ScreenSize.standard)")

  func validate() throws {
    try ValidationError.check(layers, in: 0...10_000_000, "--layers")
    _ = try screen.value
  }
}

extension ScenarioOptions {
  func workload() throws -> Workload {
    var workload = Workload()
    workload.layers = layers
    workload.screen = try screen.value
    workload.scene = scene.map { SceneSize(rawValue: $0) }
    workload.variant = variant.map { Variant(rawValue: $0) }
    return workload
  }
}

/// The parameters that scenarios are built with, and the state of the caches for their frames.
struct MeasuredScenarioOptions: ParsableArguments {
  @OptionGroup var scenarios: ScenarioOptions

  @Flag(help: "Measure frames with warm caches only, to save time.")
  var warm = false

  func workload() throws -> Workload {
    var workload = try scenarios.workload()
    workload.isWarm = warm
    return workload
  }
}

extension ScreenSize: ArgumentText {
  init(argument text: String) throws { try self.init(parsing: text) }
}
