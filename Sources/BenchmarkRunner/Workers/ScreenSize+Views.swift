package import BenchmarkModel
package import FrameModel
package import FrameTiming

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
