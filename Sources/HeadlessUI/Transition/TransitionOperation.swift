/// The kind of a transition: what to do when it is cancelled, resumed and taken down.
protocol TransitionOperation: AnyObject {
  /// The interaction was cancelled, or a cancelled one was taken up again: appearance calls turn.
  func appearanceTurns()

  /// The transition is over.
  func end(_ context: TransitionContext, didComplete: Bool)
}
