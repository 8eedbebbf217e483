/// The built-in swipe from the left edge that pops the top of a navigation stack.
///
/// Drives the default pop, linearly under the finger; a release beyond half of the width pops.
/// After the release, the pages continue at the finger's speed, so that nothing stops when the
/// finger is lifted.
final class BackSwipe {
  let interaction: PanInteraction

  let recognizer: ScreenEdgePanGestureRecognizer

  init(_ navigation: NavigationController) {
    let interaction = PanInteraction(
      engine: navigation.engine, threshold: 0.5,
      fraction: { [weak navigation] pan in
        let content = navigation?.contentView
        return pan.translation(in: content).x.fraction(of: content?.bounds.width ?? 0)
      },
      begin: { [weak navigation] in try navigation?.popOrThrow(animated: true) })
    interaction.releaseMotion = .continuing
    self.interaction = interaction
    recognizer = Recognizer(navigation) { [weak interaction] in interaction?.handle($0) }
  }

  /// Begins only if there is something to pop, and the default pop does it.
  private final class Recognizer: ScreenEdgePanGestureRecognizer {
    private weak var navigation: NavigationController?

    init(_ navigation: NavigationController, action: @escaping (PanGestureRecognizer) -> Void) {
      self.navigation = navigation
      super.init(action: action)
    }

    override func shouldBegin(_ translation: Point) -> Bool {
      super.shouldBegin(translation) && navigation?.allowsBackSwipe == true
    }
  }
}
