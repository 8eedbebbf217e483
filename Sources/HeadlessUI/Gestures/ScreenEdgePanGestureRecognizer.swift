/// Recognizes a drag that starts within 20 points of an edge and goes inward.
public final class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  public enum Edge: Sendable {
    case left, right, top, bottom
  }

  /// How close to the edge the finger goes down, in points.
  static let edgeWidth = 20.0

  public let edge: Edge

  /// Creates a recognizer for one edge of the window.
  public init(edge: Edge, action: @escaping (GestureRecognizer) -> Void) {
    self.edge = edge
    super.init(action: action)
  }

  public override func shouldBegin(_ way: Point) -> Bool {
    guard let bounds = view?.root.bounds else { return false }
    switch edge {
    case .left: return start.x - bounds.minX <= Self.edgeWidth && way.x > 0
    case .right: return bounds.maxX - start.x <= Self.edgeWidth && way.x < 0
    case .top: return start.y - bounds.minY <= Self.edgeWidth && way.y > 0
    case .bottom: return bounds.maxY - start.y <= Self.edgeWidth && way.y < 0
    }
  }
}
