import HeadlessUI

/// The times and geometry of the photo browser, which grows a thumbnail to full width and shrinks
/// it back.
enum PhotoBrowser {
  /// Seconds of either direction, eased in and out.
  static let duration = 0.6

  /// Where an image is shown in full: as wide as the screen, and centered when it is less high.
  ///
  /// An image without area becomes a line across the middle, which avoids a division by zero.
  ///
  /// - Parameters:
  ///   - imageSize: The image's size; the placeholder's when none has been loaded.
  ///   - screen: The container's size.
  /// - Returns: A rectangle of the container.
  static func endRect(imageSize: Size, screen: Size) -> Rect {
    let hasArea = imageSize.width > 0 && imageSize.height > 0
    let height = hasArea ? screen.width / imageSize.width * imageSize.height : 0
    let y = height < screen.height ? (screen.height - height) / 2 : 0
    return Rect(x: 0, y: y, width: screen.width, height: height)
  }
}

/// Where the browser's images come from: a list of thumbnails.
protocol PhotoSource: AnyObject {
  /// A copy of an item's image view, filled and clipped, or nil when the item does not exist.
  func imageViewForTransition(at index: Int) -> ImageView?

  /// Where an item's thumbnail is in the window, or below the screen when it is not visible; nil
  /// when the item does not exist.
  func startRect(at index: Int) -> Rect?

  /// Where an item's image is shown in full, or nil when the item does not exist.
  func endRect(at index: Int) -> Rect?
}

/// What the browser returns when it closes.
protocol PhotoDismissalSource: AnyObject {
  /// A copy of the image view on screen, placed in the window, or nil when there is none.
  func imageViewForDismissal() -> ImageView?

  /// The photo that is on screen.
  var indexForDismissal: Int { get }
}

/// Grows a thumbnail to full width, and shrinks the image back to its thumbnail.
final class PhotoBrowserAnimator: AnimatedTransitioning {
  let direction: ModalDirection

  /// The item to open; the browser names the one to close.
  let index: Int

  private weak var source: (any PhotoSource)?
  private weak var dismissalSource: (any PhotoDismissalSource)?

  /// The transition when a source is gone or the item does not exist.
  private let fallback: SystemDefaultAnimator

  /// Creates an animator, which does not keep the sources alive.
  init(
    _ direction: ModalDirection, index: Int, source: (any PhotoSource)?,
    dismissalSource: (any PhotoDismissalSource)?
  ) {
    self.direction = direction
    self.index = index
    self.source = source
    self.dismissalSource = dismissalSource
    fallback = SystemDefaultAnimator(direction)
  }

  func transitionDuration(using context: TransitionContext?) -> Double {
    flight == nil ? fallback.transitionDuration(using: context) : PhotoBrowser.duration
  }

  func animateTransition(using context: TransitionContext) {
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
    let browser: View = context.toController.view
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
    let browser: View = context.fromController.view
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

/// Supplies the animators of the photo browser; keep it, because the controller does not.
final class PhotoBrowserDelegate: ModalDelegate {
  /// The item to open.
  let index: Int

  private weak var source: (any PhotoSource)?
  private weak var dismissalSource: (any PhotoDismissalSource)?

  /// Makes a browser ready to be presented; does not keep the sources alive.
  init(
    _ browser: ViewController, index: Int, source: any PhotoSource,
    dismissalSource: any PhotoDismissalSource
  ) {
    self.index = index
    self.source = source
    self.dismissalSource = dismissalSource
    browser.modalPresentationStyle = .custom
    browser.transitioningDelegate = self
  }

  func animator(_ direction: ModalDirection) -> any AnimatedTransitioning {
    PhotoBrowserAnimator(
      direction, index: index, source: source, dismissalSource: dismissalSource)
  }
}

extension GalleryTransition {
  static let photoBrowser = modal("photoBrowser", duration: PhotoBrowser.duration) {
    (screen: Size) -> ModalScene in
    let window = Window(engine: Engine(), size: screen)
    let photo = Image(name: "photo", size: Size(width: 800, height: 600))
    let list = PhotoList(
      engine: window.engine, name: "list", photos: [Image?](repeating: photo, count: 9))
    let viewer = PhotoViewer(engine: window.engine, name: "viewer", index: 4)
    window.rootViewController = list
    let delegate = PhotoBrowserDelegate(viewer, index: 4, source: list, dismissalSource: viewer)
    return ModalScene(window: window, presenter: list, presented: viewer, delegate: delegate) {
      viewer.show(photo, at: PhotoBrowser.endRect(imageSize: photo.size, screen: screen))
    }
  }
}
