import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Where a picture is drawn in its view, and which part of it shows.
@Suite("Image views")
struct ImageViewTests {
  let engine = Engine()

  private func view(
    _ mode: ImageView.ContentMode, picture: Size, clips: Bool = true
  ) -> ImageView {
    let view = ImageView(
      engine: engine, name: "photo", frame: Rect(x: 7, y: 9, width: 100, height: 100))
    view.image = Image(name: "picture", size: picture)
    view.contentMode = mode
    view.clipsToBounds = clips
    return view
  }

  /// A picture of 200 × 100 or 100 × 400 points in a view of 100 × 100.
  @Test(
    "The content mode places and crops the picture",
    arguments: [
      (ImageView.ContentMode.scaleToFill, 200.0, 100.0, [0.0, 0, 100, 100], [0.0, 0, 1, 1]),
      (.scaleAspectFit, 200, 100, [0, 25, 100, 50], [0, 0, 1, 1]),
      (.scaleAspectFill, 200, 100, [-50, 0, 200, 100], [0.25, 0, 0.5, 1]),
      (.scaleAspectFit, 100, 400, [37.5, 0, 25, 100], [0, 0, 1, 1]),
      (.scaleAspectFill, 100, 400, [0, -150, 100, 400], [0, 0.375, 1, 0.25]),
      (.redraw, 200, 100, [0, 0, 100, 100], [0, 0, 1, 1]),
      (.center, 200, 50, [-50, 25, 200, 50], [0.25, 0, 0.5, 1]),
      (.top, 200, 50, [-50, 0, 200, 50], [0.25, 0, 0.5, 1]),
      (.bottom, 200, 50, [-50, 50, 200, 50], [0.25, 0, 0.5, 1]),
      (.left, 200, 50, [0, 25, 200, 50], [0, 0, 0.5, 1]),
      (.right, 200, 50, [-100, 25, 200, 50], [0.5, 0, 0.5, 1]),
      (.topLeft, 40, 50, [0, 0, 40, 50], [0, 0, 1, 1]),
      (.topRight, 40, 50, [60, 0, 40, 50], [0, 0, 1, 1]),
      (.bottomLeft, 40, 50, [0, 50, 40, 50], [0, 0, 1, 1]),
      (.bottomRight, 40, 50, [60, 50, 40, 50], [0, 0, 1, 1]),
    ])
  func placement(
    mode: ImageView.ContentMode, width: Double, height: Double, drawn: [Double], part: [Double]
  ) {
    func rect(_ numbers: [Double]) -> Rect {
      Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    let size = Size(width: width, height: height)
    #expect(view(mode, picture: size).drawnRect == rect(drawn))
    #expect(view(mode, picture: size).visiblePart == rect(part))
    #expect(
      view(mode, picture: size, clips: false).visiblePart
        == Rect(x: 0, y: 0, width: 1, height: 1))
  }

  @Test(
    "A content transition begins with what the last tick showed, whatever is set first",
    arguments: ContentTransition.Kind.allCases)
  func oldContents(kind: ContentTransition.Kind) {
    let (first, second, third) = (
      Image(name: "first", size: Size(width: 1, height: 1)),
      Image(name: "second", size: Size(width: 1, height: 1)),
      Image(name: "third", size: Size(width: 1, height: 1))
    )
    let photo = ImageView(engine: engine, name: "photo")
    photo.image = first
    engine.tick(at: 0)
    photo.image = second
    photo.add(ContentTransition(kind))
    #expect(photo.contentFaces()?.old == first)
    engine.tick(at: 10)
    #expect(photo.contentFaces()?.old == first)
    photo.add(ContentTransition(kind))
    photo.image = third
    #expect(photo.contentFaces()?.old == second)
    // What is set twice within a tick shows neither of both.
    photo.image = first
    photo.add(ContentTransition(kind))
    #expect(photo.contentFaces()?.old == second)
    engine.tick(at: 20)
    photo.add(ContentTransition(kind))
    #expect(photo.contentFaces()?.old == first)
  }

  @Test("What a tick sets and shows is old at the next change")
  func oldContentsOfATick() {
    let (first, second) = (
      Image(name: "first", size: Size(width: 1, height: 1)),
      Image(name: "second", size: Size(width: 1, height: 1))
    )
    let photo = ImageView(engine: engine, name: "photo")
    engine.tick(at: 0)
    engine.asyncAfter(0) { photo.image = first }
    engine.tick(at: 10)
    photo.image = second
    photo.add(ContentTransition())
    #expect(photo.contentFaces()?.old == first)
  }

  @Test("Removing all animations of a view also ends its content transitions")
  func removedTransitions() {
    let photo = ImageView(engine: engine, name: "photo")
    engine.tick(at: 0)
    var ended: [Bool] = []
    for key in ["one", "other"] {
      photo.add(ContentTransition(), forKey: key) { ended.append($0) }
    }
    photo.removeAllAnimations()
    #expect(photo.contentFaces(forKey: "one") == nil)
    #expect(photo.contentFaces(forKey: "other") == nil)
    engine.tick(at: 1)
    #expect(ended == [false, false])
    #expect(!engine.hasAnimations)
  }

  @Test(
    "A picture without area, or none, shows nothing", arguments: [0, -1, Double.nan, .infinity])
  func withoutArea(width: Double) {
    for mode in [ImageView.ContentMode.scaleAspectFit, .scaleAspectFill] {
      let photo = view(mode, picture: Size(width: width, height: 100))
      #expect(photo.drawnRect == Rect(x: 50, y: 50, width: 0, height: 0))
      #expect(photo.visiblePart == nil)
      photo.image = nil
      #expect(photo.drawnRect == nil)
      #expect(photo.visiblePart == nil)
    }
  }
}
