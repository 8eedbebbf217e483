import HeadlessUI

/// The cart-fold's drag as a percent-driven controller with overridden steps, which moves the views
/// itself instead of scrubbing the animator.
///
/// Shows the same as ``CartFoldInteraction`` at every instant. Each step calls `super`, so that the
/// context and its coordinator know of it.
final class CartFoldPercentDriven: PanInteraction {
  /// Creates an interaction.
  ///
  /// - Parameters:
  ///   - engine: The clock of the transition.
  ///   - begin: Starts the dismissal.
  init(engine: Engine, begin: @escaping () throws -> Void) {
    super.init(
      engine: engine, threshold: 0.5,
      fraction: { pan in pan.translation(in: pan.view).y / CartFold.dragDistance }, begin: begin)
  }

  override func startInteractiveTransition(_ context: TransitionContext) {
    // Not 'super', which would run the two stages of the animator.
    prepareInteraction(context)
    let page: View = context.toController.view
    context.engine.animate(duration: CartFold.stage) { page.transform = CartFold.dragStart }
  }

  override func allowsFinish(of pan: PanGestureRecognizer) -> Bool {
    pan.velocity(in: pan.view).y >= 0
  }

  override func update(_ percentComplete: Double) {
    super.update(percentComplete)
    guard let context = drivenContext, context.isInteractive else { return }
    CartFold.drag(context.toController.view, to: self.percentComplete)
  }

  override func finish() {
    release { super.finish() }
  }

  override func cancel() {
    release { super.cancel() }
  }

  /// Tells the context, then animates to the end that it has been told.
  private func release(_ tell: () -> Void) {
    guard let context = drivenContext, context.isInteractive else { return tell() }
    tell()
    CartFoldRelease.animate(context)
  }
}
