/// What a stack may do with a view's size.
public struct LayoutTraits: Hashable, Sendable {
  /// The smallest and largest length along an axis, in points.
  public struct Limits: Hashable, Sendable {
    public var minimum: Double
    public var maximum: Double

    /// Creates limits; without arguments, any length.
    public init(minimum: Double = 0, maximum: Double = .infinity) {
      self.minimum = minimum
      self.maximum = maximum
    }

    /// Limits that allow one length only.
    public static func fixed(_ length: Double) -> Limits {
      Limits(minimum: length, maximum: length)
    }
  }

  /// The limits of the width.
  public var width = Limits()

  /// The limits of the height.
  public var height = Limits()

  /// How much the view resists growing beyond its own size; 250 by default.
  ///
  /// A stack grows the views with the lowest number.
  public var hugging = 250.0

  /// How much the view resists shrinking below its own size; 750 by default.
  ///
  /// A stack shrinks the views with the lowest number.
  public var compressionResistance = 750.0

  public init() {}

  /// Traits that allow only the given width or height, and any length where none is given.
  public static func fixed(width: Double? = nil, height: Double? = nil) -> LayoutTraits {
    var traits = LayoutTraits()
    if let width { traits.width = .fixed(width) }
    if let height { traits.height = .fixed(height) }
    return traits
  }
}

extension LayoutTraits.Limits {
  /// The length moved into the limits, never below 0; NaN becomes the minimum.
  func clamp(_ length: Double) -> Double {
    let low = minimum > 0 ? minimum : 0
    return length > low ? (length < maximum ? length : max(maximum, low)) : low
  }
}

// What stacks need of a view.
extension View {
  /// Tells the stacks around this view that it wants another size, so that the next layout pass
  /// lays them out again.
  public func invalidateIntrinsicContentSize() {
    forgetSizes()
    var view = superview
    while let stack = view as? StackView {
      stack.forgetSizes()
      stack.setNeedsLayout()
      view = stack.superview
    }
  }
}
