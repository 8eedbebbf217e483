import MotionKernels

// How a view's animations are recorded, removed and applied.
extension View {
  /// What is on screen: model values with the animations running at the current time applied.
  public var presentation: ViewValues {
    if animations.isEmpty { return model }
    if let sampled, engine.commitTime == engine.now { return sampled }
    return values(at: engine.commitTime)
  }

  /// Model values with the animations applied as of `time`, in seconds.
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
    var velocity: SIMD4<Double>?
    if property == .center, group.extraVelocityY != 0 {
      velocity = SIMD4(0, group.extraVelocityY * (to.y - from.y), 0, 0)
    }
    append(
      PropertyAnimation(
        property: property, group: group, from: from - to, to: .zero, velocity: velocity, path: nil,
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
    var shown = from
    if let running = animations.first(where: { $0.property == property }) {
      shown = running.value(at: engine.commitTime)
      removeAnimation(of: property)
    }
    append(
      PropertyAnimation(
        property: property, group: group, from: shown, to: to, path: nil, start: from,
        startTransform: .identity))
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
    if animations.isEmpty { engine.startSampling(self) }
    animation.group.remaining += 1
    animations.append(animation)
  }

  /// Removes the running animation of an absolute property; its group counts as interrupted, unless
  /// it is the one that replaces it.
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
    if animations.isEmpty { engine.stopSampling(self) }
  }
}
