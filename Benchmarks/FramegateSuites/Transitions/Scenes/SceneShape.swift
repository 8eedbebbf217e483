import HeadlessUI

/// The size of a scene: the numbers from which it is built.
struct SceneShape: Hashable, Sendable {
  /// The number of views, in all pages together.
  let views: Int

  /// The number of levels of views in a page.
  let depth: Int

  /// The number of views that are animated during the transition, in addition to the pages.
  let animated: Int

  /// The number of views that are labels.
  let labels: Int

  /// A dialog or a list of settings: 40 views.
  static let light = SceneShape(views: 40, depth: 4, animated: 4, labels: 8)

  /// A screen of an app: 400 views.
  static let typical = SceneShape(views: 400, depth: 10, animated: 12, labels: 60)

  /// A screen full of nested lists: 1,500 views.
  static let heavy = SceneShape(views: 1_500, depth: 16, animated: 40, labels: 300)

  /// Creates a shape.
  ///
  /// - Precondition: There are at least twice as many views as levels, and at least 1.5 times as
  ///   many views as labels and animated views together.
  init(views: Int, depth: Int, animated: Int, labels: Int) {
    precondition(
      depth >= 2 && views >= 2 * depth && animated >= 0 && labels >= 0
        && 3 * (labels + animated) <= 2 * views,
      "A scene cannot have \(views) views, \(depth) levels, \(animated) animated, \(labels) labels")
    self.views = views
    self.depth = depth
    self.animated = animated
    self.labels = labels
  }

  /// A scene like the heavy one, with another number of views.
  ///
  /// - Precondition: `views` is at least 40.
  static func scaled(toViews views: Int) -> SceneShape {
    SceneShape(
      views: views, depth: min(heavy.depth, views / 10),
      animated: views * heavy.animated / heavy.views,
      labels: views * heavy.labels / heavy.views)
  }
}

extension SceneShape {
  /// The share of page `index` of two: half of everything; the first page gets the remainder.
  func page(_ index: Int) -> PageShape {
    func half(_ count: Int) -> Int { index == 0 ? count - count / 2 : count / 2 }
    return PageShape(
      views: half(views), depth: depth, animated: half(animated), labels: half(labels))
  }
}

/// The share of one page of a scene.
struct PageShape: Hashable, Sendable {
  let views: Int
  let depth: Int
  let animated: Int
  let labels: Int
}
