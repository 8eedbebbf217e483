package import BenchmarkModel
package import FrameTiming
package import FrameModel
package import WorkerProtocol

extension WorkerConnection {
  /// The jump of a scenario with the largest excess at 60 Hz, or nil where nothing moves, and where
  /// the states of all views in all frames would not fit into an answer.
  package func largestJump(
    of traits: ScenarioTraits, on screen: ScreenSize
  ) async throws -> ViewJump? {
    try await frames(of: traits).flatMap {
      ViewJump.largest(in: $0, width: screen.width, height: screen.height)
    }
  }

  /// What drawing each frame of a scenario at 60 Hz would cost, or nil where the worker does not know
  /// how its views look, and where their states would not fit into an answer.
  package func drawingCosts(
    of traits: ScenarioTraits, on screen: ScreenSize
  ) async throws -> [DrawingCosts]? {
    try await frames(of: traits)?.compactMap { screen.drawingCosts(of: $0) }
  }

  /// The views in each frame of a scenario at 60 Hz, or nil where they would not fit into an
  /// answer.
  package func frames(of traits: ScenarioTraits) async throws -> [[ViewState]]? {
    let duration = Double(traits.duration.wholeNanoseconds)
    let grid = VsyncGrid(rate: .hz60)
    let instants = (0...traits.frameCount(at: .hz60)).map { Double(grid.vsync($0)) / duration }
      .filter { $0 <= 1 }
    let first = try await ask(InspectViews(at: [0]))
    // A frame of a large scene is a large answer.
    guard instants.count * (first.first?.count ?? 0) <= 20_000 else { return nil }
    return try await ask(InspectViews(at: instants))
  }
}

extension ScreenSize {
  /// What drawing the views of a frame would cost, or nil where the worker does not know how they
  /// look.
  package func drawingCosts(of views: [ViewState]) -> DrawingCosts? {
    guard views.contains(where: { $0.look != nil }) else { return nil }
    return DrawingCosts(of: views, width: width, height: height)
  }
}
