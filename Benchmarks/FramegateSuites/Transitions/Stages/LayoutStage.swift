import FrameSignposts
import HeadlessUI
import LayerKernels

/// A scenario whose work is layout: a sheet, a rotation or a list, on a scene.
enum LayoutScenario: String, CaseIterable, Sendable {
  /// A sheet comes up to its lowest detent.
  case sheetPresent = "transition.sheet.present"

  /// A finger drags a sheet from its lowest to its highest detent; every frame lays it out again.
  case sheetDrag = "transition.sheet.drag"

  /// The screen rotates by a quarter turn; every frame lays out the page for its current width.
  case rotation = "transition.rotation"

  /// The screen rotates by a quarter turn; the page is laid out once, and every view moves to its
  /// new frame.
  case rotationLaidOutOnce = "transition.rotation.laidOutOnce"

  /// A list is flung; cells that come onto the screen get new texts and are measured again.
  case feed = "scroll.feed"
}

extension LayoutScenario {
  /// The time until everything is at rest, in seconds.
  var duration: Double {
    switch self {
    case .sheetPresent: SystemDefaultAnimator.duration
    case .sheetDrag: Self.dragSeconds + 1.0 / 30 + SheetDelegate.settlingTime
    case .rotation, .rotationLaidOutOnce: Self.rotationSeconds
    case .feed: 1.5
    }
  }

  /// The time after which it moves so slowly that fewer frames per second are enough, in seconds,
  /// or nil if it is fast to its end.
  var isSlowAfter: Double? {
    switch self {
    case .sheetPresent, .rotation, .rotationLaidOutOnce: nil
    case .sheetDrag: Self.dragSeconds + 1.0 / 120
    // From here on, it moves at less than 500 points per second: 8 points per frame at 60 Hz.
    case .feed: 0.9
    }
  }

  static let dragSeconds = 0.5
  static let rotationSeconds = 0.4

  /// The distance of a fling after some seconds, in points: it starts at 3,000 points per second
  /// and slows down until it rests.
  static func flingDistance(after seconds: Double) -> Double {
    // The speed is a parabola in time: an exponential needs libm, which differs between systems.
    let left = max(1 - seconds / feed.duration, 0)
    return 3_000 * feed.duration / 3 * (1 - left * left * left)
  }
}

/// Plays a layout scenario frame by frame.
///
/// A new stage has been ticked at time 0 and shows the state before the touch.
final class LayoutStage {
  let engine = Engine()
  let window: Window

  private let scenario: LayoutScenario
  private let parameters: StageParameters
  private let page: ContentController
  private let sheet: ContentController
  private let sheetDelegate: SheetDelegate
  private var feed: Feed?
  private let treeWalk: ViewTreeWalk

  init(_ scenario: LayoutScenario, _ parameters: StageParameters) {
    self.scenario = scenario
    self.parameters = parameters
    window = Window(engine: engine, size: parameters.screen)
    page = ContentController(engine: engine, name: "page")
    sheet = ContentController(engine: engine, name: "sheet")
    sheetDelegate = SheetDelegate(sheet, detents: [.medium, .large])
    window.rootViewController = page
    treeWalk = ViewTreeWalk(window, variant: parameters.variant.treeWalk)
    prepare()
    engine.tick(at: 0)
    treeWalk.update()
  }

  deinit {
    engine.invalidate()
  }
}

extension LayoutStage {
  /// Does the work that follows the touch.
  func begin() {
    let commit = engine.signposter.beginInterval("commit")
    defer { engine.signposter.endInterval("commit", commit) }
    switch scenario {
    case .sheetPresent: present()
    case .sheetDrag:
      let screen = parameters.screen
      let x = 0.5 * screen.width
      // From the top of the sheet to the top of the screen.
      let start = Point(x: x, y: window.bounds.height - 0.95 * sheet.view.bounds.height)
      TouchScript.drag(
        from: start, to: Point(x: x, y: 0.05 * screen.height), seconds: LayoutScenario.dragSeconds
      ).send(to: window)
    case .rotation: rotate(layout: .everyFrame)
    case .rotationLaidOutOnce: rotate(layout: .once)
    case .feed: break
    }
    guard !isRotation else { return }
    page.content?.animate(duration: scenario.duration)
    sheet.content?.animate(duration: scenario.duration)
  }

  private var isRotation: Bool { scenario == .rotation || scenario == .rotationLaidOutOnce }

  private func rotate(layout: RotationLayout) {
    window.rotate(
      to: Size(width: parameters.screen.height, height: parameters.screen.width),
      duration: LayoutScenario.rotationSeconds, layout: layout)
  }

  /// Does all work of the frame that is shown at a time.
  ///
  /// - Parameter nanoseconds: The time since the touch.
  func advance(to nanoseconds: Int64) {
    engine.tick(at: nanoseconds)
    let signposter = engine.signposter
    if let feed {
      signposter.withIntervalSignpost("scroll") {
        feed.scroll(to: LayoutScenario.flingDistance(after: engine.now))
      }
    }
    signposter.withIntervalSignpost("tree walk") { treeWalk.update() }
  }

  /// What the last frame draws, back to front.
  var displayList: DisplayList { treeWalk.displayList }

  /// Builds the state before the touch.
  private func prepare() {
    guard scenario != .feed else {
      let feed = Feed(engine: engine, shape: parameters.scene ?? .light, frame: window.bounds)
      page.view.addSubview(feed)
      feed.scroll(to: 0)
      self.feed = feed
      return
    }
    fill(page, fit: .scrolls)
    guard scenario == .sheetDrag else { return }
    engine.start(at: -4_000_000_000) { try page.presentOrThrow(sheet, animated: true) }
    fill(sheet, fit: .fills)
    engine.tick(at: -1_000_000_000)
  }

  /// Presents the sheet; it is built and laid out in the commit.
  private func present() {
    do { try page.presentOrThrow(sheet, animated: true) } catch {
      preconditionFailure("The sheet cannot be presented: \(error)")
    }
    fill(sheet, fit: .fills)
  }

  /// Puts half of the scene's views on a page; the page below gets the first half.
  private func fill(_ controller: ContentController, fit: PageContent.Fit) {
    guard let shape = parameters.scene else { return }
    let index = controller === page ? 0 : 1
    controller.fill(
      shape.page(index), seed: StageParameters.sceneSeed + UInt64(index), fit: fit)
  }

  var selectedDetent: Detent { sheetDelegate.selected }
  var pageView: View { page.view }
  var sheetView: View { sheet.view }
}

extension LayoutStage: Stage {
  /// What every view shows at fractions of the duration, back to front.
  func states(at fractions: [Double]) -> [[ViewState]] {
    states(at: fractions, of: scenario.duration)
  }

  /// Finds what is wrong with how the stage moves; it must not have begun.
  func review() -> [SceneFinding] {
    let findings = MotionReview.findings(in: window, lasting: scenario.duration, begin: begin) {
      feed?.scroll(to: LayoutScenario.flingDistance(after: engine.now))
    }
    guard feed != nil else { return findings }
    // Jumps are fine here: a cell that leaves at the top returns at the bottom as another row.
    return findings.filter { if case .jump = $0 { false } else { true } }
  }

  func states() -> [ViewState] { Array(window.states().dropFirst()) }

  func move(to nanoseconds: Int64) { advance(to: nanoseconds) }
}
