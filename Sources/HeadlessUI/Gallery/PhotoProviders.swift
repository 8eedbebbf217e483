/// Where the browser's images come from: a list of thumbnails.
public protocol PhotoSource: AnyObject {
  /// A copy of an item's image view, filled and cut off; nil when the item does not exist.
  func imageViewForTransition(at index: Int) -> ImageView?

  /// Where an item's thumbnail is in the window, or below the screen when it is not visible; nil when
  /// the item does not exist.
  func startRect(at index: Int) -> Rect?

  /// Where an item's image is shown in full; nil when the item does not exist.
  func endRect(at index: Int) -> Rect?
}

/// What the browser hands back when it closes.
public protocol PhotoDismissalSource: AnyObject {
  /// A copy of the image view on screen, placed in the window; nil when there is none.
  func imageViewForDismissal() -> ImageView?

  /// The photo that is on screen.
  var indexForDismissal: Int { get }
}

/// The geometry of the photo browser (§15.7).
public enum PhotoBrowser {
  /// Seconds of either direction, eased in and out.
  public static let duration = 0.6

  /// Where an image is shown in full: as wide as the screen, centred when it is less high.
  ///
  /// An image without area is shown as a line across the middle, so that nothing is divided by zero.
  ///
  /// - Parameters:
  ///   - imageSize: The image's size; the placeholder's when none is loaded.
  ///   - screen: The container's size.
  /// - Returns: A rectangle of the container.
  public static func endRect(imageSize: Size, screen: Size) -> Rect {
    let hasArea = imageSize.width > 0 && imageSize.height > 0
    let height = hasArea ? screen.width / imageSize.width * imageSize.height : 0
    let y = height < screen.height ? (screen.height - height) / 2 : 0
    return Rect(x: 0, y: y, width: screen.width, height: height)
  }
}
