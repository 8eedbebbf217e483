/// The way from one transform to another, both ends decomposed once.
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

  /// Decomposes both ends.
  public init(from start: Transform, to end: Transform) {
    self.start = start
    self.end = end
    startParts = start.decomposed
    endParts = end.decomposed
  }
}

extension TransformInterpolation {
  /// Whether either end cannot be decomposed, so that the value jumps at 0.5.
  public var isDiscrete: Bool { startParts == nil || endParts == nil }

  /// The transform at `progress`; below 0 and above 1 the same formulas go on.
  @inlinable
  public func value(at progress: Transform.Scalar) -> Transform {
    guard let startParts, let endParts else { return progress < 0.5 ? start : end }
    return Transform(startParts.interpolated(to: endParts, at: progress))
  }
}
