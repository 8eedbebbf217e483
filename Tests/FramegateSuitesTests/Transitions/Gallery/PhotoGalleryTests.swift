import MotionKernels
import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The photo browser and content transitions, compared with tables of their frames.
@Suite("Photos")
struct PhotoGalleryTests {
  private let screen = Size(width: 375, height: 667)

  @Test(
    "End rects",
    arguments: [
      (Size(width: 800, height: 600), Rect(x: 0, y: 192.875, width: 375, height: 281.25)),
      (Size(width: 600, height: 2400), Rect(x: 0, y: 0, width: 375, height: 1500)),
      (Size(width: 375, height: 667), Rect(x: 0, y: 0, width: 375, height: 667)),
      (Size(width: 0, height: 0), Rect(x: 0, y: 333.5, width: 375, height: 0)),
      (Size(width: 10, height: 0), Rect(x: 0, y: 333.5, width: 375, height: 0)),
    ])
  func endRect(image: Size, expected: Rect) {
    let scene = Scene()
    let photo = Image(name: "photo", size: image)
    let list = PhotoListViewController(engine: scene.engine, photos: [photo])
    #expect(list.transitionEndRect(for: 0) == expected)
  }

  private func checkPresent(_ table: String, _ index: Int, size: Size) throws {
    for row in Table(table).rows where row[0] != "1" {
      let scene = Scene()
      let photo = Image(name: "photo", size: size)
      let list = PhotoListViewController(
        engine: scene.engine, photos: [Image?](repeating: photo, count: 9))
      scene.window.rootViewController = list
      let viewer = list.makeBrowser(for: index)
      scene.engine.tick(at: 0)
      try list.presentOrThrow(viewer, animated: true)
      let time = 0.6 * Table.number(row[0])
      if time > 0 { scene.engine.tick(seconds: time) }
      let container = viewer.view.superview
      #expect(container?.subviews.map(\.name) == ["browser", "photo"])
      #expect(container?.backgroundColor == .black)
      #expect(viewer.view.alpha == 0)
      let frame = container?.subviews.last?.presentationFrame ?? .zero
      for (number, text) in zip([frame.minX, frame.minY, frame.width, frame.height], row[2...]) {
        expectPrinted(number, text)
      }
      scene.run(until: 1)
      #expect(container?.subviews.map(\.name) == ["browser"])
      #expect(container?.backgroundColor == .clear)
      #expect(viewer.view.alpha == 1)
      #expect(!scene.engine.hasTransitions)
    }
  }

  @Test("A thumbnail grows to full width")
  func present() throws {
    try checkPresent(GalleryTables.photoPresent, 0, size: Size(width: 800, height: 600))
  }

  @Test("A long image grows larger than the screen")
  func presentLong() throws {
    try checkPresent(GalleryTables.photoLong, 4, size: Size(width: 600, height: 2400))
  }

  private struct Browser {
    let scene: Scene
    let list: PhotoListViewController
    let viewer: PhotoBrowserViewController
    let photo = Image(name: "photo", size: Size(width: 800, height: 600))

    init() throws {
      scene = Scene()
      list = PhotoListViewController(
        engine: scene.engine, photos: Array(repeating: photo, count: 40))
      scene.window.rootViewController = list
      viewer = list.makeBrowser(for: 4)
      scene.engine.tick(at: 0)
      try list.presentOrThrow(viewer, animated: true)
      scene.run(until: 1)
    }

    var movingImage: View? { viewer.view.superview?.subviews.last }
  }

  @Test("A photo whose thumbnail is off screen shrinks to a point below the screen")
  func dismissOffScreen() throws {
    for row in Table(GalleryTables.photoDismissOffScreen).rows where row[0] != "1" {
      let browser = try Browser()
      browser.viewer.indexForDismissal = 39
      try browser.viewer.dismissOrThrow(animated: true)
      let time = 1 + 0.6 * Table.number(row[0])
      if time > 1 { browser.scene.engine.tick(seconds: time) }
      let frame = browser.movingImage?.presentationFrame ?? .zero
      for (number, text) in zip([frame.minX, frame.minY, frame.width, frame.height], row[2...]) {
        expectPrinted(number, text)
      }
      #expect(browser.viewer.view.alpha == 0)
    }
  }

