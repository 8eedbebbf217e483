import BenchmarkModel
import HeadlessUI

/// A sheet over a dimmed page, which a finger drags to the right to dismiss it.
///
/// It shows the three mistakes that are published most often in hand-written interactions: a lost
/// release, a cancel without an animation, and a page that stays bright.
final class SheetDrag: BugStage {
  /// The mistake in the published edition.
  enum Mistake {
    /// A translation to the left is ignored, even when the finger is released.
    case lostRelease

    /// A cancel sets the sheet's frame instead of animating it.
    case suddenCancel

    /// A cancel leaves the page as bright as the drag made it.
    case brightPage
  }

  /// The opacity of the page behind the sheet.
  static let dimmed = 0.5

  private let page: ViewController
  private let sheet: ViewController
  private let delegate: SheetDragDelegate
  private let script: [Touch]

  /// Creates a scene; a fixed edition has no mistake.
  init(_ mistake: Mistake, _ edition: BugEdition, _ screen: ScreenSize) throws {
    let engine = Engine()
    page = ViewController(engine: engine, name: "page")
    sheet = ViewController(engine: engine, name: "sheet")
    delegate = SheetDragDelegate(sheet, edition == .published ? mistake : nil)
    // To the right; for a lost release, then back to the left of the start.
    let release = mistake == .lostRelease ? -0.1 : 0.3
    script = Self.drag(to: [0.3, release], screen)
    super.init(engine, screen)
    window.rootViewController = page
    try page.presentOrThrow(sheet, animated: false)
    page.view.alpha = Self.dimmed
  }

  override func begin() {
    for touch in script { window.send(touch) }
  }

  /// The touches of a finger that moves to each of `stops`, fractions of the width, in a fifth of a
  /// second.
  private static func drag(to stops: [Double], _ screen: ScreenSize) -> [Touch] {
    let start = Point(x: 0.4 * screen.width, y: 0.5 * screen.height)
    var touches = [Touch(.began, at: start, nanoseconds: 1)]
    var from = 0.0
    let steps = 24
    for (index, stop) in stops.enumerated() {
      for step in 1...steps {
        let fraction = from + (stop - from) * Double(step) / Double(steps)
        let time = (Double(index) + Double(step) / Double(steps)) * 0.2e9
        touches.append(
          Touch(
            .moved, at: start + Point(x: fraction * screen.width, y: 0),
            nanoseconds: Int64(time.rounded())))
      }
      from = stop
    }
    if let last = touches.last {
      touches.append(Touch(.ended, at: last.location, nanoseconds: last.nanoseconds))
    }
    return touches
  }
}

/// Installs the pan gesture, and drives the dismissal.
private final class SheetDragDelegate: TransitioningDelegate, InteractiveTransitioning {
  private let mistake: SheetDrag.Mistake?
  private weak var sheet: ViewController?
  private var context: TransitionContext?
  private var isDragging = false

  /// Prepares a sheet for presentation.
  init(_ sheet: ViewController, _ mistake: SheetDrag.Mistake?) {
    self.sheet = sheet
    self.mistake = mistake
    sheet.modalPresentationStyle = .custom
    sheet.transitioningDelegate = self
    sheet.view.addGestureRecognizer(PanGestureRecognizer { [weak self] in self?.handle($0) })
  }

  func startInteractiveTransition(_ context: TransitionContext) {
    self.context = context
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? { SheetDismissal() }

  func interactionControllerForDismissal(
    using animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? {
    isDragging ? self : nil
  }

  private func handle(_ pan: PanGestureRecognizer) {
    if pan.state == .began {
      isDragging = true
      do { try sheet?.dismissOrThrow(animated: true) } catch { isDragging = false }
      return
    }
    guard let context else { return }
    let width = context.containerView.bounds.width
    let translation = pan.translation(in: nil).x
    if mistake == .lostRelease, translation < 0 { return }
    let fraction = min(max(translation / width, 0), 1)
    switch pan.state {
    case .changed:
      context.updateInteractiveTransition(fraction)
      move(to: fraction, context)
    case .ended, .cancelled, .failed:
      release(isFinishing: pan.state == .ended && fraction > 0.5, context)
    case .possible, .began: break
    }
  }

  private func move(to fraction: Double, _ context: TransitionContext) {
    let view: View = context.viewController(for: .from).view
    view.frame.origin.x = fraction * context.containerView.bounds.width
    context.viewController(for: .to).view.alpha =
      SheetDrag.dimmed + (1 - SheetDrag.dimmed) * fraction
  }

  private func release(isFinishing: Bool, _ context: TransitionContext) {
    isDragging = false
    self.context = nil
    guard !isFinishing else {
      context.finishInteractiveTransition()
      settle(at: 1, context)
      return
    }
    context.cancelInteractiveTransition()
    switch mistake {
    case .suddenCancel:
      move(to: 0, context)
      context.complete()
    case .brightPage:
      let view: View = context.viewController(for: .from).view
      context.engine.animate(duration: 0.2) {
        view.frame.origin.x = 0
      } completion: { _ in
        context.complete()
      }
    case .lostRelease, nil: settle(at: 0, context)
    }
  }

  private func settle(at fraction: Double, _ context: TransitionContext) {
    context.engine.animate(duration: 0.2) {
      move(to: fraction, context)
    } completion: { _ in
      context.complete()
    }
  }
}

/// Slides a sheet out to the right.
private final class SheetDismissal: AnimatedTransitioning {
  func transitionDuration(using context: TransitionContext?) -> Double { 0.3 }

  func animateTransition(using context: TransitionContext) {
    let sheet: View = context.viewController(for: .from).view
    context.engine.animate(duration: 0.3) {
      sheet.frame.origin.x = context.containerView.bounds.width
    } completion: { _ in
      context.complete()
    }
  }
}

extension BugPair {
  static let lostRelease = dragged("lostRelease", .lostRelease)
  static let suddenCancel = dragged("suddenCancel", .suddenCancel)
  static let brightPage = dragged("brightPage", .brightPage)

  /// A pair with a drag that is released too early, and therefore cancels.
  private static func dragged(_ name: String, _ mistake: SheetDrag.Mistake) -> BugPair {
    BugPair(name: name, duration: .milliseconds(700), isSlow: false, isCancelled: true) {
      try SheetDrag(mistake, $0, $1)
    }
  }
}
