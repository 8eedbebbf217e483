/// Grows a thumbnail to full width, and shrinks the image back to its thumbnail (§15.7).
public final class PhotoBrowserAnimator: AnimatedTransitioning {
  public let direction: ModalDirection

  /// The item that is opened; closing asks the browser.
  public let index: Int

  private weak var source: (any PhotoSource)?
  private weak var dismissalSource: (any PhotoDismissalSource)?

  /// What to do when a provider is gone or the item does not exist.
  private let fallback: SystemDefaultAnimator

  /// Creates an animator; the providers are not kept alive.
  public init(
    _ direction: ModalDirection, index: Int, source: (any PhotoSource)?,
    dismissalSource: (any PhotoDismissalSource)?
  ) {
    self.direction = direction
    self.index = index
    self.source = source
    self.dismissalSource = dismissalSource
    fallback = SystemDefaultAnimator(direction)
  }

  public func transitionDuration(using context: TransitionContext?) -> Double {
    flight == nil ? fallback.transitionDuration(using: context) : PhotoBrowser.duration
  }

  public func animateTransition(using context: TransitionContext) {
    guard let flight else { return fallback.animateTransition(using: context) }
    switch direction {
    case .present: present(flight, context)
    case .dismiss: dismiss(flight, context)
    }
  }

  /// The image that moves, and from where to where.
  private struct Flight {
    let image: ImageView
    let start: Rect
    let end: Rect
  }

  private var flight: Flight? {
    guard let source else { return nil }
    switch direction {
    case .present:
      guard let image = source.imageViewForTransition(at: index),
        let start = source.startRect(at: index), let end = source.endRect(at: index)
      else { return nil }
      return Flight(image: image, start: start, end: end)
    case .dismiss:
      guard let dismissalSource, let image = dismissalSource.imageViewForDismissal(),
        let end = source.startRect(at: dismissalSource.indexForDismissal)
      else { return nil }
      return Flight(image: image, start: image.frame, end: end)
    }
  }

  private func present(_ flight: Flight, _ context: TransitionContext) {
    let container = context.containerView
    let browser = context.toController.view
    browser.frame = context.finalFrame(for: context.toController)
    browser.alpha = 0
    container.addSubview(browser)
    fly(flight, context) {
      browser.alpha = 1
      if context.transitionWasCancelled { browser.removeFromSuperview() }
      container.backgroundColor = .clear
    }
    container.backgroundColor = .black
  }

  private func dismiss(_ flight: Flight, _ context: TransitionContext) {
    let browser = context.fromController.view
    browser.alpha = 0
    fly(flight, context) {
      if context.transitionWasCancelled {
        browser.alpha = 1
      } else {
        browser.removeFromSuperview()
      }
    }
  }

  private func fly(
    _ flight: Flight, _ context: TransitionContext, cleanUp: @escaping () -> Void
  ) {
    let image = flight.image
    image.frame = flight.start
    context.containerView.addSubview(image)
    context.engine.animate(duration: PhotoBrowser.duration) {
      image.frame = flight.end
    } completion: { _ in
      image.removeFromSuperview()
      cleanUp()
      context.complete()
    }
  }
}

/// Hands out the parts of the photo browser; keep it, the controller does not.
public final class PhotoBrowserDelegate: TransitioningDelegate {
  /// The item that is opened.
  public var index: Int

  private weak var source: (any PhotoSource)?
  private weak var dismissalSource: (any PhotoDismissalSource)?

  /// Makes a browser ready to be presented; the providers are not kept alive.
  public init(
    _ browser: ViewController, index: Int, source: any PhotoSource,
    dismissalSource: any PhotoDismissalSource
  ) {
    self.index = index
    self.source = source
    self.dismissalSource = dismissalSource
    browser.modalPresentationStyle = .custom
    browser.transitioningDelegate = self
  }

  public func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    animator(.present)
  }

  public func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    animator(.dismiss)
  }

  private func animator(_ direction: ModalDirection) -> PhotoBrowserAnimator {
    PhotoBrowserAnimator(
      direction, index: index, source: source, dismissalSource: dismissalSource)
  }
}
