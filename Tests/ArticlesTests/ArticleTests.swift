import Foundation
import HeadlessUI
import Testing

@testable import Articles

/// The articles' transitions, as a client writes them, show what was computed apart from the engine
/// (`Vectors/values.py`), at 24 instants each.
@Suite("Articles")
struct ArticleTests {
  /// The largest deviation, in points and in units of opacity and scale.
  static let tolerance = 1e-11

  /// What one leg shows.
  struct Leg: Decodable, Sendable {
    let nanoseconds: [Int64]
    let values: [String: [Double]]

    /// The times at which the finger is sampled, and how far it is from where its gesture begins.
    let finger: [[Double]]?
    let release: Int64?

    /// A tick between the release and the next instant.
    let tick: Int64?
  }

  static let legs: [String: Leg] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Vectors/values.json")
    do {
      return try JSONDecoder().decode([String: Leg].self, from: Data(contentsOf: file))
    } catch {
      preconditionFailure("The table cannot be read: \(error)")
    }
  }()

  @Test("At 24 instants of every leg", arguments: legs.keys.sorted())
  func leg(name: String) throws {
    let leg = try #require(Self.legs[name])
    let scene = try ArticleScene(name)
    #expect(leg.nanoseconds.count == 24)
    // The scene is at rest by then.
    let start: Int64 = 8_000_000_000
    scene.engine.tick(at: start)
    if leg.finger == nil { try scene.begin() }
    var touches = (leg.finger ?? []).enumerated().map { index, sample in
      Touch(
        index == 0 ? .began : .moved, at: scene.point(sample[1]),
        nanoseconds: start + Int64(sample[0]))
    }
    if let release = leg.release, let last = touches.last {
      touches.append(Touch(.ended, at: last.location, nanoseconds: start + release))
    }
    let others = touches.map(\.nanoseconds) + [leg.tick].compactMap { $0.map { start + $0 } }
    for touch in touches { scene.window.send(touch) }
    let instants = leg.nanoseconds.map { start + $0 }
    for time in Set(instants + others).sorted() {
      scene.engine.tick(at: time)
      guard let index = instants.firstIndex(of: time) else { continue }
      for (quantity, values) in leg.values {
        let shown = try scene.value(quantity)
        #expect(
          abs(shown - values[index]) <= Self.tolerance,
          "\(quantity) is \(shown), not \(values[index]), at instant \(index)")
      }
    }
    scene.engine.tick(at: start + 4_000_000_000)
    scene.engine.tick(at: start + 6_000_000_000)
    #expect(!scene.engine.hasTransitions)
    #expect(scene.engine.diagnostics.isEmpty, "\(scene.engine.diagnostics)")
    // The view that leads on is on screen, and nothing is left behind.
    let top = scene.expectedOnScreen.view.top(in: scene.window)
    #expect(scene.window.subviews.contains { $0 === top })
    #expect(scene.page.view.presentation.transform == scene.expectedTransform)
  }

  @Test("The music card decides the status bar's style while it is up, also through a failed pull")
  func statusBar() throws {
    let scene = try ArticleScene("004.cancel")
    #expect(scene.window.statusBarStyle == .lightContent)
    TouchScript.drag(
      from: Point(x: 100, y: 200), to: Point(x: 100, y: 300), seconds: 0.2
    ).touches.forEach {
      var touch = $0
      touch.nanoseconds += 8_000_000_000
      scene.window.send(touch)
    }
    scene.engine.tick(at: 8_150_000_000)
    #expect(scene.engine.hasTransitions)
    #expect(scene.window.statusBarStyle == .default)
    for tick in 1...200 { scene.engine.tick(at: 8_150_000_000 + Int64(tick) * 16_000_000) }
    #expect(!scene.engine.hasTransitions)
    #expect(scene.window.statusBarStyle == .lightContent)
    #expect(scene.engine.diagnostics.isEmpty)
  }

  @Test("The article's remedy, a property animator, is pulled, and ends with either release")
  func remedy() throws {
    for fraction in [0.2, 0.4] {
      let scene = try ArticleScene("004.cancel")
      final class Remedy: TransitioningDelegate {
        let pull: PullDownInteraction
        init(_ card: ViewController) {
          pull = PullDownInteraction(engine: card.engine)
          pull.install(on: card)
        }
        func animationController(
          forDismissed dismissed: ViewController
        ) -> (any AnimatedTransitioning)? { NowPlayingPropertyAnimator() }
        func interactionControllerForDismissal(
          using animator: any AnimatedTransitioning
        ) -> (any InteractiveTransitioning)? { pull.isInteracting ? pull : nil }
      }
      for pan in scene.sheet.view.gestureRecognizers {
        scene.sheet.view.removeGestureRecognizer(pan)
      }
      let remedy = Remedy(scene.sheet)
      scene.sheet.transitioningDelegate = remedy
      let script = TouchScript.drag(
        from: Point(x: 100, y: 50), to: Point(x: 100, y: 50 + 639 * fraction), seconds: 0.2)
      for var touch in script.touches {
        touch.nanoseconds += 8_000_000_000
        scene.window.send(touch)
      }
      for tick in 0...200 { scene.engine.tick(at: 8_000_000_000 + Int64(tick) * 16_000_000) }
      #expect(!scene.engine.hasTransitions)
      #expect((scene.page.presentedViewController == nil) == (fraction > 0.28))
      #expect(scene.engine.diagnostics.isEmpty)
    }
  }

  @Test("A photo that arrives while it flies is shown, in the flight's end and in the browser")
  func photoArrives() throws {
    let scene = try ArticleScene("002.present")
    let list = try #require(scene.page as? PhotoListViewController)
    scene.engine.tick(at: 8_000_000_000)
    let late = Image(name: "late", size: Size(width: 400, height: 400))
    list.load(late, at: 4, after: 0.3)
    try scene.begin()
    scene.engine.tick(at: 8_100_000_000)
    let browser = try #require(scene.page.presentedViewController as? PhotoBrowserViewController)
    #expect(browser.imageView.image?.name == "photo")
    scene.engine.tick(at: 9_000_000_000)
    #expect(browser.imageView.image == late)
    #expect(browser.imageView.frame == Rect(x: 0, y: 146, width: 375, height: 375))
    #expect(browser.view.alpha == 1)
    #expect(scene.engine.diagnostics.isEmpty)
  }
}

extension View {
  /// The view at the top of the window that this one is in; itself there.
  fileprivate func top(in window: Window) -> View {
    var view = self
    while let next = view.superview, next !== window { view = next }
    return view
  }
}
