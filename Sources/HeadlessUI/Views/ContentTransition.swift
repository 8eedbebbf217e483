/// Replaces a view's old contents by its new contents over a duration (§16).
///
/// Shapes and defaults are the platform's, including the four types that it keeps private.
public struct ContentTransition: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case fade, moveIn, push, reveal
    /// Two faces of a cube that turns by 90°.
    case cube
    /// Two sides of a card that turns by 180°.
    case oglFlip
    /// Progress without geometry.
    case pageCurl
    /// Progress without geometry.
    case pageUnCurl
  }

  /// The edge at which new contents enter.
  public enum Subtype: String, CaseIterable, Sendable {
    case fromRight, fromLeft, fromTop, fromBottom
  }

  public var kind: Kind
  public var subtype: Subtype

  /// Seconds.
  public var duration: Double

  public var curve: AnimationCurve

  /// Where in the whole transition it starts and ends, each 0…1.
  public var startProgress = 0.0
  public var endProgress = 1.0

  /// Creates a transition; the defaults are those of one whose properties are not set.
  public init(
    _ kind: Kind = .fade, subtype: Subtype = .fromRight, duration: Double = 0.25,
    curve: AnimationCurve = .linear
  ) {
    (self.kind, self.subtype, self.duration, self.curve) = (kind, subtype, duration, curve)
  }
}

/// A content transition that was added to a view.
struct RunningContentTransition {
  let key: String
  let transition: ContentTransition
  let old: Image?
  let group: AnimationGroup
}
