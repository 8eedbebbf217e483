import Articles
import HeadlessUI

/// Makes the survey's corner transition interactive, which the survey leaves to the reader; the
/// container references this object weakly, so keep it.
final class CornerPushDelegate: NavigationControllerDelegate {
  private let transition = Article.cornerTransition()

  /// Drives the next pop; set it only while a gesture is in progress.
  var interaction: PercentDrivenInteractiveTransition?

  /// Drives pops while a finger drags; nil until a pan is installed.
  private(set) var pan: PanInteraction?

  /// Lets a pan to the right across a container pop; the pop finishes if the finger is released
  /// beyond half of the width.
  func installPan(on navigation: NavigationController) {
    let pan = PanInteraction(
      engine: navigation.engine, threshold: 0.5,
      fraction: { [weak navigation] pan in
        let content = navigation?.contentView
        return pan.translation(in: content).x.fraction(of: content?.bounds.width ?? 0)
      },
      begin: { [weak navigation] in try navigation?.popOrThrow(animated: true) })
    // Eased, as on the platform by default, but a faster finger completes the rest faster.
    pan.slowestCompletionSpeed = 1
    self.pan = pan
    navigation.view.addGestureRecognizer(
      PanGestureRecognizer { [weak pan] in pan?.handle($0) })
  }

  private var driver: PercentDrivenInteractiveTransition? {
    interaction ?? (pan?.isInteracting == true ? pan : nil)
  }

  func navigationController(
    _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
    from: ViewController, to: ViewController
  ) -> (any AnimatedTransitioning)? {
    transition.navigationController(
      navigation, animationControllerFor: operation, from: from, to: to)
  }

  func navigationController(
    _ navigation: NavigationController,
    interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    driver
  }
}

extension GalleryTransition {
  static let cornerPush =
    [
      GalleryTransition("cornerPush.push", duration: 0.5) { screen in
        let stack = CornerStack(screen: screen)
        return stack.scene(from: stack.root, to: stack.page) {
          try stack.navigation.pushOrThrow(stack.page, animated: true)
        }
      },
      GalleryTransition("cornerPush.pop", duration: 0.5) { screen in
        let stack = CornerStack(screen: screen)
        stack.engine.start(at: -1_000_000_000) {
          try stack.navigation.pushOrThrow(stack.page, animated: false)
        }
        return stack.scene(from: stack.page, to: stack.root) {
          try stack.navigation.popOrThrow(animated: true)
        }
      },
    ]
    + DismissalDrag(releases: (finish: 0.6, cancel: 0.3)) { screen in
      (Point(x: 0.2 * screen.width, y: screen.height / 2), Point(x: screen.width, y: 0))
    } runAfterRelease: { _, unplayed in
      unplayed * 0.5
    }.entries("cornerPush.interactive") { screen, script in
      let stack = CornerStack(screen: screen)
      stack.delegate.installPan(on: stack.navigation)
      stack.engine.start(at: -1_000_000_000) {
        try stack.navigation.pushOrThrow(stack.page, animated: false)
      }
      return stack.scene(from: stack.page, to: stack.root) { script.send(to: stack.window) }
    }
}

/// A window whose root is a navigation container with one entry, and a page to push.
private struct CornerStack {
  let engine = Engine()
  let window: Window
  let navigation: NavigationController
  let root: ViewController
  let page: ViewController
  let delegate = CornerPushDelegate()

  init(screen: Size) {
    window = Window(engine: engine, size: screen)
    root = ViewController(engine: engine, name: "root")
    page = ViewController(engine: engine, name: "page")
    navigation = NavigationController(engine: engine, name: "navigation", root: root)
    navigation.delegate = delegate
    window.rootViewController = navigation
  }

  func scene(
    from: ViewController, to: ViewController, begin: @escaping () throws -> Void
  ) -> TransitionScene {
    TransitionScene(
      window: window, from: from, to: to, owners: [delegate, navigation], begin: begin)
  }
}
