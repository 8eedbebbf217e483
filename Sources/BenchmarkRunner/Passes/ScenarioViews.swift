package import BenchmarkModel
package import FrameModel
package import FrameTiming
import WorkerClient
package import WorkerProtocol

extension WorkerConnection {
  /// The jump of a scenario with the largest excess at 60 Hz, or nil if nothing moves.
  ///
  /// - Throws: As ``frames(of:)``; Unavailable also when no view has an outline.
  package func largestJump(
    of traits: ScenarioTraits, on screen: ScreenSize
  ) async throws -> ViewJump? {
    let frames = try await frames(of: traits)
    let isOutlined = frames.contains { $0.contains { $0.outline != nil } }
    guard isOutlined || frames.allSatisfy(\.isEmpty) else {
      throw Unavailable("its views have no outlines; pass those of the window to 'inspect'")
    }
    return screen.largestJump(in: frames)
  }

  /// What drawing each frame of a scenario at 60 Hz would cost; none if the worker does not know
  /// how its views look.
  ///
  /// - Throws: As ``frames(of:)``.
  package func drawingCosts(
    of traits: ScenarioTraits, on screen: ScreenSize
  ) async throws -> [DrawingCosts] {
    try await frames(of: traits).compactMap { screen.drawingCosts(of: $0) }
  }

  /// The views in each frame of a scenario at 60 Hz.
  ///
  /// - Throws: Unavailable when there are more of them than fit into memory.
  package func frames(of traits: ScenarioTraits) async throws -> [[ViewState]] {
    let duration = Double(traits.duration.wholeNanoseconds)
    let grid = VsyncGrid(rate: .hz60)
    let instants = (0...traits.frameCount(at: .hz60)).map { Double(grid.vsync($0)) / duration }
      .filter { $0 <= 1 }
    let views = max(1, try await ask(InspectViews(at: [0])).first?.count ?? 0)
    guard instants.count * views <= mostStates else {
      throw Unavailable(
        """
        \(views) views in \(instants.count) frames are too many to look at; choose a smaller scene
        """)
    }
    var frames: [[ViewState]] = []
    let step = max(1, mostStatesOfAnswer / views)
    for start in stride(from: 0, to: instants.count, by: step) {
      let end = min(start + step, instants.count)
      frames += try await ask(InspectViews(at: Array(instants[start..<end])))
    }
    return frames
  }
}

/// How many states of views are in an answer, which has 64 MiB at most, unless a frame has more.
private let mostStatesOfAnswer = 20_000

/// How many are in memory at once, which takes some 200 MB.
private let mostStates = 500_000

extension ScreenSize {
  /// The jump of views with the largest excess, or nil if nothing moves.
  package func largestJump(in frames: [[ViewState]]) -> ViewJump? {
    ViewJump.largest(in: frames, width: width, height: height)
  }

  /// What drawing the views of a frame would cost, or nil if the worker does not know how they
  /// look.
  package func drawingCosts(of views: [ViewState]) -> DrawingCosts? {
    guard views.contains(where: { $0.look != nil }) else { return nil }
    return DrawingCosts(of: views, width: width, height: height)
  }
}
