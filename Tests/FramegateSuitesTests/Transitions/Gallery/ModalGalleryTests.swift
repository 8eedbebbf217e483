import MotionKernels
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Modal transitions without a finger, compared with tables of their frames.
@Suite("Modal transitions")
struct ModalGalleryTests {
  @Test("System default: up from the bottom edge on the system's spring, and back")
  func systemDefault() {
    for step in 0..<10 {
      let time = SystemDefaultAnimator.duration * Double(step) / 10
      let progress = Spring.systemTransition.progress(at: time)
      let present = Gallery.stage("systemDefault.present")
      let dismiss = Gallery.stage("systemDefault.dismiss")
      present.sample(time)
      dismiss.sample(time)
      expectClose(present.to.presentationFrame.minY, 667 * (1 - progress), within: 1e-5)
      expectClose(dismiss.from.presentationFrame.minY, 667 * progress, within: 1e-5)
    }
    let present = Gallery.stage("systemDefault.present")
    present.sample(SystemDefaultAnimator.duration - 1e-6)
    #expect(present.to.presentationFrame.minY != 0)
    present.play(until: 0.6)
    #expect(present.to.presentationFrame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(present.isSettled)
  }

  @Test("Top-drop, both directions")
  func topDrop() {
    for row in Table(GalleryTables.topDrop).rows {
      let time = 0.5 * Table.number(row[0])
      let present = Gallery.stage("topDrop.present")
      let dismiss = Gallery.stage("topDrop.dismiss")
      present.sample(time)
      dismiss.sample(time)
      expectPrinted(present.to.presentationFrame.minY, row[2])
      #expect(present.to.presentationFrame.minX == 0)
      expectPrinted(dismiss.from.presentationFrame.minY, row[3])
      // The presenter's page is already behind the moving view, at its final frame.
      let container = dismiss.window.subviews.last
      if time < 0.5 {
        #expect(container?.subviews.map(\.name) == ["to", "from"])
        #expect(dismiss.to.frame == Rect(x: 0, y: 0, width: 375, height: 667))
      }
    }
  }

  @Test("Inset presentation: the layout hook and the running animation agree")
  func inset() {
    for row in Table(GalleryTables.inset).rows {
      let time = 0.5 * Table.number(row[0])
      let present = Gallery.stage("insetPresentation.present")
      let dismiss = Gallery.stage("insetPresentation.dismiss")
      present.sample(time)
      dismiss.sample(time)
      let frame = present.to.presentationFrame
      expectPrinted(frame.minY, row[2])
      expectClose(frame.minX, 50)
      expectClose(frame.width, 275)
      expectClose(frame.height, 467)
      expectPrinted(dismiss.from.presentationFrame.minY, row[3])
      expectPrinted(dismiss.from.presentation.alpha, row[4])
    }
  }

  @Test("Side-slide, both directions")
  func sideSlide() {
    for row in Table(GalleryTables.sideSlide).rows {
      let time = 0.5 * Table.number(row[0])
      let present = Gallery.stage("sideSlide.present")
      let dismiss = Gallery.stage("sideSlide.dismiss")
      present.sample(time)
      dismiss.sample(time)
      expectPrinted(present.to.presentationFrame.minX, row[2])
      expectPrinted(dismiss.from.presentationFrame.minX, row[3])
    }
  }

  @Test(
    "When a transition is over, the window contains the right views",
    arguments: [
      ("systemDefault.present", ["from", "container", "to"]),
      ("systemDefault.dismiss", ["to"]),
      ("topDrop.present", ["container", "to"]),
      ("topDrop.dismiss", ["to"]),
      ("insetPresentation.present", ["from", "container", "to"]),
      ("insetPresentation.dismiss", ["to"]),
      ("sideSlide.present", ["container", "to"]),
      ("sideSlide.dismiss", ["to"]),
      ("cartFold.present", ["from", "container", "to"]),
      ("cartFold.dismiss", ["to"]),
      ("edgeSwipeCard.present", ["container", "to"]),
      ("edgeSwipeCard.dismiss", ["to"]),
      ("musicCard.present", ["from", "container", "to"]),
      ("musicCard.dismiss", ["to"]),
    ])
  func hierarchyAfterwards(name: String, names: [String]) {
    let stage = Gallery.stage(name, StageParameters(layers: 0))
    stage.play(until: stage.duration + 0.1)
    #expect(stage.window.states().dropFirst().map(\.name) == names)
    #expect(stage.isSettled)
    let home = stage.to.presentation
    #expect(home.frame(anchorPoint: Point(x: 0.5, y: 0.5)).width > 0)
  }
}
