public import BenchmarkHarness

extension BenchmarkRegistry {
  /// Adds every transition of the gallery as scenarios, from the plainest to the most interactive.
  public mutating func addTransitionSuites() {
    addSystemDefaultScenarios()
    addTopDropScenarios()
    addInsetPresentationScenarios()
    addSideSlideScenarios()
    addCornerPushScenarios()
    addShrinkTabScenarios()
    addPhotoBrowserScenarios()
    addLayerContentScenarios()
    addCartFoldScenarios()
    addEdgeSwipeCardScenarios()
    addMusicCardScenarios()
  }
}
