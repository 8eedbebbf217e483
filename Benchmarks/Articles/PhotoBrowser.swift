// swift-format-ignore-file: NeverForceUnwrap

import HeadlessUI

// Article 002, the photo browser: a thumbnail grows to full width and returns; in the browser, one
// photo replaces another with a content transition. Photos arrive later than their cells.

/// What the list provides for the transition of a photo.
protocol PhotoBrowserTransitionSource: AnyObject {
  func transitionImageView(for index: Int) -> ImageView?
  func transitionStartRect(for index: Int) -> Rect?
  func transitionEndRect(for index: Int) -> Rect?
}

/// What the browser provides when it closes.
protocol PhotoBrowserDismissalSource: AnyObject {
  var indexForDismissal: Int { get }
  func imageViewForDismissal() -> ImageView?
}

/// Moves the photo between its cell and full screen.
final class PhotoBrowserAnimator: AnimatedTransitioning {
  private let isPresenting: Bool
  private let index: Int
  private weak var source: (any PhotoBrowserTransitionSource)?
  private weak var dismissalSource: (any PhotoBrowserDismissalSource)?

  init(
    isPresenting: Bool, index: Int, source: (any PhotoBrowserTransitionSource)?,
    dismissalSource: (any PhotoBrowserDismissalSource)?
  ) {
    self.isPresenting = isPresenting
    self.index = index
    self.source = source
    self.dismissalSource = dismissalSource
  }

  func transitionDuration(using transitionContext: TransitionContext?) -> Double {
    let opened = isPresenting ? index : dismissalSource?.indexForDismissal
    let hasPhoto = opened.flatMap { source?.transitionStartRect(for: $0) } != nil
    return hasPhoto ? 0.6 : SystemDefaultAnimator.duration
  }

  func animateTransition(using transitionContext: TransitionContext) {
    if isPresenting {
      present(transitionContext)
    } else {
      dismiss(transitionContext)
    }
  }

  private func present(_ transitionContext: TransitionContext) {
    let containerView = transitionContext.containerView
    let toView = transitionContext.view(forKey: .to)!
    guard let source, let imageView = source.transitionImageView(for: index),
      let startRect = source.transitionStartRect(for: index),
      let endRect = source.transitionEndRect(for: index)
    else { return SystemDefaultAnimator(.present).animateTransition(using: transitionContext) }
    containerView.addSubview(toView)
    toView.alpha = 0
    containerView.addSubview(imageView)
    imageView.frame = startRect
    containerView.backgroundColor = .black
    transitionContext.engine.animate(withDuration: 0.6) {
      imageView.frame = endRect
    } completion: { _ in
      toView.alpha = 1
      imageView.removeFromSuperview()
      containerView.backgroundColor = .clear
      if transitionContext.transitionWasCancelled { toView.removeFromSuperview() }
      transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
    }
  }

  private func dismiss(_ transitionContext: TransitionContext) {
    let containerView = transitionContext.containerView
    let fromView = transitionContext.view(forKey: .from)!
    guard let source, let dismissalSource,
      let imageView = dismissalSource.imageViewForDismissal(),
      let endRect = source.transitionStartRect(for: dismissalSource.indexForDismissal)
    else { return SystemDefaultAnimator(.dismiss).animateTransition(using: transitionContext) }
    fromView.alpha = 0
    containerView.addSubview(imageView)
    transitionContext.engine.animate(withDuration: 0.6) {
      imageView.frame = endRect
    } completion: { _ in
      imageView.removeFromSuperview()
      if transitionContext.transitionWasCancelled {
        fromView.alpha = 1
      } else {
        fromView.removeFromSuperview()
      }
      transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
    }
  }
}

