import BenchmarkModel
import HeadlessUI

/// A grid of views adapts to a rotated screen.
///
/// Published: each layout pass of the rotation animates to the container's current size. Animations
/// of frames are additive, so every pass adds one more animation to every view until the first ones
/// end. Fixed: the final frames are set in one block.
final class RotationPileup: BugStage {
  private static let (columns, duration) = (10, 0.25)

  private let edition: BugEdition
  private let container: View

  /// The views of the grid, row by row.
  let cells: [View]

  init(_ edition: BugEdition, _ screen: ScreenSize) {
    self.edition = edition
    let engine = Engine()
    container = View(engine: engine, name: "container")
    cells = (0..<100).map { _ in View(engine: engine, name: "cell") }
    super.init(engine, screen)
    container.frame = window.bounds
    window.addSubview(container)
    for cell in cells { container.addSubview(cell) }
    arrange(in: container.bounds.size)
  }

  override func begin() {
    let size = window.bounds.size
    let rotated = Size(width: size.height, height: size.width)
    engine.animate(duration: Self.duration) {
      container.bounds.size = rotated
      if edition == .fixed { arrange(in: rotated) }
    }
  }

  override func update() {
    guard edition == .published else { return }
    let size = container.presentation.bounds.size
    engine.animate(duration: Self.duration) { arrange(in: size) }
  }

  private func arrange(in size: Size) {
    let rows = (cells.count + Self.columns - 1) / Self.columns
    let width = size.width / Double(Self.columns)
    let height = size.height / Double(rows)
    for (index, cell) in cells.enumerated() {
      cell.frame = Rect(
        x: Double(index % Self.columns) * width, y: Double(index / Self.columns) * height,
        width: width, height: height)
    }
  }
}

extension BugPair {
  static let rotationPileup = BugPair(name: "rotationPileup", duration: .milliseconds(250)) {
    RotationPileup($0, $1)
  }
}
