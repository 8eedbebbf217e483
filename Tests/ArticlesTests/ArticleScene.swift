import HeadlessUI

@testable import Articles

/// A window on which one leg of an article is about to be played.
final class ArticleScene {
  let engine = Engine()
  let window: Window
  let page: ViewController
  let sheet: ViewController
  private let leg: String

  /// What is referenced weakly.
  private let owners: [AnyObject]
  private let start: () throws -> Void

  /// Plays what comes before a leg, until 4 s of engine time.
  init(_ leg: String) throws {
    self.leg = leg
    let engine = engine
    window = Window(engine: engine, size: Size(width: 375, height: 667))
    engine.tick(at: 0)
    var owners: [AnyObject] = []
    let plain = Article.Modal(
      page: ViewController(engine: engine, name: "page"),
      modal: ViewController(engine: engine, name: "sheet"))
    var modal = plain
    var root: ViewController?
    var present: () throws -> Void = {}
    var begin: () throws -> Void = {}
    switch leg.split(separator: ".").dropLast().joined(separator: ".") {
    case "000": modal = Article.cartFold(engine)
    case "001.drop": modal = Article.topDrop(engine)
    case "001.inset": modal = Article.insetPresentation(engine)
    case "001.slide": modal = Article.sideSlide(engine)
    case "001" where leg == "001.tab":
      let shrink = Article.shrinkTransition()
      let tabs = try TabBarController(
        engine: engine, name: "tabs", viewControllers: [plain.page, plain.modal])
      tabs.delegate = shrink
      root = tabs
      owners = [shrink, tabs]
      begin = { tabs.selectedIndex = 1 }
    case "001":
      let corner = Article.cornerTransition()
      let navigation = NavigationController(engine: engine, name: "navigation", root: plain.page)
      navigation.delegate = corner
      root = navigation
      owners = [corner, navigation]
      present = { try navigation.pushOrThrow(plain.modal, animated: true) }
      begin = leg == "001.push" ? present : { try navigation.popOrThrow(animated: true) }
    case "002":
      let list = PhotoListViewController(engine: engine, name: "list")
      modal = Article.Modal(page: list, modal: plain.modal)
      present = { try list.open(4) }
      begin = present
      if leg != "002.present" {
        begin = {
          let browser = list.presentedViewController as? PhotoBrowserViewController
          if leg == "002.turn" { return browser?.swipe(to: .fromRight) ?? () }
          browser?.indexForDismissal = 59
          try browser?.dismissOrThrow(animated: true, completion: nil)
        }
      }
    case "003": modal = Article.edgeSwipeCard(engine)
    default: modal = Article.musicCard(engine)
    }
    let (page, sheet) = (modal.page, modal.modal)
    window.rootViewController = root ?? page
    if let list = page as? PhotoListViewController {
      let photo = Image(name: "photo", size: Size(width: 800, height: 600))
      for index in 3...5 { list.load(photo, at: index, after: 0) }
      engine.tick(at: 1_000_000)
    } else if root == nil {
      present = { try page.presentOrThrow(sheet, animated: true, completion: nil) }
      begin = leg.hasSuffix("present") ? present : { try sheet.dismissOrThrow(animated: true) }
    }
    if !["present", "push", "tab"].contains(leg.split(separator: ".").last) {
      try present()
      for tick in 1...60 { engine.tick(at: 1_000_000 + Int64(tick) * 16_666_667) }
      engine.tick(at: 4_000_000_000)
    }
    self.page = page
    self.sheet = sheet
    self.owners = owners + [modal.delegate].compactMap { $0 }
    start = begin
  }

  /// Does what follows the tap.
  func begin() throws { try start() }

  deinit {
    engine.invalidate()
  }

  /// Where a finger is that is so far from where its gesture begins.
  func point(_ distance: Double) -> Point {
    switch leg.prefix(3) {
    case "001": Point(x: 60 + distance, y: 300)
    case "003": Point(x: 16 + distance, y: 300)
    case "004": Point(x: 180, y: 60 + distance)
    default: Point(x: 180, y: 200 + distance)
    }
  }

  private enum Missing: Error {
    case view(String)
  }

  /// What is on screen now: `sheet.y`, `page.m11`, and so on.
  func value(_ quantity: String) throws -> Double {
    let parts = quantity.split(separator: ".")
    let container = page.presentedViewController?.presentationController?.containerView
    let view: View
    switch parts[0] {
    case "page": view = page.view
    case "sheet": view = sheet.view
    case "photo":
      guard let photo = container?.subviews.last else { throw Missing.view(quantity) }
      view = photo
    default:
      let browser = page.presentedViewController as? PhotoBrowserViewController
      guard let faces = browser?.imageView.contentFaces()?.faces else {
        throw Missing.view(quantity)
      }
      return (parts[0] == "old" ? faces.old : faces.new).offset.x
    }
    let (frame, transform) = (view.presentationFrame, view.presentation.transform)
    switch parts[1] {
    case "x": return frame.minX
    case "y": return frame.minY
    case "width": return frame.width
    case "height": return frame.height
    case "alpha": return view.presentation.alpha
    case "cornerRadius": return view.presentation.cornerRadius
    case "m11": return transform.m11
    case "m22": return transform.m22
    case "m24": return transform.m24
    case "m42": return transform.m42
    case "m44": return transform.m44
    case "visibleWidth": return (view as? ImageView)?.visiblePart?.width ?? .nan
    case "visibleHeight": return (view as? ImageView)?.visiblePart?.height ?? .nan
    default: throw Missing.view(quantity)
    }
  }

  /// The controller that is on screen at the end.
  var expectedOnScreen: ViewController {
    let isUp = ["present", "cancel", "push", "tab", "turn"].contains { leg.hasSuffix($0) }
    guard isUp else { return page }
    return leg.hasPrefix("002") ? page.presentedViewController ?? page : sheet
  }

  /// The transform of the page at the end.
  var expectedTransform: Transform3D64 {
    guard leg.hasSuffix("present") || leg.hasSuffix("cancel") else { return .identity }
    switch leg.prefix(3) {
    case "000":
      return Transform3DScale(Transform3DMakeTranslation(0, -15, 0), 0.8, 0.9, 1)
    case "004":
      return Transform3D64(scaleX: 1 - 40.0 / 667, y: 1 - 40.0 / 667)
    default: return .identity
    }
  }
}
