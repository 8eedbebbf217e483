/// Presents a controller as a sheet that a finger drags between detents.
///
///     let sheet = SheetDelegate(controller, detents: [.height(200), .medium, .large])
///     try page.presentOrThrow(controller, animated: true)
///
/// The sheet is at the bottom edge and as high as its detent. While a finger drags it, its height
/// follows the finger, so its contents are laid out again in every frame. Keep a reference to the
/// delegate, because the controller does not.
public final class SheetDelegate: TransitioningDelegate {
  /// The time from a release until the sheet rests at its detent, in seconds.
  public static let settlingTime = 0.4

  /// The distance from the top of the container to the top of the highest sheet, in points.
  static let topMargin = 10.0

  /// The share of the finger's movement by which the sheet moves beyond the highest detent.
  static let resistance = 0.2

  /// The time for which a release projects the finger's velocity ahead, in seconds.
  static let lookAhead = 0.15

  /// The detents in the given order; the sheet opens at the first one.
  public let detents: [Detent]

  /// The detent at which the sheet rests, or to which it moves.
  public internal(set) var selected: Detent

  /// Makes a controller ready to be presented as a sheet.
  ///
  /// The sheet opens at the first detent, or at ``Detent/large`` if there are none.
  public init(_ controller: ViewController, detents: [Detent] = [.medium, .large]) {
    self.detents = detents.isEmpty ? [.large] : detents
    selected = self.detents[0]
    controller.modalPresentationStyle = .custom
    controller.transitioningDelegate = self
  }

  public func presentationController(
    forPresented presented: ViewController, presenting: ViewController?, source: ViewController
  ) -> PresentationController? {
    SheetPresentationController(presented: presented, presenting: presenting, sheet: self)
  }
}

/// Places a sheet and lets a finger drag it.
final class SheetPresentationController: PresentationController {
  private let sheet: SheetDelegate
  private var pan: PanGestureRecognizer?

  /// The sheet's height when the drag began, in points.
  private var startHeight = 0.0

  init(presented: ViewController, presenting: ViewController?, sheet: SheetDelegate) {
    self.sheet = sheet
    // Also after a finger has dragged it to another one, in an earlier presentation.
    sheet.selected = sheet.detents[0]
    super.init(presentedViewController: presented, presenting: presenting)
  }

  /// The frame with the height that follows the finger during a drag, or else the detent's height.
  override var frameOfPresentedViewInContainerView: Rect {
    guard let pan, pan.state == .changed else {
      return frame(height: sheet.selected.resolved(within: largestHeight))
    }
    return frame(height: draggedHeight(pan))
  }

  override func presentationTransitionWillBegin() {
    for detent in sheet.detents where detent.isOutOfReach(within: largestHeight) {
      engine.report(
        .detentOutOfReach(
          controller: presentedViewController.name, largest: largestHeight))
    }
    let pan = PanGestureRecognizer { [weak self] in self?.follow($0) }
    presentedViewController.view.addGestureRecognizer(pan)
    self.pan = pan
  }

  override func dismissalTransitionDidEnd(_ completed: Bool) {
    guard completed, let pan else { return }
    presentedViewController.view.removeGestureRecognizer(pan)
    self.pan = nil
  }
}

extension SheetPresentationController {
  private var engine: Engine { presentedViewController.engine }

  /// The largest height of a sheet for which the container has room.
  private var largestHeight: Double {
    max((containerView?.bounds.height ?? 0) - SheetDelegate.topMargin, 0)
  }

  private func frame(height: Double) -> Rect {
    let bounds = containerView?.bounds ?? .zero
    return Rect(x: bounds.minX, y: bounds.maxY - height, width: bounds.width, height: height)
  }

  private func follow(_ pan: PanGestureRecognizer) {
    let view: View = presentedViewController.view
    switch pan.state {
    case .began: startHeight = view.bounds.height
    case .changed: view.frame = frame(height: draggedHeight(pan))
    case .ended: settle(velocity: pan.velocity(in: nil).y)
    case .cancelled: settle(velocity: 0)
    case .possible, .failed: break
    }
  }

  /// The height during a drag: it follows the finger, but only a little beyond the highest detent.
  private func draggedHeight(_ pan: PanGestureRecognizer) -> Double {
    // In the coordinates of the window, because the sheet moves under the finger.
    let finger = startHeight - pan.translation(in: nil).y
    // Without an array, because this runs in every frame of a drag.
    var highest = 0.0
    for detent in sheet.detents { highest = max(highest, detent.resolved(within: largestHeight)) }
    let height = finger > highest ? highest + SheetDelegate.resistance * (finger - highest) : finger
    return min(max(height, 0), max(largestHeight, highest))
  }

  /// Moves the sheet to the detent nearest to the projected height, or dismisses it if that height
  /// is below half of the lowest detent.
  private func settle(velocity: Double) {
    let view: View = presentedViewController.view
    let projected = view.bounds.height - SheetDelegate.lookAhead * velocity
    let heights = sheet.detents.map { $0.resolved(within: largestHeight) }
    if projected < 0.5 * (heights.min() ?? 0) {
      // If the dismissal is refused, the engine has reported that, and the sheet goes to a detent.
      if (try? presentedViewController.dismissOrThrow(animated: true)) != nil { return }
    }
    let nearest = heights.indices.min {
      (heights[$0] - projected).magnitude < (heights[$1] - projected).magnitude
    }
    if let nearest { sheet.selected = sheet.detents[nearest] }
    let final = frameOfPresentedViewInContainerView
    engine.animate(
      duration: SheetDelegate.settlingTime, dampingRatio: 0.85, initialVelocity: 0
    ) {
      view.frame = final
      view.layoutIfNeeded()
    }
  }
}
