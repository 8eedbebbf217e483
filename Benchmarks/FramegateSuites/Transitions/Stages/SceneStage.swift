import HeadlessUI
import LayerKernels

/// A scene on a single page without a transition, to measure the parts of a frame separately.
///
/// A new stage has been ticked and walked once, and its animations are running.
final class SceneStage {
  /// The time after which the animations start again in the other direction, in seconds.
  private static let period = 10.0

  /// The number of frames per second.
  private static let rate: Int64 = 120

  let engine = Engine()
  let window: Window

  private let content: PageContent
  private let treeWalk: ViewTreeWalk
  private let page: View
  private var frame: Int64 = 0
  private var isNarrow = false

  /// Creates a stage of the size of a standard screen.
  init(_ shape: SceneShape, variant: TreeWalkVariant) {
    window = Window(engine: engine, size: StageParameters().screen)
    page = View(engine: engine, name: "page", frame: window.bounds)
    window.addSubview(page)
    let whole = PageShape(
      views: shape.views, depth: shape.depth, animated: shape.animated, labels: shape.labels)
    content = PageContent(page, whole, seed: StageParameters.sceneSeed)
    treeWalk = ViewTreeWalk(window, variant: variant)
    tick()
    walk()
  }

  deinit {
    engine.invalidate()
  }
}

extension SceneStage {
  /// The engine's part of a frame: time, animations and completions.
  ///
  /// Starts the animations again every ten seconds.
  func tick() {
    let period = Int64(Self.period) * Self.rate
    engine.tick(at: frame * 1_000_000_000 / Self.rate)
    if frame % period == 0 { content.animate(duration: Self.period) }
    frame += 1
  }

  /// The scene's part of a frame: from the presentation values to the display list.
  func walk() {
    treeWalk.update()
  }

  /// Lays out everything for another width, as a rotation does; alternates between two widths.
  func layOut() {
    isNarrow.toggle()
    let width = window.bounds.width
    page.bounds.size.width = isNarrow ? 0.75 * width : width
    content.layOut()
  }

  /// The result of the last walk.
  var displayList: DisplayList { treeWalk.displayList }

  /// The number of views, including the page and the window.
  var viewCount: Int { treeWalk.count }
}
