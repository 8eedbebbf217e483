import BenchmarkModel
import HeadlessUI

/// A sheet fades out; meanwhile, its contents arrive, which sets its opacity.
///
/// Published: the transition completes only if its animation `finished`, which setting the opacity
/// prevents. Fixed: it completes in any case.
final class FinishedFlag: BugStage {
  /// The time at which the contents arrive, in seconds.
  private static let arrival = 0.1

  private let page: ViewController
  private let sheet: ViewController
  private let delegate: FadeDelegate
  private var hasArrived = false

  init(_ edition: BugEdition, _ screen: ScreenSize) throws {
    let engine = Engine()
    page = ViewController(engine: engine, name: "page")
    sheet = ViewController(engine: engine, name: "sheet")
    delegate = FadeDelegate(needsFinished: edition == .published)
    super.init(engine, screen)
    window.rootViewController = page
    sheet.modalPresentationStyle = .custom
    sheet.transitioningDelegate = delegate
    try page.presentOrThrow(sheet, animated: false)
  }

  override func begin() {
    do {
      try sheet.dismissOrThrow(animated: true)
    } catch { preconditionFailure("The sheet is presented: \(error)") }
  }

  override func update() {
    guard !hasArrived, engine.now >= Self.arrival else { return }
    hasArrived = true
    sheet.view.alpha = 1
  }
}

private final class FadeDelegate: TransitioningDelegate, AnimatedTransitioning {
  private let needsFinished: Bool

  init(needsFinished: Bool) {
    self.needsFinished = needsFinished
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { self }

  func transitionDuration(using context: TransitionContext?) -> Double { 0.3 }

  func animateTransition(using context: TransitionContext) {
    let sheet: View = context.viewController(for: .from).view
    context.engine.animate(duration: 0.3) {
      sheet.alpha = 0
    } completion: { [needsFinished] finished in
      if finished || !needsFinished { context.complete() }
    }
  }
}

extension BugPair {
  static let finishedFlag = BugPair(
    name: "finishedFlag", duration: .milliseconds(400), isSlow: false
  ) {
    try FinishedFlag($0, $1)
  }
}
