import Articles
import HeadlessUI

/// One way to play a transition of the gallery: `cartFold.present`, `cornerPush.pop`.
///
/// To add a transition, write it in a file of this folder, which ends with its entries, and add
/// those to ``catalog``. Scenarios and tests pick it up from there.
struct GalleryTransition: Sendable {
  /// Dotted, from general to particular.
  let name: String

  /// Seconds from the start, or from the first touch, until the last completion has run.
  let duration: Double

  /// Whether touches or every single tick drive it, so that what shows depends on the ticks that
  /// ran.
  let isDriven: Bool

  /// Seconds from the first touch after which nothing follows a finger any more and fewer frames a
  /// second are enough, or nil if it is fast to its end.
  let isSlowAfter: Double?

  private let makeScene: @Sendable (Size) -> TransitionScene

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: Dotted, from general to particular.
  ///   - duration: Seconds until the last completion has run.
  ///   - isDriven: Whether touches or every single tick drive it.
  ///   - isSlowAfter: Seconds after which fewer frames a second are enough; nil if it is fast to
  ///     its end.
  ///   - makeScene: Builds a scene for a screen of that size, ticked at time 0 and ready to begin.
  init(
    _ name: String, duration: Double, isDriven: Bool = false, isSlowAfter: Double? = nil,
    makeScene: @escaping @Sendable (Size) -> TransitionScene
  ) {
    self.isDriven = isDriven
    self.isSlowAfter = isSlowAfter
    self.name = name
    self.duration = duration
    self.makeScene = makeScene
  }

  /// What happens where a modal's delegate supplies no animator.
  private static let systemDefault = modal(
    "systemDefault", duration: SystemDefaultAnimator.duration
  ) { engine in
    Article.Modal(
      page: ViewController(engine: engine, name: "page"),
      modal: ViewController(engine: engine, name: "modal"))
  }

  /// Every transition, from the simplest to the most interactive.
  static let catalog: [GalleryTransition] = [
    systemDefault,
    topDrop,
    insetPresentation,
    sideSlide,
    cornerPush,
    backSwipe,
    shrinkTab,
    photoBrowser,
    layerContent,
    cartFold,
    edgeSwipeCard,
    musicCard,
    retargeting,
  ].flatMap { $0 }
}

extension GalleryTransition {
  /// A stage at time 0, before the transition begins.
  func prepareStage(_ parameters: StageParameters = StageParameters()) -> TransitionStage {
    TransitionStage(
      makeScene(parameters.screen), duration: duration, isCancelled: name.hasSuffix(".cancel"),
      parameters: parameters)
  }

  /// A stage on which the transition has just begun, at time 0.
  func makeStage(_ parameters: StageParameters = StageParameters()) -> TransitionStage {
    let stage = prepareStage(parameters)
    stage.begin()
    return stage
  }
}

// Modal transitions.
extension GalleryTransition {
  /// The entries of a modal transition.
  ///
  /// - Parameters:
  ///   - name: The transition; the entries append `present`, `dismiss`, and with a drag
  ///     `interactive.finish` and `interactive.cancel`.
  ///   - duration: Seconds of either direction.
  ///   - drag: The drag that dismisses; nil for a transition without one.
  ///   - makeModal: Makes the page and the modal, for a window of the engine that exists.
  /// - Returns: Two entries, or four.
  static func modal(
    _ name: String, duration: Double, drag: DismissalDrag? = nil,
    makeModal: @escaping @Sendable (Engine) -> Article.Modal
  ) -> [GalleryTransition] {
    @Sendable func scene(_ screen: Size) -> ModalScene {
      ModalScene(screen: screen, makeModal: makeModal)
    }
    var entries = [
      GalleryTransition("\(name).present", duration: duration) { scene($0).present() },
      GalleryTransition("\(name).dismiss", duration: duration) { scene($0).dismiss() },
    ]
    guard let drag else { return entries }
    entries += drag.entries("\(name).interactive") { scene($0).drag($1) }
    return entries
  }
}
