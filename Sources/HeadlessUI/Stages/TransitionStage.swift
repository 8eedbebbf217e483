/// A transition that is ready to be played: a window, two pages and what moves them.
///
/// The transition begins at time 0, which has been ticked when the stage is handed over.
public final class TransitionStage {
  public let engine: Engine
  public let window: Window

  /// The view that is on screen at the start; named `from`.
  public let from: View

  /// The view that will be on screen at the end; named `to`.
  public let to: View

  /// Seconds from the start, or from the first touch, to the last completion.
  public let duration: Double

  /// Delegates, which controllers hold weakly.
  private let owners: [AnyObject]

  init(
    window: Window, from: ViewController, to: ViewController, duration: Double,
    owners: [AnyObject] = []
  ) {
    self.engine = window.engine
    self.window = window
    (self.from, self.to) = (from.view, to.view)
    self.duration = duration
    self.owners = owners
    self.from.name = "from"
    self.to.name = "to"
  }

  deinit {
    engine.invalidate()
  }
}

extension TransitionStage {
  /// One frame's whole work, for the frame that is shown at a time.
  ///
  /// - Parameter nanoseconds: Counted from the transition's start.
  public func advance(to nanoseconds: Int64) {
    engine.tick(at: nanoseconds)
  }

  /// What every view shows at a fraction of the duration, back to front; `from` and `to` always.
  ///
  /// Ticks 120 times a second up to that time; 1 shows the tick at which the animations have ended and
  /// their completions have run, before the transition is taken down. Call it once per stage.
  public func snapshots(atFraction fraction: Double) -> [ViewSnapshot] {
    let end = Int64((fraction.clampedToUnit * duration * 1e9).rounded())
    var vsync: Int64 = 1
    while Self.vsync(vsync) < end {
      engine.tick(at: Self.vsync(vsync))
      vsync += 1
    }
    if end > 0 { engine.advance(to: end) }
    return snapshots()
  }

  /// What every view shows now, back to front; `from` and `to` also when they are in no window.
  public func snapshots() -> [ViewSnapshot] {
    let absent = [from, to].filter { !$0.isDescendant(of: window) }
    return absent.map(ViewSnapshot.init) + window.snapshots().dropFirst()
  }

  private static func vsync(_ index: Int64) -> Int64 {
    (2 * index * 1_000_000_000 + 120) / 240
  }
}

/// What a stage is built for.
public struct StageParameters: Hashable, Sendable {
  /// How many decorative layers the two pages have together.
  public var layers: Int

  /// The size of the screen, in points.
  public var screen: Size

  /// Creates parameters.
  public init(layers: Int = 200, screen: Size = Size(width: 375, height: 667)) {
    (self.layers, self.screen) = (layers, screen)
  }
}
