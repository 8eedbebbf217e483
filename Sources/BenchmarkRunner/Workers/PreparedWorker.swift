package import BenchmarkModel
package import BenchmarkHarness
package import BenchmarkWorker
import FrameTiming
package import ViewStates

/// A worker that has one benchmark or scenario ready to measure.
package struct PreparedWorker {
  let connection: any WorkerConnection

  fileprivate init(_ connection: any WorkerConnection) { self.connection = connection }
}

extension WorkerConnection {
  /// Makes a benchmark or scenario ready to measure.
  package func prepare(
    _ name: String, _ parameters: ScenarioParameters = ScenarioParameters()
  ) async throws -> PreparedWorker {
    try await ask(Prepare(name, parameters))
    return PreparedWorker(self)
  }
}

extension PreparedWorker {
  /// Asks about what is ready, as ``WorkerConnection/ask(_:)`` does.
  @discardableResult
  package func ask<Asked: Question>(_ question: Asked) async throws -> Asked.Answer {
    try await connection.ask(question)
  }

  /// Where the motion of a scenario breaks most at 60 Hz; nil where nothing moves, and where the
  /// states of all views in all frames would not fit into an answer.
  package func largestJump(
    of traits: ScenarioTraits, on screen: ScreenSize
  ) async throws -> ViewJump? {
    let duration = Double(traits.duration.wholeNanoseconds)
    let grid = VsyncGrid(rate: .hz60)
    let instants = (0...traits.frameCount(at: .hz60)).map { Double(grid.vsync($0)) / duration }
      .filter { $0 <= 1 }
    let first = try await ask(InspectViews(at: [0]))
    // A frame of a large scene is a large answer.
    guard instants.count * (first.first?.count ?? 0) <= 20_000 else { return nil }
    return ViewJump.largest(
      in: try await ask(InspectViews(at: instants)), width: screen.width, height: screen.height)
  }
}
