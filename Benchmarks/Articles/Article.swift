public import HeadlessUI

/// The transitions of the articles, for suites; the articles' own types are internal, as in an app.
///
/// The numbers of articles are those in `README.md`.
public enum Article {
  /// A page, and a modal that can be presented over it.
  public struct Modal {
    public let page: ViewController
    public let modal: ViewController

    /// The modal's delegate, which must be kept, or nil if the modal keeps it.
    public let delegate: AnyObject?

    public init(page: ViewController, modal: ViewController, delegate: AnyObject? = nil) {
      self.page = page
      self.modal = modal
      self.delegate = delegate
    }
  }

  /// A list of photos, and a browser that can be presented over it.
  public struct Photos {
    public let list: ViewController
    public let browser: ViewController

    /// The view that shows a photo in the browser.
    public let imageView: ImageView

    /// Shows the next photo.
    public let showNext: () -> Void
  }
}

extension Article {
  /// Article 000: the shop's page, and the product's sheet, which can be pulled down.
  public static func cartFold(_ engine: Engine) -> Modal {
    let product = ProductViewController(engine: engine, name: "product")
    _ = product.view
    return Modal(page: ShopViewController(engine: engine, name: "shop"), modal: product)
  }

  /// Article 001: a modal that drops in from above.
  public static func topDrop(_ engine: Engine) -> Modal {
    surveyed(engine, style: .fullScreen) { _ in DropTransition() }
  }

  /// Article 001: an inset modal.
  public static func insetPresentation(_ engine: Engine) -> Modal {
    surveyed(engine, style: .custom) { _ in InsetTransition() }
  }

  /// Article 001: a modal that slides in from the right, and can be swiped out.
  public static func sideSlide(_ engine: Engine) -> Modal {
    surveyed(engine, style: .fullScreen) { SlideInteraction($0) }
  }

  private static func surveyed(
    _ engine: Engine, style: ModalPresentationStyle,
    makeDelegate: (ViewController) -> any TransitioningDelegate
  ) -> Modal {
    let modal = ViewController(engine: engine, name: "modal")
    let delegate = makeDelegate(modal)
    modal.modalPresentationStyle = style
    modal.transitioningDelegate = delegate
    return Modal(
      page: ViewController(engine: engine, name: "page"), modal: modal, delegate: delegate)
  }

  /// Article 001: a delegate that pushes and pops pages from the top right corner; containers
  /// reference it weakly.
  public static func cornerTransition() -> any NavigationControllerDelegate {
    CornerTransition()
  }

  /// Article 001: a delegate that shrinks a tab to the center; containers reference it weakly.
  public static func shrinkTransition() -> any TabBarControllerDelegate {
    ShrinkTransition()
  }

  /// Article 002: a list that has loaded its photos, and a browser that opens one of them.
  ///
  /// - Parameters:
  ///   - engine: The engine of all views.
  ///   - photos: The photos in the list.
  ///   - index: The photo that the browser opens.
  ///   - turn: How the next photo replaces that one.
  /// - Returns: The list and the browser.
  public static func photoBrowser(
    _ engine: Engine, _ photos: [Image], opening index: Int, turn: ContentTransition.Kind = .push
  ) -> Photos {
    let list = PhotoListViewController(engine: engine, name: "list")
    list.photoCount = photos.count
    _ = list.view
    for (item, photo) in photos.enumerated() { list.photoDidLoad(photo, at: item) }
    let browser = list.makeBrowser(for: index)
    browser.transitionType = turn
    return Photos(
      list: list, browser: browser, imageView: browser.imageView,
      showNext: { [weak browser] in browser?.swipe(to: .fromRight) })
  }

  /// Article 003: a page, and the card, which can be swiped out.
  public static func edgeSwipeCard(_ engine: Engine) -> Modal {
    let card = CardViewController(engine: engine, name: "card")
    _ = card.view
    return Modal(page: ViewController(engine: engine, name: "page"), modal: card)
  }

  /// Article 003: the animator that presents the card.
  public static func cardPresentation(isInteractive: Bool) -> any AnimatedTransitioning {
    CardAnimator(.present, isInteractive: isInteractive)
  }

  /// Article 004: a page, and the card of the playing music, which can be pulled down.
  public static func musicCard(_ engine: Engine) -> Modal {
    Modal(
      page: ViewController(engine: engine, name: "page"),
      modal: NowPlayingViewController(engine: engine, name: "now playing"))
  }
}
