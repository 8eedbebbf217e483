import BenchmarkModel
import HeadlessUI

/// A finger drags a sheet of 600 views down.
///
/// Published: every step of the drag lays out the whole sheet again. Fixed: it only moves the
/// sheet.
final class DragLayout: BugStage {
  private static let rows = 120

  /// The sheet, which contains the rows.
  let sheet: CountingStack
  private let script: TouchScript

  init(_ edition: BugEdition, _ screen: ScreenSize) {
    let engine = Engine()
    sheet = CountingStack(engine: engine, axis: .vertical, name: "sheet")
    script = .drag(
      from: Point(x: screen.width / 2, y: 0.2 * screen.height),
      to: Point(x: screen.width / 2, y: 0.8 * screen.height), seconds: 0.2)
    super.init(engine, screen)
    sheet.frame = window.bounds
    for _ in 0..<Self.rows {
      let row = CountingStack(engine: engine, axis: .horizontal, name: "row")
      for _ in 0..<4 { row.addSubview(View(engine: engine, name: "cell")) }
      sheet.addSubview(row)
    }
    window.addSubview(sheet)
    window.layoutIfNeeded()
    sheet.addGestureRecognizer(
      PanGestureRecognizer { [weak sheet] pan in
        guard let sheet else { return }
        sheet.frame.origin.y = max(0, pan.translation(in: nil).y)
        guard edition == .published else { return }
        sheet.invalidateAll()
        sheet.layoutIfNeeded()
      })
  }

  override func begin() {
    script.send(to: window)
  }
}

/// A view that divides its bounds equally among its subviews.
final class CountingStack: View {
  enum Axis {
    case horizontal, vertical
  }

  private let axis: Axis

  /// How often the view has been laid out.
  private(set) var layoutCount = 0

  init(engine: Engine, axis: Axis, name: String) {
    self.axis = axis
    super.init(engine: engine, name: name)
  }

  override func layoutSubviews() {
    layoutCount += 1
    let count = Double(subviews.count)
    let (width, height) = (bounds.width, bounds.height)
    for (index, subview) in subviews.enumerated() {
      let part = Double(index) / count
      subview.frame =
        axis == .vertical
        ? Rect(x: 0, y: part * height, width: width, height: height / count)
        : Rect(x: part * width, y: 0, width: width / count, height: height)
    }
  }

  /// Marks this stack and all stacks inside it for layout.
  func invalidateAll() {
    setNeedsLayout()
    for case let stack as CountingStack in subviews { stack.invalidateAll() }
  }
}

extension BugPair {
  static let dragLayout = BugPair(name: "dragLayout", duration: .milliseconds(250)) {
    DragLayout($0, $1)
  }
}