  @Test("A thumbnail that was scrolled is found at its new place")
  func scrolled() throws {
    let browser = try Browser()
    browser.list.view.bounds.origin.y = 60
    let cell = browser.list.cells[4].frame
    #expect(browser.list.transitionStartRect(for: 4) == cell.offset(x: 0, y: -60))
    browser.list.view.bounds.origin.y = cell.maxY
    #expect(
      browser.list.transitionStartRect(for: 4) == Rect(x: 187.5, y: 717, width: 0, height: 0))
    browser.list.view.bounds.origin.y = 60
    try browser.viewer.dismissOrThrow(animated: true)
    browser.scene.run(until: 3)
    #expect(browser.viewer.view.superview == nil)
    #expect(browser.scene.window.subviews.map(\.name) == ["list"])
    #expect(browser.scene.engine.diagnostics.isEmpty)
  }

  @Test("Without a loaded image, the placeholder's size counts")
  func placeholder() throws {
    let scene = Scene()
    let list = PhotoListViewController(engine: scene.engine, photos: [nil])
    scene.window.rootViewController = list
    #expect(list.transitionEndRect(for: 0) == Rect(x: 0, y: 146, width: 375, height: 375))
    list.placeholder.size = .zero
    #expect(list.transitionEndRect(for: 0) == Rect(x: 0, y: 333.5, width: 375, height: 0))
    #expect(list.transitionEndRect(for: 1) == nil)
  }

  @Test("Push, moveIn, reveal and fade")
  func contentTransitions() {
    for row in Table(splitting: GalleryTables.contentTransition).rows {
      let p = Table.number(row[0])
      func faces(
        _ kind: ContentTransition.Kind, _ subtype: ContentTransition.Subtype = .fromRight
      ) -> ContentTransition.Faces {
        ContentTransition(kind, subtype: subtype).faces(at: p, size: screen)
      }
      let cases = [
        faces(.push), faces(.moveIn), faces(.reveal), faces(.push, .fromLeft),
      ]
      for (index, face) in cases.enumerated() {
        expectPrinted(face.old.offset.x, row[1 + 2 * index])
        expectPrinted(face.new.offset.x, row[2 + 2 * index])
      }
      expectPrinted(faces(.fade).old.alpha, row[9])
      expectPrinted(faces(.fade).new.alpha, row[10])
      expectClose(faces(.push, .fromTop).new.offset.y, -667 * (1 - p))
      expectClose(faces(.push, .fromBottom).new.offset.y, 667 * (1 - p))
    }
    #expect(ContentTransition(.moveIn).faces(at: 0.5, size: screen).isNewOnTop)
    #expect(!ContentTransition(.reveal).faces(at: 0.5, size: screen).isNewOnTop)
  }

  @Test(
    "The cube's faces meet at its edge, and are flat at both ends",
    arguments: ContentTransition.Subtype.allCases)
  func cube(subtype: ContentTransition.Subtype) {
    let cube = ContentTransition(.cube, subtype: subtype)
    let (w, h) = (screen.width / 2, screen.height / 2)
    let edge: (old: Point, new: Point) =
      switch subtype {
      case .fromRight: (Point(x: w, y: h), Point(x: -w, y: h))
      case .fromLeft: (Point(x: -w, y: h), Point(x: w, y: h))
      case .fromTop: (Point(x: w, y: -h), Point(x: w, y: h))
      case .fromBottom: (Point(x: w, y: h), Point(x: w, y: -h))
      }
    for step in 0...10 {
      let faces = cube.faces(at: Double(step) / 10, size: screen)
      expectClose(faces.old.transform.mapped(edge.old), faces.new.transform.mapped(edge.new))
    }
    let point = Point(x: 30, y: -70)
    expectClose(cube.faces(at: 0, size: screen).old.transform.mapped(point), point)
    expectClose(cube.faces(at: 1, size: screen).new.transform.mapped(point), point)
  }

  /// Twice the signed area of a face's image; negative when it is mirrored.
  private func area(_ face: ContentTransition.Face) -> Double {
    let (w, h) = (screen.width / 2, screen.height / 2)
    let corners = [(-w, -h), (w, -h), (w, h), (-w, h)].map {
      face.transform.mapped(Point(x: $0.0, y: $0.1))
    }
    return corners.indices.reduce(0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      return sum + a.x * b.y - b.x * a.y
    }
  }

  @Test(
    "A face of the cube that faces away is hidden, and no visible one is mirrored or covered",
    arguments: ContentTransition.Subtype.allCases)
  func cubeHidesWhatFacesAway(subtype: ContentTransition.Subtype) {
    let cube = ContentTransition(.cube, subtype: subtype)
    // The new face turns to the eye at asin(0.2) of a right angle, the old one away as long before
    // the end.
    let turn = 0.128_188_433_697_9
    for step in 0...1_000 {
      let progress = Double(step) / 1_000
      let faces = cube.faces(at: progress, size: screen)
      #expect(faces.new.isVisible == (progress > turn), "new at \(progress)")
      #expect(faces.old.isVisible == (progress < 1 - turn), "old at \(progress)")
      for face in [faces.old, faces.new] where face.isVisible { #expect(area(face) > 0) }
      #expect(faces.isNewOnTop == (progress >= 0.5))
    }
  }

  @Test("The card shows its other side from a quarter turn on")
  func flip() {
    let flip = ContentTransition(.oglFlip)
    #expect(flip.faces(at: 0.49, size: screen).old.isVisible)
    #expect(!flip.faces(at: 0.49, size: screen).new.isVisible)
    #expect(flip.faces(at: 0.5, size: screen).new.isVisible)
    let point = Point(x: 30, y: -70)
    expectClose(flip.faces(at: 1, size: screen).new.transform.mapped(point), point)
  }

  @Test("Old contents are what the last tick showed; new ones may arrive later")
  func contents() {
    let scene = Scene()
    let engine = scene.engine
    let photos = ["a", "b", "c"].map { Image(name: $0, size: screen) }
    let list = PhotoListViewController(engine: engine, photos: photos)
    let browser = list.makeBrowser(for: 0)
    scene.window.rootViewController = browser
    let view = browser.imageView
    engine.tick(at: 0)
    browser.swipe(to: .fromLeft)
    #expect(view.contentFaces() == nil)
    browser.swipe(to: .fromRight)
    engine.tick(seconds: 0.25)
    #expect(view.contentFaces()?.old == photos[0])
    #expect(view.image == photos[1])
    expectClose(view.contentFaces()?.faces.new.offset.x ?? .nan, 281.25)
    view.image = photos[2]
    expectClose(view.contentFaces()?.faces.new.offset.x ?? .nan, 281.25)
    browser.swipe(to: .fromRight)
    #expect(view.contentFaces()?.old == photos[1])
    expectClose(view.contentFaces()?.faces.new.offset.x ?? .nan, 375)
    browser.swipe(to: .fromRight)
    #expect(browser.indexForDismissal == 2)
    browser.swipe(to: .fromLeft)
    expectClose(view.contentFaces()?.faces.new.offset.x ?? .nan, -375)
    engine.tick(seconds: 1.25)
    #expect(view.contentFaces() == nil)
    withExtendedLifetime(list) {}
  }

  @Test("Defaults, start and end progress")
  func properties() {
    var transition = ContentTransition()
    #expect(transition.type == .fade)
    #expect(transition.subtype == .fromRight)
    #expect(transition.duration == 0.25)
    #expect(transition.curve == .linear)
    #expect((transition.startProgress, transition.endProgress) == (0, 1))
    transition.startProgress = 0.2
    transition.endProgress = 0.6
    expectClose(transition.faces(at: 0.5, size: screen).new.alpha, 0.4)
  }

  @Test("The flying photo of the browser is cropped less and less, and not at its end")
  func flight() throws {
    let stage = Gallery.stage("photoBrowser.present", StageParameters(layers: 0))
    func photo() throws -> ImageView {
      try #require(stage.window.subviews.last?.subviews.last as? ImageView)
    }
    // 800 × 600 in a square of 112: all of the height, three quarters of the width.
    let start = try #require(try photo().visiblePart)
    expectClose(start, Rect(x: 0.125, y: 0, width: 0.75, height: 1))
    stage.sample(0.3)
    // 243.5 × 196.625, halfway: 196.625 · 4 / 3 points wide.
    let middle = try #require(try photo().visiblePart)
    expectClose(middle.width, 243.5 / (196.625 * 4 / 3))
    stage.sample(0.6 - 1e-6)
    expectClose(try #require(try photo().visiblePart).width, 1, within: 1e-6)
  }
}
