extension View {
  /// The parts of a view's frame that change with the size of its superview; see
  /// ``View/autoresizingMask``.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)

    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  /// The parts of the frame that change when the superview's size changes; none by default.
  ///
  /// The change happens at once, also in an animation. Several flexible parts along one axis share
  /// the change in proportion to their lengths, or equally if all are 0.
  public var autoresizingMask: AutoresizingMask {
    get { extras?.autoresizingMask ?? [] }
    set {
      guard newValue != autoresizingMask else { return }
      madeExtras.autoresizingMask = newValue
      if !newValue.isEmpty { superview?.resizesSubviews = true }
    }
  }

  /// Whether subviews follow their ``autoresizingMask``; true by default.
  public var autoresizesSubviews: Bool {
    get { extras?.autoresizesSubviews ?? true }
    set { if newValue != autoresizesSubviews { madeExtras.autoresizesSubviews = newValue } }
  }

  /// Places the subviews that have a mask, after a change of this view's size.
  func resizeSubviews(from old: Size) {
    guard autoresizesSubviews else { return }
    let size = bounds.size
    for view in subviews {
      let mask = view.autoresizingMask
      guard !mask.isEmpty else { continue }
      let place = view.placement
      let (x, width) = AxisParts(
        before: place.minX - bounds.minX, length: place.width, whole: old.width
      ).resized(
        by: size.width - old.width, isBeforeFlexible: mask.contains(.flexibleLeftMargin),
        isLengthFlexible: mask.contains(.flexibleWidth),
        isAfterFlexible: mask.contains(.flexibleRightMargin))
      let (y, height) = AxisParts(
        before: place.minY - bounds.minY, length: place.height, whole: old.height
      ).resized(
        by: size.height - old.height, isBeforeFlexible: mask.contains(.flexibleTopMargin),
        isLengthFlexible: mask.contains(.flexibleHeight),
        isAfterFlexible: mask.contains(.flexibleBottomMargin))
      view.setLayoutFrame(
        Rect(x: bounds.minX + x, y: bounds.minY + y, width: width, height: height))
    }
  }
}

/// The position and length of a view in its superview along one axis.
private struct AxisParts {
  let before: Double
  let length: Double

  /// The superview's length.
  let whole: Double

  /// The offset and the length after the superview has grown by `change`.
  func resized(
    by change: Double, isBeforeFlexible: Bool, isLengthFlexible: Bool, isAfterFlexible: Bool
  ) -> (Double, Double) {
    guard change != 0 else { return (before, length) }
    let flexible = [
      (isBeforeFlexible, before), (isLengthFlexible, length),
      (isAfterFlexible, whole - before - length),
    ]
    let count = flexible.count { $0.0 }
    let sum = flexible.reduce(0) { $0 + ($1.0 ? $1.1 : 0) }
    // If no flexible part has a length, they share equally.
    let shares = flexible.map { isFlexible, part in
      isFlexible ? change * (sum == 0 ? 1 / Double(count) : part / sum) : 0
    }
    return (before + shares[0], length + shares[1])
  }
}
