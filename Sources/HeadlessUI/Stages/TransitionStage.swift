public import MotionKernels

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

  /// What a stage without controllers does to its views in each tick.
  var afterTick: (() -> Void)?

  private var fromLayers: PageLayers
  private var toLayers: PageLayers

  init(
    window: Window, from: ViewController, to: ViewController, duration: Double,
    owners: [AnyObject], parameters: StageParameters
  ) {
    let half = parameters.layers / 2
    fromLayers = PageLayers(
      page: from.view, count: half, duration: duration, variant: parameters.variant)
    toLayers = PageLayers(
      page: to.view, count: parameters.layers - half, duration: duration,
      variant: parameters.variant)
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
  /// One frame's whole work, for the frame that is shown at a time: the engine's tick with all its
  /// sampling, then every decorative layer under the transform of its page.
  ///
  /// Allocates nothing in frames in which no animation is committed.
  ///
  /// - Parameter nanoseconds: Counted from the transition's start.
  public func advance(to nanoseconds: Int64) {
    engine.tick(at: nanoseconds)
    afterTick?()
    fromLayers.evaluate(seconds: engine.now)
    toLayers.evaluate(seconds: engine.now)
  }

  /// How many decorative layers there are.
  public var layerCount: Int { fromLayers.count + toLayers.count }

  /// The corners of a decorative layer in the window, in points, as of the last frame.
  ///
  /// The layers of the `from` page come first.
  ///
  /// - Precondition: `index` lies in 0..<``layerCount``.
  public func layerQuad(at index: Int) -> Quad<Float> {
    index < fromLayers.count
      ? fromLayers.quad(at: index) : toLayers.quad(at: index - fromLayers.count)
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
    afterTick?()
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

  /// Which kernel evaluates the decorative layers.
  public var variant: LayerBatchVariant

  /// The size of the screen, in points.
  public var screen: Size

  /// Creates parameters.
  ///
  /// - Precondition: `layers` is not negative.
  public init(
    layers: Int = 200, variant: LayerBatchVariant = .block,
    screen: Size = Size(width: 375, height: 667)
  ) {
    precondition(layers >= 0, "A stage cannot have \(layers) layers")
    (self.layers, self.variant, self.screen) = (layers, variant, screen)
  }
}
