/// Shows one of several photos, and turns to the next or the previous one (§16).
public final class PhotoPager {
  public let view: ImageView
  public let photos: [Image]

  /// The photo that shows.
  public private(set) var index: Int

  /// How one photo replaces another; the subtype is set by the direction.
  public var transition: ContentTransition

  /// Creates a pager that shows the first photo, if there is one.
  public init(view: ImageView, photos: [Image], transition: ContentTransition) {
    (self.view, self.photos, self.transition) = (view, photos, transition)
    index = 0
    view.image = photos.first
  }

  /// Turns to the next photo, which enters from the right; does nothing at the last.
  public func showNext() {
    turn(to: index + 1, entering: .fromRight)
  }

  /// Turns to the previous photo, which enters from the left; does nothing at the first.
  public func showPrevious() {
    turn(to: index - 1, entering: .fromLeft)
  }

  private func turn(to newIndex: Int, entering subtype: ContentTransition.Subtype) {
    guard photos.indices.contains(newIndex) else { return }
    transition.subtype = subtype
    view.add(transition)
    view.image = photos[newIndex]
    index = newIndex
  }
}
