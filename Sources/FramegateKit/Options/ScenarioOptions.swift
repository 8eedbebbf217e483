import ArgumentParser
import BenchmarkHarness
import BenchmarkModel
import BenchmarkRunner

/// What scenarios are built for.
struct ScenarioOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Number of layers in each scene.", valueName: "count"))
  var layers = ScenarioParameters.standardLayers

  @Option(
    help: ArgumentHelp(
      "Scene to play scenarios on, instead of each scenario's first, such as heavy.",
      valueName: "scene"))
  var scene: String?

  @Option(
    help: ArgumentHelp(
      "Variant to run scenarios on, instead of each scenario's first; 'list' shows them.",
      valueName: "variant"))
  var variant: String?

  @Option(
    help: ArgumentHelp(
      "Size of the imitated screen in points, such as 375x667.", valueName: "WxH"))
  var screen = Checked(ScreenSize.standard)

  @Flag(
    help: """
      Render and judge frames back to back only. Without this option, they are also rendered with cold \
      caches, as after a wait for vsync: 'run' and 'check' judge those, and 'compare' judges both kinds.
      """)
  var warm = false

  func validate() throws {
    guard (0...10_000_000).contains(layers) else {
      throw ValidationError("'--layers' must be between 0 and 10000000, got \(layers).")
    }
    _ = try screen.value
  }
}

extension ScenarioOptions {
  func settings() throws -> MeasuringSettings {
    var settings = MeasuringSettings(
      layers: layers, screen: try screen.value, scene: scene.map { SceneSize(rawValue: $0) },
      variant: variant.map { Variant(rawValue: $0) })
    settings.isWarm = warm
    return settings
  }
}

extension ScreenSize: ArgumentText {
  /// Reads `375x667`.
  package init(argument text: String) throws {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .compactMap { Double($0) }
      .filter { $0.isFinite && (1...100_000).contains($0) }
    guard sides.count == 2, text.filter({ $0 == "x" || $0 == "X" }).count == 1 else {
      throw UsageError("'\(text)' is not a screen. Give width and height, such as 375x667.")
    }
    self.init(width: sides[0], height: sides[1])
  }

  var argument: String { description }
}
