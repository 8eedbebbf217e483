import BenchmarkModel
import FrameTiming
import HeadlessUI

/// A scene that shows a mistake: a window, and the work of each frame.
class BugStage: Stage {
  /// Pixels per point, as on most phones.
  static let scale = 3.0

  let engine: Engine
  let window: Window

  /// Creates a scene with an empty window, at time 0.
  init(_ engine: Engine, _ screen: ScreenSize) {
    self.engine = engine
    window = Window(engine: engine, size: Size(width: screen.width, height: screen.height))
    engine.tick(at: 0)
  }

  deinit {
    engine.invalidate()
  }

  /// Does the work that follows the tap, inside the first frame.
  func begin() {}

  /// Changes the views as the app does in a frame, after the engine's tick.
  func update() {}

  /// Makes the pixels that the app makes in a frame; changes no view.
  func draw() {}

  final func states() -> [ViewState] { window.states() }

  /// Moves the views to where they are at a time, without making pixels.
  final func move(to nanoseconds: Int64) {
    engine.tick(at: nanoseconds)
    update()
  }

  /// Does all work of the frame that is shown at a time.
  final func render(at nanoseconds: Int64) {
    move(to: nanoseconds)
    draw()
  }

  /// Finds what is wrong with how the scene moves; the scene must not have begun.
  final func review(lasting duration: Duration, isCancelled: Bool) -> [SceneFinding] {
    MotionReview.findings(
      in: window, lasting: duration / .seconds(1), isCancelled: isCancelled, begin: begin,
      afterTick: update)
  }

  /// Begins the scene, and renders all frames at 120 Hz up to a time.
  final func play(until end: Duration) {
    begin()
    let grid = VsyncGrid(rate: .hz120)
    var index = 1
    while grid.vsync(index) <= end.wholeNanoseconds {
      render(at: grid.vsync(index))
      index += 1
    }
  }
}
