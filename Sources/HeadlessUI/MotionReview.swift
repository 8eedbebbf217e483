import FrameTiming

/// Plays a scene at 60 Hz without drawing it, and finds what is wrong with its motion.
///
///     Scenario(inspect: { … }, review: {
///       let scene = CardScene()
///       return try MotionReview.findings(in: scene.window, lasting: 0.7) {
///         try scene.card.dismissOrThrow(animated: true)
///       }
///     }, frame: { … })
///
/// It finds views that jump, transitions that never complete, views that a cancel does not restore,
/// and whatever else the engine reports meanwhile.
public enum MotionReview {
  /// The seconds after the scene within which every transition must end: long enough for the engine
  /// to report a transition that nothing has moved for a second.
  static let patience = 1.5

  /// The vsyncs at which a scene is played.
  private static let grid = VsyncGrid(rate: .hz60)

  /// Plays a scene for its duration and 1.5 seconds longer, and returns what is wrong with it.
  ///
  /// - Parameters:
  ///   - window: What is on screen, before the scene begins; its engine has not been ticked later
  ///     than at 0. Views are told apart by their names.
  ///   - seconds: How long the scene moves, at most an hour.
  ///   - isCancelled: Whether everything must be as before at the end.
  ///   - begin: Does what follows the tap, such as presenting a controller or sending touches.
  ///   - afterTick: What the app does in every frame, if it moves views without the engine.
  /// - Returns: First the jumps in the order of time, then the engine's reports in their order,
  ///   then what a cancel did not restore.
  public static func findings(
    in window: Window, lasting seconds: Double, isCancelled: Bool = false,
    begin: () throws -> Void, afterTick: () -> Void = {}
  ) rethrows -> [SceneFinding] {
    let engine = window.engine
    if engine.tickIndex == 0 { engine.tick(at: 0) }
    let reportedBefore = engine.diagnostics.count
    // Without the first state, which is the window's.
    var moments = [Array(window.states().dropFirst())]
    let screen = window.bounds.size
    try begin()
    var index = 1
    let end = Int64((clamped(seconds) * 1e9).rounded())
    while grid.vsync(index) <= end + Int64(patience * 1e9) {
      engine.tick(at: grid.vsync(index))
      afterTick()
      if grid.vsync(index) <= end { moments.append(Array(window.states().dropFirst())) }
      index += 1
    }
    var findings = ViewJump.mistakes(
      in: moments, width: max(screen.width, window.bounds.width),
      height: max(screen.height, window.bounds.height))
    for diagnostic in engine.diagnostics.dropFirst(reportedBefore) {
      if case .transitionStuck(let transition) = diagnostic {
        findings.append(.neverCompletes(transition: transition))
      } else {
        findings.append(.reported(diagnostic.description))
      }
    }
    // A transition that never completes restores nothing, and already has a finding.
    if isCancelled, !engine.hasTransitions {
      findings += differences(moments[0], Array(window.states().dropFirst()))
    }
    return findings
  }

  /// The states of all views at fractions of a scene's duration, back to front, for the `inspect`
  /// of a scenario.
  ///
  /// The window must have been ticked at time 0. The fractions are within 0…1, in any order. At 1,
  /// completed transitions have not been taken down yet.
  public static func states(
    in window: Window, at fractions: [Double], lasting seconds: Double, begin: () throws -> Void,
    afterTick: () -> Void = {}
  ) rethrows -> [[ViewState]] {
    try begin()
    let engine = window.engine
    return states(at: fractions, of: clamped(seconds), grid: grid) {
      engine.tick(at: $0)
      afterTick()
    } show: {
      engine.advance(to: $0)
      afterTick()
    } states: {
      window.states()
    }
  }

  /// What every view of a scene that has begun shows at fractions of its duration in seconds.
  ///
  /// Plays the scene once: `move` does what each vsync of the grid does, and `show` does so at the
  /// times of the fractions.
  package static func states(
    at fractions: [Double], of seconds: Double, grid: VsyncGrid, move: (Int64) -> Void,
    show: (Int64) -> Void, states: () -> [ViewState]
  ) -> [[ViewState]] {
    let times = fractions.map { Int64(($0.clampedToUnit * seconds * 1e9).rounded()) }
    var index = 1
    var shown: [Int64: [ViewState]] = [:]
    for time in Set(times).sorted() {
      while grid.vsync(index) < time {
        move(grid.vsync(index))
        index += 1
      }
      if grid.vsync(index) == time { index += 1 }
      if time > 0 { show(time) }
      shown[time] = states()
    }
    return times.map { shown[$0] ?? [] }
  }

  /// The duration of a scene in seconds, 0…3,600; one that is not a number counts as 0.
  private static func clamped(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 3_600) : 0 }

  /// Which views are gone or new, and what opacities, frames and visibility of the others differ in.
  ///
  /// Views that share a name are matched in order, as for jumps. If there are more or fewer of them
  /// than before, none of them is compared.
  private static func differences(
    _ before: [ViewState], _ after: [ViewState]
  ) -> [SceneFinding] {
    let tolerance = 1e-6
    let old = Dictionary(grouping: before, by: \.name)
    let new = Dictionary(grouping: after, by: \.name)
    var places: [String: Int] = [:]
    var findings: [SceneFinding] = []
    var names: Set<String> = []
    for name in (before + after).map(\.name) where names.insert(name).inserted {
      let counts = [old[name]?.count ?? 0, new[name]?.count ?? 0].map(Double.init)
      guard counts[0] != counts[1] else { continue }
      findings.append(
        .notRestored(view: name, property: .count, before: [counts[0]], after: [counts[1]]))
    }
    for view in before {
      let place = places[view.name, default: 0]
      places[view.name] = place + 1
      guard let shown = new[view.name], shown.count == old[view.name]?.count else { continue }
      let now = shown[place]
      let properties: [(SceneFinding.Property, [Double], [Double])] = [
        (.alpha, [view.alpha], [now.alpha]), (.frame, view.frame, now.frame),
        (.isHidden, [view.hidden], [now.hidden]),
      ]
      for (property, old, new) in properties
      where zip(old, new).contains(where: { abs($0 - $1) > tolerance }) {
        findings.append(
          .notRestored(view: view.name, property: property, before: old, after: new))
      }
    }
    return findings
  }
}

extension ViewState {
  /// 1 for a view that is hidden, otherwise 0.
  fileprivate var hidden: Double { look?.isHidden == true ? 1 : 0 }
}
