import FrameSignposts
import HeadlessUI
import LayerKernels
import MotionKernels

/// Plays a transition frame by frame, with the views of a scene and decorative layers on both
/// pages.
///
/// A new stage has been ticked at time 0 and shows the state before the tap.
final class TransitionStage {
  let engine: Engine
  let window: Window

  /// The view that is on screen at the start; named `from` once the transition has begun.
  var from: View { scene.from.view }

  /// The view that is on screen at the end; named `to` once the transition has begun.
  ///
  /// Loads the view if nothing did before.
  var to: View { scene.to.view }

  /// The time from the start, or from the first touch, until the last completion has run, in
  /// seconds.
  let duration: Double

  /// Whether the transition is canceled, so that everything is as before at the end.
  let isCancelled: Bool

  private let scene: TransitionScene
  private let parameters: StageParameters

  /// The layers of the leaving and of the coming page; empty until the transition begins.
  private var pages: [PageLayers] = []

  /// The views on the leaving and on the coming page, which has none before its view is loaded;
  /// empty without a scene.
  private var contents: [PageContent] = []

  /// Turns the window into a display list in each frame, or nil without a scene.
  private let treeWalk: ViewTreeWalk?

  init(
    _ scene: TransitionScene, duration: Double, isCancelled: Bool = false,
    parameters: StageParameters
  ) {
    self.scene = scene
    self.duration = duration
    self.isCancelled = isCancelled
    self.parameters = parameters
    engine = scene.window.engine
    window = scene.window
    treeWalk = parameters.scene.map { _ in
      ViewTreeWalk(scene.window, variant: parameters.variant.treeWalk)
    }
    fill(scene.from)
    if scene.to.isViewLoaded { fill(scene.to) }
    engine.tick(at: 0)
    // The state before the tap has already been drawn.
    treeWalk?.update()
  }

  deinit {
    engine.invalidate()
  }
}

extension TransitionStage {
  /// Responds to a tap: starts the transition, loads and lays out what it shows, and starts the
  /// animations of the scene and of all decorative layers.
  ///
  /// Call it once, before or within the first frame.
  func begin() {
    precondition(pages.isEmpty, "A stage begins once")
    let commit = engine.signposter.beginInterval("commit")
    defer { engine.signposter.endInterval("commit", commit) }
    do { try scene.begin() } catch { preconditionFailure("The scene cannot begin: \(error)") }
    if contents.count == 1 { fill(scene.to) }
    for content in contents {
      content.layOutIfResized()
      content.animate(duration: duration)
    }
    let half = parameters.layers / 2
    pages = [(from, half), (to, parameters.layers - half)].map { page, count in
      PageLayers(page: page, count: count, duration: duration, variant: parameters.variant)
    }
    from.name = "from"
    to.name = "to"
    scene.afterTick()
  }

  /// Does all work of the frame that is shown at a time: the engine's tick, the walk through the
  /// views of the scene, then every decorative layer under the transform of its page.
  ///
  /// Allocates nothing in frames in which no animation is committed.
  ///
  /// - Parameter nanoseconds: The time since the transition's start.
  func advance(to nanoseconds: Int64) {
    let signposter = engine.signposter
    engine.tick(at: nanoseconds)
    scene.afterTick()
    signposter.withIntervalSignpost("layout") {
      for content in contents { content.layOutIfResized() }
    }
    if let treeWalk { signposter.withIntervalSignpost("tree walk") { treeWalk.update() } }
    signposter.withIntervalSignpost("layers") {
      for index in pages.indices { pages[index].evaluate(seconds: engine.now) }
    }
  }

  /// What the last frame draws, back to front; empty without a scene.
  var displayList: DisplayList? { treeWalk?.displayList }

  /// Puts the views of the scene on the page of a controller; loads its view.
  private func fill(_ controller: ViewController) {
    guard let shape = parameters.scene else { return }
    let index = contents.count
    contents.append(
      PageContent(
        controller.view, shape.page(index), seed: StageParameters.sceneSeed + UInt64(index)))
  }

  /// The number of decorative layers.
  var layerCount: Int { pages.reduce(0) { $0 + $1.count } }

  /// The corners of a decorative layer in the window, in points, as of the last frame.
  ///
  /// The layers of the `from` page come first.
  ///
  /// - Precondition: `index` is in 0..<``layerCount``.
  func layerQuad(at index: Int) -> Quad<Float> {
    let half = pages[0].count
    return index < half ? pages[0].quad(at: index) : pages[1].quad(at: index - half)
  }
}

extension TransitionStage: Stage {
  /// What every view shows at fractions of the duration, back to front; see
  /// ``Stage/states(at:of:)``.
  ///
  /// At 1, the animations have ended and their completions have run, but the transition's views are
  /// still in place.
  func states(at fractions: [Double]) -> [[ViewState]] { states(at: fractions, of: duration) }

  /// Finds what is wrong with how the stage moves; it must not have begun.
  func review() -> [SceneFinding] {
    // Names them before anything is compared, as beginning does.
    from.name = "from"
    if scene.to.isViewLoaded { to.name = "to" }
    return MotionReview.findings(
      in: window, lasting: duration, isCancelled: isCancelled, begin: begin,
      afterTick: scene.afterTick)
  }

  /// What every view shows now, back to front; includes `from` and `to` even when they are not in
  /// the window.
  func states() -> [ViewState] {
    let absent = [from, to].filter { !$0.isDescendant(of: window) }
    return absent.map(ViewState.init) + window.states().dropFirst()
  }

  func move(to nanoseconds: Int64) {
    engine.tick(at: nanoseconds)
    scene.afterTick()
  }

  func show(at nanoseconds: Int64) {
    engine.advance(to: nanoseconds)
    scene.afterTick()
  }
}

/// What a transition needs: a window, two controllers, and objects that must live as long.
struct TransitionScene {
  let window: Window

  /// The controller whose view is on screen at the start.
  let from: ViewController

  /// The controller whose view is on screen at the end.
  let to: ViewController

  /// Objects that the scene's views and controllers reference weakly.
  let owners: [AnyObject]

  /// Starts the transition, as the tap does.
  let begin: () throws -> Void

  /// Runs after each tick, for a scene that moves its views without a transition.
  var afterTick: () -> Void = {}
}

/// The parameters that a stage is built with.
struct StageParameters: Hashable, Sendable {
  /// The seed that all scenes are built from.
  static let sceneSeed: UInt64 = 20_261_122

  /// The number of decorative layers on both pages together.
  var layers: Int

  /// The views on the two pages, or nil for bare pages and no display list.
  var scene: SceneShape?

  /// The kernel that evaluates the decorative layers; it also determines the tree walk.
  var variant: LayerBatchVariant

  /// The size of the screen, in points.
  var screen: Size

  /// Creates parameters.
  ///
  /// - Precondition: `layers` is not negative.
  init(
    layers: Int = 200, scene: SceneShape? = nil, variant: LayerBatchVariant = .block,
    screen: Size = Size(width: 375, height: 667)
  ) {
    precondition(layers >= 0, "A stage cannot have \(layers) layers")
    self.layers = layers
    self.scene = scene
    self.variant = variant
    self.screen = screen
  }
}

extension LayerBatchVariant {
  /// The tree walk that belongs to a kernel: the fastest one, except that `struct`, code as people
  /// commonly write it, has its own.
  var treeWalk: TreeWalkVariant {
    switch self {
    case .struct: .struct
    case .simd, .block, .dispatch: .simd
    }
  }
}
