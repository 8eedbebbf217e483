import Articles
import HeadlessUI

/// A window whose root presents one controller; all modal entries of the gallery use it.
struct ModalScene {
  let window: Window
  private let modal: Article.Modal

  private var presenter: ViewController { modal.page }
  private var presented: ViewController { modal.modal }

  /// Creates a scene; the window exists when the modal is made.
  init(screen: Size, makeModal: (Engine) -> Article.Modal) {
    window = Window(engine: Engine(), size: screen)
    modal = makeModal(window.engine)
    window.rootViewController = modal.page
  }
}

extension ModalScene {
  /// A scene that begins with the presentation.
  func present() -> TransitionScene {
    scene(from: presenter, to: presented) {
      try presenter.presentOrThrow(presented, animated: true)
    }
  }

  /// A scene that begins with the dismissal, after the presentation has ended.
  func dismiss() -> TransitionScene {
    presentBeforehand()
    return scene(from: presented, to: presenter) {
      try presented.dismissOrThrow(animated: true)
    }
  }

  /// A scene that begins with touches that drive the presentation.
  func dragIn(_ script: TouchScript) -> TransitionScene {
    scene(from: presenter, to: presented) { script.send(to: window) }
  }

  /// A scene that begins with touches that drive the dismissal.
  func drag(_ script: TouchScript) -> TransitionScene {
    presentBeforehand()
    return scene(from: presented, to: presenter) { script.send(to: window) }
  }

  /// Plays the presentation to its end before time 0; one late tick catches up with all of it.
  private func presentBeforehand() {
    window.engine.start(at: -4_000_000_000) {
      try presenter.presentOrThrow(presented, animated: true)
    }
    window.engine.tick(at: -1_000_000_000)
  }

  private func scene(
    from: ViewController, to: ViewController, begin: @escaping () throws -> Void
  ) -> TransitionScene {
    TransitionScene(
      window: window, from: from, to: to,
      owners: [modal.delegate, presenter, presented].compactMap { $0 }, begin: begin)
  }
}

/// A recorded drag that drives a transition, mostly a dismissal: a third of a second of dragging, a
/// release, and what follows.
struct DismissalDrag: Sendable {
  /// How far the finger has moved when it is lifted, to finish and to cancel, as a fraction of the
  /// path.
  let releases: (finish: Double, cancel: Double)

  /// The start of the gesture and the whole offset from there, in points, on a screen of this size.
  let path: @Sendable (_ screen: Size) -> (start: Point, offset: Point)

  /// The time from the release to the last completion, in seconds, if a fraction `unplayed` of the
  /// transition is left.
  let runAfterRelease: @Sendable (_ isFinishing: Bool, _ unplayed: Double) -> Double

  /// The length of the drag itself, in seconds.
  static let seconds = 1.0 / 3

  /// The time for the tick that notices the release and one more, in seconds, at 60 Hz or faster.
  static let margin = 1.0 / 30
}

extension DismissalDrag {
  /// The time from the first touch to the last completion, in seconds, at 60 Hz or faster.
  func duration(isFinishing: Bool) -> Double {
    let fraction = releaseFraction(isFinishing: isFinishing)
    let run = runAfterRelease(isFinishing, isFinishing ? 1 - fraction : fraction)
    // The drag's first sample comes 1/120 s before the gesture begins.
    return Self.seconds + 1.0 / 120 + run + Self.margin
  }

  /// The touches of the drag, from time 0 on.
  func script(_ screen: Size, isFinishing: Bool) -> TouchScript {
    let path = path(screen)
    let fraction = releaseFraction(isFinishing: isFinishing)
    return .drag(
      from: path.start, to: path.start + path.offset * fraction, seconds: Self.seconds)
  }

  /// Two entries, whose names end with `finish` and `cancel`.
  ///
  /// - Parameters:
  ///   - name: The start of their names.
  ///   - isSlowAfterRelease: Whether fewer frames per second are enough after the release.
  ///   - makeScene: Builds a scene for a screen size, driven by the given touches.
  /// - Returns: The entries.
  func entries(
    _ name: String, isSlowAfterRelease: Bool = false,
    makeScene: @escaping @Sendable (Size, TouchScript) -> TransitionScene
  ) -> [GalleryTransition] {
    [true, false].map { isFinishing in
      GalleryTransition(
        "\(name).\(isFinishing ? "finish" : "cancel")",
        duration: duration(isFinishing: isFinishing), isDriven: true,
        isSlowAfter: isSlowAfterRelease ? Self.seconds + 1.0 / 120 : nil
      ) { screen in
        makeScene(screen, script(screen, isFinishing: isFinishing))
      }
    }
  }

  private func releaseFraction(isFinishing: Bool) -> Double {
    isFinishing ? releases.finish : releases.cancel
  }
}

extension Engine {
  /// Ticks once, then does what happens before the scene.
  ///
  /// - Precondition: `action` does not throw.
  func start(at nanoseconds: Int64, _ action: () throws -> Void) {
    tick(at: nanoseconds)
    do { try action() } catch { preconditionFailure("The scene cannot be built: \(error)") }
  }
}
