import Articles
import HeadlessUI

/// One way to play a transition of the gallery: `cartFold.present`, `cornerPush.pop`.
///
/// To add a transition, write it in a file in this folder, with its entries at the end, and add
/// these to ``catalog``. Scenarios and tests take them from there.
struct GalleryTransition: Sendable {
  /// The name, dotted, from general to particular.
  let name: String

  /// The time from the start, or from the first touch, until the last completion has run, in
  /// seconds.
  let duration: Double

  /// Whether touches or ticks drive it, so that what it shows depends on which ticks ran.
  let isDriven: Bool

  /// The time from the first touch, in seconds, after which nothing follows a finger any more and
  /// fewer frames per second are enough; nil if it is fast to its end.
  let isSlowAfter: Double?

  private let makeScene: @Sendable (Size) -> TransitionScene

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: Dotted, from general to particular.
  ///   - duration: The time until the last completion has run, in seconds.
  ///   - isDriven: Whether touches or ticks drive it.
  ///   - isSlowAfter: The time after which fewer frames per second are enough, in seconds; nil if
  ///     it is fast to its end.
  ///   - makeScene: Builds a scene for a screen of this size, ticked at time 0 and ready to begin.
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

  /// The system's transition, for a modal whose delegate supplies no animator.
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
  ///   - name: The name of the transition; the entries append `present`, `dismiss`, and with a drag
  ///     `interactive.finish` and `interactive.cancel`.
  ///   - duration: The length of either direction, in seconds.
  ///   - drag: The drag that dismisses; nil for a transition without one.
  ///   - makeModal: Makes the page and the modal; the engine already has a window.
  /// - Returns: Two entries, or four with a drag.
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
