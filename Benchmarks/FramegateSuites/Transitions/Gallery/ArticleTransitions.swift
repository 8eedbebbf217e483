import Articles
import HeadlessUI

// The transitions of the five articles, exactly as they are written there.
extension GalleryTransition {
  static let topDrop = modal("topDrop", duration: 0.5) { Article.topDrop($0) }

  static let insetPresentation = modal("insetPresentation", duration: 0.5) {
    Article.insetPresentation($0)
  }

  static let sideSlide = modal(
    "sideSlide", duration: 0.5,
    drag: DismissalDrag(releases: (finish: 0.6, cancel: 0.3)) { screen in
      (Point(x: 0.2 * screen.width, y: screen.height / 2), Point(x: screen.width, y: 0))
    } runAfterRelease: { _, _ in
      0.2
    }
  ) {
    Article.sideSlide($0)
  }

  static let shrinkTab = [
    GalleryTransition("shrinkTab.switch", duration: 0.5) { screen in
      let engine = Engine()
      let window = Window(engine: engine, size: screen)
      let pages = ["first", "second"].map { ViewController(engine: engine, name: $0) }
      let delegate = Article.shrinkTransition()
      let tabs: TabBarController
      do {
        tabs = try TabBarController(engine: engine, name: "tabs", viewControllers: pages)
      } catch {
        preconditionFailure("The scene cannot be built: \(error)")
      }
      tabs.delegate = delegate
      window.rootViewController = tabs
      return TransitionScene(
        window: window, from: pages[0], to: pages[1], owners: [delegate, tabs],
        begin: { try tabs.select(1) })
    }
  ]

  static let photoBrowser = modal("photoBrowser", duration: 0.6) { engine in
    let photo = Image(name: "photo", size: Size(width: 800, height: 600))
    let photos = Article.photoBrowser(
      engine, [Image](repeating: photo, count: 9), opening: 4)
    return Article.Modal(page: photos.list, modal: photos.browser)
  }

  static let cartFold = modal(
    "cartFold", duration: 0.5,
    drag: DismissalDrag(releases: (finish: 0.6, cancel: 0.3)) { screen in
      (Point(x: screen.width / 2, y: screen.height / 2), Point(x: 0, y: 200))
    } runAfterRelease: { isFinishing, _ in
      isFinishing ? 0.5 : 0.25
    }
  ) {
    Article.cartFold($0)
  }

  static let edgeSwipeCard =
    modal(
      "edgeSwipeCard", duration: 0.7,
      drag: DismissalDrag(releases: (finish: 0.4, cancel: 0.2)) { screen in
        (Point(x: 16, y: screen.height / 2), Point(x: screen.width, y: 0))
      } runAfterRelease: { _, unplayed in
        unplayed * 0.7
      }
    ) { Article.edgeSwipeCard($0) } + CardPull.entries

  static let musicCard = modal(
    "musicCard", duration: 0.48,
    drag: DismissalDrag(releases: (finish: 0.4, cancel: 0.2)) { screen in
      (Point(x: screen.width / 2, y: 0.2 * screen.height), Point(x: 0, y: screen.height - 28))
    } runAfterRelease: { _, unplayed in
      unplayed * 0.48
    }
  ) {
    Article.musicCard($0)
  }
}
