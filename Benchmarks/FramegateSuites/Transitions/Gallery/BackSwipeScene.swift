import HeadlessUI

extension GalleryTransition {
  /// The default pop, driven by the built-in swipe; after the release, it continues at the finger's
  /// rate.
  static let backSwipe = DismissalDrag(releases: (finish: 0.6, cancel: 0.3)) { screen in
    (Point(x: 16, y: screen.height / 2), Point(x: screen.width, y: 0))
  } runAfterRelease: { isFinishing, unplayed in
    // During the drag, the finger covered `1 - unplayed` if it finishes, `unplayed` if it cancels.
    unplayed / (isFinishing ? 1 - unplayed : unplayed) * DismissalDrag.seconds
  }.entries("backSwipe", isSlowAfterRelease: true) { screen, script in
    let engine = Engine()
    let window = Window(engine: engine, size: screen)
    let root = ViewController(engine: engine, name: "root")
    let page = ViewController(engine: engine, name: "page")
    let navigation = NavigationController(engine: engine, name: "navigation", root: root)
    window.rootViewController = navigation
    engine.start(at: -1_000_000_000) {
      try navigation.pushOrThrow(page, animated: false)
    }
    return TransitionScene(
      window: window, from: page, to: root, owners: [navigation], begin: { script.send(to: window) }
    )
  }
}
