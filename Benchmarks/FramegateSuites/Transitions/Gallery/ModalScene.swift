import Articles
import HeadlessUI

/// A window whose root presents one controller: what every modal entry of the gallery plays on.
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
  /// Begins with the presentation.
  func present() -> TransitionScene {
    scene(from: presenter, to: presented) {
      try presenter.presentOrThrow(presented, animated: true)
    }
  }

  /// Begins with the dismissal; the presentation has been played before.
  func dismiss() -> TransitionScene {
    presentBeforehand()
    return scene(from: presented, to: presenter) {
      try presented.dismissOrThrow(animated: true)
    }
  }

  /// Begins with touches that drive the presentation.
  func dragIn(_ script: TouchScript) -> TransitionScene {
    scene(from: presenter, to: presented) { script.send(to: window) }
  }

  /// Begins with touches that drive the dismissal.
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
  /// Where the finger is lifted to finish and to cancel, as a fraction of the drag.
  let releases: (finish: Double, cancel: Double)

  /// Where the gesture begins, and the whole offset from there, on a screen of a size; in points.
  let path: @Sendable (_ screen: Size) -> (start: Point, offset: Point)

  /// Seconds from the release to the last completion, for the part that is still
  /// unplayed.
  let runAfterRelease: @Sendable (_ isFinishing: Bool, _ unplayed: Double) -> Double

  /// Seconds of the drag itself.
  static let seconds = 1.0 / 3

  /// Seconds for the tick that notices the release, and for one more, at 60 Hz or faster.
  static let margin = 1.0 / 30
}

extension DismissalDrag {
  /// Seconds from the first touch to the last completion, at 60 Hz or faster.
  func duration(isFinishing: Bool) -> Double {
    let fraction = releaseFraction(isFinishing: isFinishing)
    let run = runAfterRelease(isFinishing, isFinishing ? 1 - fraction : fraction)
    // The drag's first sample comes 1/120 s before the gesture begins.
    return Self.seconds + 1.0 / 120 + run + Self.margin
  }

  /// The touches, from time 0 on.
  func script(_ screen: Size, isFinishing: Bool) -> TouchScript {
    let path = path(screen)
    let fraction = releaseFraction(isFinishing: isFinishing)
    return .drag(
      from: path.start, to: path.start + path.offset * fraction, seconds: Self.seconds)
  }

  /// Two entries, which end in `finish` and `cancel`.
  ///
  /// - Parameters:
  ///   - name: The rest of their names.
  ///   - isSlowAfterRelease: Whether fewer frames a second are enough once the finger is lifted.
  ///   - makeScene: Builds a scene for a screen that a drag drives.
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
  /// Ticks once, then does what precedes a scene.
  ///
  /// - Precondition: `action` is not refused.
  func start(at nanoseconds: Int64, _ action: () throws -> Void) {
    tick(at: nanoseconds)
    do { try action() } catch { preconditionFailure("The scene cannot be built: \(error)") }
  }
}
