import MotionKernels

/// One recorded change of one property of one view.
struct PropertyAnimation {
  enum Property {
    case center, boundsOrigin, boundsSize, transform, alpha, cornerRadius, backgroundColor

    /// Whether the recorded value is an offset that decays and is added to the model value.
    var isAdditive: Bool {
      switch self {
      case .center, .boundsOrigin, .boundsSize: true
      case .transform, .alpha, .cornerRadius, .backgroundColor: false
      }
    }
  }

  let property: Property
  let group: AnimationGroup

  /// Additive: old less new.
  ///
  /// Absolute: what was shown when the animation was recorded.
  var from: SIMD4<Double>

  /// Additive: zero.
  ///
  /// Absolute: the new value.
  var to: SIMD4<Double>

  /// The path between two transforms; only for `transform`.
  var path: TransformPath?

  /// The model value before, which a cancelled interaction writes back.
  let start: SIMD4<Double>
  let startTransform: Transform3D64
}

extension PropertyAnimation {
  /// Applies the animation to `values` as it stands at `time`, in seconds.
  func apply(to values: inout ViewValues, at time: Double) {
    let progress = group.progress(at: time)
    if let path {
      values.transform = path.value(at: progress)
      return
    }
    let value = from + (to - from) * progress
    switch property {
    case .center: values.center = values.center + Point(x: value.x, y: value.y)
    case .boundsOrigin:
      values.bounds.origin = values.bounds.origin + Point(x: value.x, y: value.y)
    case .boundsSize:
      values.bounds.size.width += value.x
      values.bounds.size.height += value.y
    case .alpha: values.alpha = value.x
    case .cornerRadius: values.cornerRadius = value.x
    case .backgroundColor:
      values.backgroundColor = Color(
        red: value.x, green: value.y, blue: value.z, opacity: value.w)
    case .transform: break
    }
  }

  /// Writes the model value from before the animation back.
  func restore(_ values: inout ViewValues) {
    switch property {
    case .center: values.center = Point(x: start.x, y: start.y)
    case .boundsOrigin: values.bounds.origin = Point(x: start.x, y: start.y)
    case .boundsSize: values.bounds.size = Size(width: start.x, height: start.y)
    case .alpha: values.alpha = start.x
    case .cornerRadius: values.cornerRadius = start.x
    case .backgroundColor:
      values.backgroundColor = Color(
        red: start.x, green: start.y, blue: start.z, opacity: start.w)
    case .transform: values.transform = startTransform
    }
  }
}
