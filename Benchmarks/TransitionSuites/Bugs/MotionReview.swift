import BenchmarkModel
import FrameTiming
import HeadlessUI

/// Plays a scene at 60 Hz, without its pixels, and finds what is wrong with how it moves.
struct MotionReview {
  /// The smallest excess of a ``ViewJump`` that is a mistake, in points.
  static let shortestJump = 20.0

  /// Seconds after the last frame by which every transition must be over.
  ///
  /// The engine reports one that nothing has moved for a second.
  private static let patience = 1.5

  private static let rate = RefreshRate.hz60

  /// Plays `stage`, which has not begun, for its duration and a while longer.
  ///
  /// - Parameters:
  ///   - stage: The scene; views are told apart by their names.
  ///   - duration: How long it moves.
  ///   - isCancelled: Whether everything must be as before at the end.
  /// - Returns: What is wrong, in the order of time.
  static func findings(
    of stage: BugStage, lasting duration: Duration, isCancelled: Bool
  ) -> [SceneFinding] {
    let grid = VsyncGrid(rate: rate)
    var moments = [stage.states()]
    stage.begin()
    var index = 1
    while grid.vsync(index) <= duration.wholeNanoseconds {
      stage.move(to: grid.vsync(index))
      moments.append(stage.states())
      index += 1
    }
    let end = duration.wholeNanoseconds + Int64(patience * 1e9)
    while grid.vsync(index) <= end {
      stage.move(to: grid.vsync(index))
      index += 1
    }
    var findings = jumps(moments, on: stage.window.bounds)
    for case .transitionStuck(let transition) in stage.engine.diagnostics {
      findings.append(.neverCompletes(transition: transition))
    }
    // What never completes restores nothing; one finding says it.
    if isCancelled, !stage.engine.hasTransitions {
      findings += differences(moments[0], stage.states())
    }
    return findings
  }

  /// The jumps that anyone sees, in the order of time.
  ///
  /// - Parameters:
  ///   - moments: The views of each frame.
  ///   - screen: What can be seen.
  /// - Returns: Jumps by at least ``shortestJump``.
  static func jumps(_ moments: [[ViewState]], on screen: Rect) -> [SceneFinding] {
    ViewJump.all(in: moments, width: screen.width, height: screen.height)
      .filter { $0.excess >= shortestJump }
      .map {
        let time = Double(VsyncGrid(rate: rate).vsync($0.frame)) / 1e9
        return .jump(view: $0.view, points: $0.distance, seconds: time)
      }
  }

  /// What a canceled transition did not restore.
  private static func differences(
    _ before: [ViewState], _ after: [ViewState]
  ) -> [SceneFinding] {
    let tolerance = 1e-6
    let shown = Dictionary(after.map { ($0.name, $0) }) { first, _ in first }
    var findings: [SceneFinding] = []
    for view in before {
      guard let now = shown[view.name] else { continue }
      if abs(view.alpha - now.alpha) > tolerance {
        findings.append(
          .notRestored(
            view: view.name, property: .alpha, before: [view.alpha], after: [now.alpha]))
      }
      if zip(view.frame, now.frame).contains(where: { abs($0 - $1) > tolerance }) {
        findings.append(
          .notRestored(
            view: view.name, property: .frame, before: view.frame, after: now.frame))
      }
    }
    return findings
  }
}
