import BenchmarkModel
import FrameTiming
import HeadlessUI

/// Plays a scene at 60 Hz, without its pixels, and finds what is wrong with how it moves.
struct MotionReview {
  /// The shortest movement that is called a jump, in points.
  private static let shortestJump = 20.0

  /// The least ratio of a jump to the movements before and after it.
  private static let leastContrast = 4.0

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
    var moments = [stage.window.snapshots()]
    stage.begin()
    var index = 1
    while grid.vsync(index) <= duration.wholeNanoseconds {
      stage.advance(to: grid.vsync(index))
      moments.append(stage.window.snapshots())
      index += 1
    }
    let end = duration.wholeNanoseconds + Int64(patience * 1e9)
    while grid.vsync(index) <= end {
      stage.advance(to: grid.vsync(index))
      index += 1
    }
    var findings = jumps(moments, on: stage.window.bounds)
    for case .transitionStuck(let transition) in stage.engine.diagnostics {
      findings.append(.neverCompletes(transition: transition))
    }
    // What never completes restores nothing; one finding says it.
    if isCancelled, !stage.engine.hasTransitions {
      findings += differences(moments[0], stage.window.snapshots())
    }
    return findings
  }

  /// Every jump of a view that two frames in a row show.
  ///
  /// - Parameters:
  ///   - moments: The views of each frame.
  ///   - screen: What can be seen: a cell that is used again below the edge does not jump.
  /// - Returns: The jumps, in the order of time.
  static func jumps(_ moments: [[ViewSnapshot]], on screen: Rect) -> [SceneFinding] {
    var findings: [SceneFinding] = []
    let steps = zip(moments, moments.dropFirst()).map { movements($0, $1, on: screen) }
    for (index, step) in steps.enumerated() {
      for (name, points) in step.sorted(by: { $0.key < $1.key }) {
        let neighbors = [index - 1, index + 1].filter(steps.indices.contains)
          .compactMap { steps[$0][name] }
        let usual = neighbors.max() ?? 0
        if points >= shortestJump, points > leastContrast * usual {
          let time = Double(VsyncGrid(rate: rate).vsync(index + 1)) / 1e9
          findings.append(.jump(view: name, points: points, seconds: time))
        }
      }
    }
    return findings
  }

  /// How far the farthest corner of each view moves from one moment to the next, in points.
  private static func movements(
    _ before: [ViewSnapshot], _ after: [ViewSnapshot], on screen: Rect
  ) -> [String: Double] {
    let old = Dictionary(before.map { ($0.name, $0) }) { first, _ in first }
    var movements: [String: Double] = [:]
    for view in after where view.opacity > 0 {
      guard let last = old[view.name], last.opacity > 0, let from = last.corners,
        let to = view.corners, touches(screen, from, last), touches(screen, to, view)
      else { continue }
      movements[view.name] = zip(from, to).map { ($1 - $0).length }.max()
    }
    return movements
  }

  /// Whether a view has an area, and the smallest rectangle around its corners meets the screen or
  /// its edge.
  private static func touches(_ screen: Rect, _ corners: [Point], _ view: ViewSnapshot) -> Bool {
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    guard view.size.width > 0, view.size.height > 0, let left = x.min(), let right = x.max(),
      let top = y.min(), let bottom = y.max()
    else { return false }
    return left <= screen.width && top <= screen.height && right >= 0 && bottom >= 0
  }

  /// What a canceled transition did not restore.
  private static func differences(
    _ before: [ViewSnapshot], _ after: [ViewSnapshot]
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
      let (old, new) = (view.frame.numbers, now.frame.numbers)
      if zip(old, new).contains(where: { abs($0 - $1) > tolerance }) {
        findings.append(
          .notRestored(view: view.name, property: .frame, before: old, after: new))
      }
    }
    return findings
  }
}

extension Rect {
  fileprivate var numbers: [Double] { [minX, minY, width, height] }
}
