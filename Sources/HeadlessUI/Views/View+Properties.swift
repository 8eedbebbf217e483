public import MotionKernels

// Animatable properties. Positions and sizes animate additively: what is recorded is the difference
// of old and new. The others go from a recorded start to a recorded end (§7.6).
extension View {
  /// Where the anchor point lies in the superview, in points.
  public var center: Point {
    get { model.center }
    set {
      let old = model.center
      guard newValue != old else { return }
      model.center = newValue
      recordAdditive(.center, from: old.vector, to: newValue.vector)
    }
  }

  /// Origin and size of the view's own coordinate space; setting it keeps `center`.
  public var bounds: Rect {
    get { model.bounds }
    set {
      let old = model.bounds
      guard newValue != old else { return }
      model.bounds = newValue
      if newValue.origin != old.origin {
        recordAdditive(.boundsOrigin, from: old.origin.vector, to: newValue.origin.vector)
      }
      if newValue.size != old.size {
        recordAdditive(.boundsSize, from: old.size.vector, to: newValue.size.vector)
        setNeedsLayout()
      }
    }
  }

  /// The 4 × 4 transform about the anchor point.
  public var transform: Transform3D64 {
    get { model.transform }
    set {
      let old = model.transform
      model.transform = newValue
      recordTransform(from: old, to: newValue)
    }
  }

  /// Opacity, 0…1.
  public var alpha: Double {
    get { model.alpha }
    set {
      let old = model.alpha
      model.alpha = newValue
      recordAbsolute(.alpha, from: SIMD4(old, 0, 0, 0), to: SIMD4(newValue, 0, 0, 0))
    }
  }

  /// Radius of the rounded corners, in points.
  public var cornerRadius: Double {
    get { model.cornerRadius }
    set {
      let old = model.cornerRadius
      model.cornerRadius = newValue
      recordAbsolute(.cornerRadius, from: SIMD4(old, 0, 0, 0), to: SIMD4(newValue, 0, 0, 0))
    }
  }

  public var backgroundColor: Color {
    get { model.backgroundColor }
    set {
      let old = model.backgroundColor
      model.backgroundColor = newValue
      recordAbsolute(.backgroundColor, from: old.vector, to: newValue.vector)
    }
  }
}

extension Point {
  var vector: SIMD4<Double> { SIMD4(x, y, 0, 0) }
}

extension Size {
  var vector: SIMD4<Double> { SIMD4(width, height, 0, 0) }
}

extension Color {
  var vector: SIMD4<Double> { SIMD4(red, green, blue, opacity) }
}
