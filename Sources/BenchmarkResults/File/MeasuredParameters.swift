/// What a scenario was measured with; costs of different parameters are not comparable.
package struct MeasuredParameters: Hashable, Codable, Sendable {
  /// The number of layers in the scene.
  package var layers: Int

  /// The screen in points, such as `375x667`.
  package var screen: String

  package init(layers: Int, screen: String) {
    (self.layers, self.screen) = (layers, screen)
  }
}
