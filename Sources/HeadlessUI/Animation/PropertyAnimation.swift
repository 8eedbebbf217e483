import MotionKernels

/// A path from one transform to another; both ends are decomposed once, when it is recorded.
typealias TransformPath = TransformInterpolation<Transform3D64>

typealias TransformParts = DecomposedTransform<Double>

/// One recorded change of one property of one view.
///
/// Center and bounds are additive: the recorded value is an offset that decays and is added to the
/// model value. The other properties are absolute.
struct PropertyAnimation {
  enum Property {
    case center, boundsOrigin, boundsSize, transform, alpha, cornerRadius, backgroundColor
    case shadowColor, shadowOpacity, shadowRadius, shadowOffset, borderWidth, borderColor

    /// Whether the recorded value is added to the model's value.
    var isAdditive: Bool { self == .center || self == .boundsOrigin || self == .boundsSize }

    /// Whether it belongs to the view's ``Decoration``, and not to its ``ViewValues``.
    var isDecoration: Bool {
      switch self {
      case .center, .boundsOrigin, .boundsSize, .transform, .alpha, .cornerRadius, .backgroundColor:
        false
      case .shadowColor, .shadowOpacity, .shadowRadius, .shadowOffset, .borderWidth, .borderColor:
        true
      }
    }
  }

  let property: Property
  let group: AnimationGroup

  /// The start value: for an additive property, the old value minus the new one.
  ///
  /// For an absolute property, the value that was shown when the animation was recorded.
  var from = SIMD4<Double>.zero

  /// The end value: zero for an additive property.
  ///
  /// For an absolute property, the new value.
  var to = SIMD4<Double>.zero

  /// A starting velocity in units per second, added to the velocity of the group's timing, or nil
  /// for none.
  var velocity: SIMD4<Double>?

  /// The path between two transforms; only for `transform`.
  var path: TransformPath?

  /// The path, instead of `path`, of a transform that continued from the shown one with a velocity.
  var parts: PartsPath?

  /// The keyframes between both ends, or nil if there are none.
  var track: KeyframeTrack?

  /// The model value before the animation, which a canceled interaction restores.
  var start = SIMD4<Double>.zero
  var startTransform = Transform3D64.identity
}

extension PropertyAnimation {
  /// Applies an animation without copying it, because it has a kilobyte of paths and is applied in
  /// every frame.
  static func apply(
    _ animation: UnsafePointer<PropertyAnimation>, to values: inout ViewValues, at time: Double
  ) {
    let property = animation.pointee.property
    if property.isDecoration { return }
    let group = animation.pointee.group
    let progress = group.progress(at: time)
    if property == .transform {
      if let track = animation.pointee.track {
        values.transform = track.transform(at: progress)
      } else if let parts = animation.pointee.parts {
        values.transform = Transform3D64(
          parts.value(at: progress, response: group.response(at: time)))
      } else {
        values.transform =
          animation.pointee.path?.value(at: progress) ?? animation.pointee.startTransform
      }
      return
    }
    var value: SIMD4<Double>
    if let track = animation.pointee.track {
      value = track.value(at: progress)
    } else {
      let from = animation.pointee.from
      value = from + (animation.pointee.to - from) * progress
      if let velocity = animation.pointee.velocity { value += velocity * group.response(at: time) }
    }
    if property.isAdditive {
      values[property] += value
    } else {
      values[property] = value
    }
  }
}

extension PropertyAnimation {
  /// The animated vector at `time`, in seconds; meaningless for `transform`, which follows its
  /// path.
  func value(at time: Double) -> SIMD4<Double> {
    if let track { return track.value(at: group.progress(at: time)) }
    let value = from + (to - from) * group.progress(at: time)
    guard let velocity else { return value }
    return value + velocity * group.response(at: time)
  }

  /// The change of ``value(at:)`` per second.
  func velocity(at time: Double) -> SIMD4<Double> {
    let rates = group.rates(at: time)
    if let track { return track.slope(at: group.progress(at: time)) * rates.progress }
    return (to - from) * rates.progress + (velocity ?? .zero) * rates.response
  }

  /// The animated transform at `time`, in seconds.
  func transform(at time: Double) -> Transform3D64 {
    let progress = group.progress(at: time)
    if let track { return track.transform(at: progress) }
    if let parts {
      return Transform3D64(parts.value(at: progress, response: group.response(at: time)))
    }
    return path?.value(at: progress) ?? startTransform
  }

  /// Moves the end of an additive animation, for a second write in the block that recorded it.
  ///
  /// An animation of its own would start with the slope of the timing, and not with the velocity
  /// that this one has taken over.
  mutating func extend(by offset: SIMD4<Double>, velocity added: SIMD4<Double>?) {
    from += offset
    guard let known = velocity else {
      velocity = added
      return
    }
    velocity = known + (added ?? offset * group.timing.ownRate(of: group.duration))
  }

  func apply(to values: inout ViewValues, at time: Double) {
    withUnsafePointer(to: self) { Self.apply($0, to: &values, at: time) }
  }

  /// Restores the model value from before the animation in `values`.
  func restore(_ values: inout ViewValues) {
    if property == .transform {
      values.transform = startTransform
    } else {
      values[property] = start
    }
  }
}

/// A path of a transform's parts; linear parts start with a velocity.
///
/// It keeps the parts, so that for a new target, only the target must be decomposed.
struct PartsPath {
  let from: TransformParts
  let to: TransformParts

  /// The velocity per second; rotations have none.
  let velocity: TransformParts

  func value(at progress: Double, response: Double) -> TransformParts {
    var parts = from.interpolated(to: to, at: progress)
    parts.add(velocity, times: response)
    return parts
  }
}

extension TransformParts {
  static var still: TransformParts { TransformParts(perspective: .zero, scale: .zero) }

  /// The change of the linear parts from these to `other`, per second; without rotations.
  func velocity(to other: TransformParts, in seconds: Double) -> TransformParts {
    let rate = 1 / seconds
    let later = other.aligned(with: self)
    return TransformParts(
      perspective: (later.perspective - perspective) * rate,
      translation: (later.translation - translation) * rate, scale: (later.scale - scale) * rate,
      skew: (later.skew - skew) * rate)
  }

  /// Adds a multiple of the linear parts of `other`.
  mutating func add(_ other: TransformParts, times factor: Double) {
    perspective += other.perspective * factor
    translation += other.translation * factor
    scale += other.scale * factor
    skew += other.skew * factor
  }
}
