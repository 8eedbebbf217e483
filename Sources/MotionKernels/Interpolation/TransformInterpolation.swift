/// The path from one transform to another; decomposes both ends only once.
///
///     let path = TransformInterpolation(from: rest, to: home)
///     layer.transform = path.value(at: timing.progress(at: fraction))
public struct TransformInterpolation<Transform: TransformKernel>: Sendable {
  /// The transform at progress 0, as given.
  public let start: Transform

  /// The transform at progress 1, as given.
  public let end: Transform

  @usableFromInline let startParts: DecomposedTransform<Transform.Scalar>?
  @usableFromInline let endParts: DecomposedTransform<Transform.Scalar>?

  /// Creates a path and decomposes both ends.
  public init(from start: Transform, to end: Transform) {
    self.start = start
    self.end = end
    startParts = start.decomposed
    endParts = end.decomposed
  }
}

extension TransformInterpolation {
  /// Whether the path jumps from `start` to `end` at a half, because one of them cannot be
  /// decomposed: a scale of 0, for example.
  @inlinable
  public var isDiscrete: Bool { startParts == nil || endParts == nil }

  /// The transform at `progress`; extrapolated below 0 and above 1.
  ///
  /// If either end cannot be decomposed, this is `start` below 0.5 and `end` from there on.
  @inlinable
  public func value(at progress: Transform.Scalar) -> Transform {
    guard let startParts, let endParts else { return progress < 0.5 ? start : end }
    return Transform(startParts.interpolated(to: endParts, at: progress))
  }
}
