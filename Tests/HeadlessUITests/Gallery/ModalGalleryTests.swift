import HeadlessUI
import MotionKernels
import Testing

/// §15.0, §15.2 to §15.4 and their tables.
@Suite("Modal transitions")
struct ModalGalleryTests {
  @Test("System default: up from the bottom edge on the system's spring, and back")
  func systemDefault() {
    for step in 0..<10 {
      let time = SystemDefaultTimes.duration * Double(step) / 10
      let progress = Spring.systemTransition.progress(at: time)
      let (present, dismiss) = (
        TransitionStage.systemDefaultPresent(), TransitionStage.systemDefaultDismiss()
      )
      present.sample(time)
      dismiss.sample(time)
      expectClose(present.to.presentationFrame.minY, 667 * (1 - progress), within: 1e-5)
      expectClose(dismiss.from.presentationFrame.minY, 667 * progress, within: 1e-5)
    }
    let present = TransitionStage.systemDefaultPresent()
    present.sample(SystemDefaultTimes.duration - 1e-6)
    #expect(present.to.presentationFrame.minY != 0)
    present.play(until: 0.6)
    #expect(present.to.presentationFrame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(present.isSettled)
  }

  private enum SystemDefaultTimes {
    static let duration = 0.5058237871186482
  }

  @Test("Top-drop, both directions")
  func topDrop() {
    for row in Table(GalleryTables.topDrop).rows {
      let time = 0.5 * Table.number(row[0])
      let (present, dismiss) = (TransitionStage.topDropPresent(), TransitionStage.topDropDismiss())
      present.sample(time)
      dismiss.sample(time)
      expectPrinted(present.to.presentationFrame.minY, row[2])
      #expect(present.to.presentationFrame.minX == 0)
      expectPrinted(dismiss.from.presentationFrame.minY, row[3])
      // The presenter's page is behind the moving view, at its final frame.
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
      let (present, dismiss) = (TransitionStage.insetPresent(), TransitionStage.insetDismiss())
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
      let (present, dismiss) = (
        TransitionStage.sideSlidePresent(), TransitionStage.sideSlideDismiss()
      )
      present.sample(time)
      dismiss.sample(time)
      expectPrinted(present.to.presentationFrame.minX, row[2])
      expectPrinted(dismiss.from.presentationFrame.minX, row[3])
    }
  }

  @Test(
    "When it is over, the window holds what it should",
    arguments: [
      (TransitionStage.systemDefaultPresent, ["from", "container", "to"]),
      (TransitionStage.systemDefaultDismiss, ["to"]),
      (TransitionStage.topDropPresent, ["container", "to"]),
      (TransitionStage.topDropDismiss, ["to"]),
      (TransitionStage.insetPresent, ["from", "container", "to"]),
      (TransitionStage.insetDismiss, ["to"]),
      (TransitionStage.sideSlidePresent, ["container", "to"]),
      (TransitionStage.sideSlideDismiss, ["to"]),
      (TransitionStage.cartFoldPresent, ["from", "container", "to"]),
      (TransitionStage.cartFoldDismiss, ["to"]),
      (TransitionStage.edgeSwipeCardPresent, ["container", "to"]),
      (TransitionStage.edgeSwipeCardDismiss, ["to"]),
      (TransitionStage.musicCardPresent, ["from", "container", "to"]),
      (TransitionStage.musicCardDismiss, ["to"]),
    ] as [(@Sendable (StageParameters) -> TransitionStage, [String])])
  func hierarchyAfterwards(
    makeStage: @Sendable (StageParameters) -> TransitionStage, names: [String]
  ) {
    let stage = makeStage(StageParameters(layers: 0))
    stage.play(until: stage.duration + 0.1)
    #expect(stage.window.snapshots().dropFirst().map(\.name) == names)
    #expect(stage.isSettled)
    let home = stage.to.presentation
    #expect(home.frame(anchorPoint: Point(x: 0.5, y: 0.5)).width > 0)
  }
}
