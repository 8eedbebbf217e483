import MotionKernels

// How a view's animations are recorded, removed and applied.
extension View {
  /// What is on screen: model values with the animations running at the current time applied.
  public var presentation: ViewValues {
    if animations.isEmpty { return model }
    if let sampled, engine.commitTime == engine.now { return sampled }
    return values(at: engine.commitTime)
  }

  /// Model values with the animations applied as they stand at `time`, in seconds.
  func values(at time: Double) -> ViewValues {
    var values = model
    for index in animations.indices { animations[index].apply(to: &values, at: time) }
    return values
  }

  func recordAdditive(
    _ property: PropertyAnimation.Property, from: SIMD4<Double>, to: SIMD4<Double>
  ) {
    sampled = nil
    guard let group = engine.recordingGroup(for: self) else { return }
    append(
      PropertyAnimation(
        property: property, group: group, from: from - to, to: .zero, path: nil,
        start: from, startTransform: .identity))
  }

  func recordAbsolute(
    _ property: PropertyAnimation.Property, from: SIMD4<Double>, to: SIMD4<Double>
  ) {
    sampled = nil
    guard let group = engine.recordingGroup(for: self) else {
      return removeAnimation(of: property)
    }
    guard from != to else { return }
    if let index = animations.firstIndex(where: { $0.property == property && $0.group === group }) {
      return animations[index].to = to
    }
    var shown = ViewValues(vector: from, model: model)
    if let running = animations.first(where: { $0.property == property }) {
      running.apply(to: &shown, at: engine.commitTime)
      removeAnimation(of: property)
    }
    append(
      PropertyAnimation(
        property: property, group: group, from: shown.vector(of: property, otherwise: from), to: to,
        path: nil, start: from, startTransform: .identity))
  }

  func recordTransform(from old: Transform3D64, to new: Transform3D64) {
    sampled = nil
    guard let group = engine.recordingGroup(for: self) else {
      return removeAnimation(of: .transform)
    }
    guard old != new else { return }
    var shown = model
    shown.transform = old
    var start = old
    if let running = animations.first(where: { $0.property == .transform }) {
      running.apply(to: &shown, at: engine.commitTime)
      // A second write in the same block only moves the end.
      if running.group === group { start = running.startTransform }
      removeAnimation(of: .transform, replacedIn: group)
    }
    append(
      PropertyAnimation(
        property: .transform, group: group, from: .zero, to: .zero,
        path: TransformPath(from: shown.transform, to: new), start: .zero, startTransform: start))
  }

  private func append(_ animation: PropertyAnimation) {
    if animations.isEmpty { engine.animatedViews.append(self) }
    animation.group.remaining += 1
    if animation.group.transition == nil {
      animation.group.transition = engine.transitions.first { $0.takesPart(self) }
    }
    animations.append(animation)
  }

  /// Takes the running animation of an absolute property away; its group counts as interrupted.
  private func removeAnimation(
    of property: PropertyAnimation.Property, replacedIn group: AnimationGroup? = nil
  ) {
    guard let index = animations.firstIndex(where: { $0.property == property }) else { return }
    let removed = animations.remove(at: index).group
    if removed === group {
      removed.remaining -= 1
    } else {
      removed.loseOneAnimation(at: engine.commitTime)
    }
    if animations.isEmpty { engine.animatedViews.removeAll { $0 === self } }
  }
}

extension ViewValues {
  /// The model values with every vector property at `vector`: a scratch pad for one property.
  fileprivate init(vector: SIMD4<Double>, model: ViewValues) {
    self = model
    alpha = vector.x
    cornerRadius = vector.x
    backgroundColor = Color(red: vector.x, green: vector.y, blue: vector.z, opacity: vector.w)
  }

  fileprivate func vector(
    of property: PropertyAnimation.Property, otherwise fallback: SIMD4<Double>
  ) -> SIMD4<Double> {
    switch property {
    case .alpha: SIMD4(alpha, 0, 0, 0)
    case .cornerRadius: SIMD4(cornerRadius, 0, 0, 0)
    case .backgroundColor: backgroundColor.vector
    case .center, .boundsOrigin, .boundsSize, .transform: fallback
    }
  }
}
