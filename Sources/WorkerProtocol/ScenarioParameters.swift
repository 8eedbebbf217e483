public import BenchmarkModel
public import FrameModel

/// The parameters of a scene: how much it contains, on which implementation and display it runs.
public struct ScenarioParameters: Hashable, Codable, Sendable {
  /// The default number of layers.
  public static let standardLayers = 200

  /// The number of layers in the scene; `--layers` sets it, to scale the scene's work.
  public var layers: Int

  /// The scene of the scenario to build, or nil if it has only one.
  public var scene: SceneSize?

  /// The variant of the scenario to run on, or nil for a scenario without variants.
  public var variant: Variant?

  /// The size of the imitated screen.
  public var screen: ScreenSize

  /// How often the imitated display refreshes.
  public var refreshRate: RefreshRate

  /// Creates parameters.
  ///
  /// - Precondition: `layers >= 0`.
  public init(
    layers: Int = ScenarioParameters.standardLayers,
    scene: SceneSize? = nil,
    variant: Variant? = nil,
    screen: ScreenSize = .standard,
    refreshRate: RefreshRate = .hz60
  ) {
    precondition(layers >= 0, "A scene cannot have \(layers) layers")
    self.layers = layers
    self.scene = scene
    self.variant = variant
    self.screen = screen
    self.refreshRate = refreshRate
  }
}