/// The list of thumbnails, three in a row; loads photos when asked.
final class PhotoListViewController: ViewController, PhotoBrowserTransitionSource,
  TransitioningDelegate
{
  var photoCount = 60
  var placeholder = Image(name: "placeholder", size: Size(width: 112, height: 112))
  private(set) var cells: [ImageView] = []
  private var loaded: [Int: Image] = [:]
  private weak var browser: PhotoBrowserViewController?

  override func viewDidLoad() {
    super.viewDidLoad()
    cells = (0..<photoCount).map { item in
      let frame = Rect(
        x: 10 + 121.5 * Double(item % 3), y: 100 + 124 * Double(item / 3), width: 112, height: 112)
      let cell = ImageView(engine: engine, name: "cell \(item)", frame: frame)
      cell.image = placeholder
      cell.contentMode = .scaleAspectFill
      cell.clipsToBounds = true
      view.addSubview(cell)
      return cell
    }
  }

  /// Loads a photo, which arrives some seconds later, as from a cache or the network.
  func load(_ photo: Image, at index: Int, after seconds: Double) {
    engine.asyncAfter(seconds) { [weak self] in
      self?.photoDidLoad(photo, at: index)
    }
  }

  func photoDidLoad(_ photo: Image, at index: Int) {
    loaded[index] = photo
    cells[index].image = photo
    browser?.photoDidLoad(photo, at: index)
  }

  func open(_ index: Int) throws {
    present(makeBrowser(for: index), animated: true, completion: nil)
  }

  func makeBrowser(for index: Int) -> PhotoBrowserViewController {
    let browser = PhotoBrowserViewController(engine: engine, name: "browser")
    browser.list = self
    browser.indexForDismissal = index
    browser.modalPresentationStyle = .custom
    browser.transitioningDelegate = self
    self.browser = browser
    return browser
  }

  func photo(at index: Int) -> Image { loaded[index] ?? placeholder }

  func transitionImageView(for index: Int) -> ImageView? {
    guard cells.indices.contains(index) else { return nil }
    let imageView = ImageView(engine: engine, name: "photo")
    imageView.image = cells[index].image
    imageView.contentMode = .scaleAspectFill
    imageView.clipsToBounds = true
    return imageView
  }

  func transitionStartRect(for index: Int) -> Rect? {
    guard cells.indices.contains(index) else { return nil }
    let screen = engine.screenBounds
    let frame = cells[index].frame
    let isVisible = frame.maxY > view.bounds.minY && frame.minY < view.bounds.maxY
    return isVisible
      ? view.convert(frame, to: nil)
      : Rect(x: view.bounds.width / 2, y: screen.height + 50, width: 0, height: 0)
  }

  func transitionEndRect(for index: Int) -> Rect? {
    cells.indices.contains(index) ? fullRect(photo(at: index)) : nil
  }

  /// The frame of a photo as wide as the screen, centered if it is less high than the screen; a
  /// line in the middle for a photo without area.
  func fullRect(_ photo: Image) -> Rect {
    let screen = engine.screenBounds
    let hasArea = photo.size.width > 0 && photo.size.height > 0
    let height = hasArea ? screen.width / photo.size.width * photo.size.height : 0
    let y = height < screen.height ? (screen.height - height) / 2 : 0
    return Rect(x: 0, y: y, width: screen.width, height: height)
  }

  func animationController(
    forPresented presented: ViewController, presenting: ViewController, source: ViewController
  ) -> (any AnimatedTransitioning)? {
    PhotoBrowserAnimator(
      isPresenting: true, index: browser?.indexForDismissal ?? 0, source: self, dismissalSource: nil
    )
  }

  func animationController(
    forDismissed dismissed: ViewController
  ) -> (any AnimatedTransitioning)? {
    PhotoBrowserAnimator(isPresenting: false, index: 0, source: self, dismissalSource: browser)
  }
}

/// Shows one photo in full, and turns to the next.
final class PhotoBrowserViewController: ViewController, PhotoBrowserDismissalSource {
  var indexForDismissal = 0
  var transitionType = ContentTransition.Kind.push
  weak var list: PhotoListViewController?
  private(set) lazy var imageView = ImageView(engine: engine, name: "full photo")

  override func viewDidLoad() {
    super.viewDidLoad()
    imageView.contentMode = .scaleAspectFill
    imageView.layer.masksToBounds = true
    view.addSubview(imageView)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard let list else { return }
    photoDidLoad(list.photo(at: indexForDismissal), at: indexForDismissal)
  }

  func photoDidLoad(_ photo: Image, at index: Int) {
    guard let list, index == indexForDismissal else { return }
    imageView.image = photo
    imageView.frame = list.fullRect(photo)
  }

  func swipe(to subtype: ContentTransition.Subtype) {
    let next = indexForDismissal + (subtype == .fromRight ? 1 : -1)
    guard let list, (0..<list.photoCount).contains(next) else { return }
    indexForDismissal = next
    photoDidLoad(list.photo(at: next), at: next)
    let transition = ContentTransition(transitionType, subtype: subtype, duration: 1)
    imageView.layer.add(transition, forKey: "transition")
  }

  func imageViewForDismissal() -> ImageView? {
    let copy = ImageView(engine: engine, name: "photo")
    copy.image = imageView.image
    copy.contentMode = .scaleAspectFill
    copy.clipsToBounds = true
    copy.frame = view.convert(imageView.frame, to: nil)
    return copy
  }
}
