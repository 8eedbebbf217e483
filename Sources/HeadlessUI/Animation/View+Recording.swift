import MotionKernels

// How a view's animations are recorded, removed and applied.
extension View {
  /// The values on screen: model values with the running animations applied at the current time.
  public var presentation: ViewValues {
    if animations.isEmpty { return model }
    if engine.commitTime == engine.now, let sample = engine.samples.current(sampleIndex) {
      return sample
    }
    return values(at: engine.commitTime)
  }

  /// Computes the presentation values of a tick, unless they are still current.
  func takeSample(at time: Double) {
    guard engine.samples.isOutdated(sampleIndex) else { return }
    engine.samples.update(sampleIndex, model) { animations.apply(to: &$0, at: time) }
    hasChanged = true
  }

  /// Discards the sampled presentation values, so that they are computed again.
  func forgetSample() {
    engine.samples.outdate(sampleIndex)
    hasChanged = true
  }

  /// Model values with the animations applied at `time`, in seconds.
  func values(at time: Double) -> ViewValues {
    var values = model
    animations.apply(to: &values, at: time)
    return values
  }

  func recordAdditive(
    _ property: PropertyAnimation.Property, from: SIMD4<Double>, to: SIMD4<Double>
  ) {
    forgetSample()
    guard let group = engine.recordingGroup(for: self) else { return }
    if let key = engine.recording.key { return record(key, property, group, from: from, to: to) }
    var offset = from - to
    var start = from
    var velocity: SIMD4<Double>?
    if group.beginsFromShown, let taken = takeOver(property, for: group) {
      offset += taken.value
      start += taken.value
      velocity = taken.velocity + offset * group.timing.ownRate(of: group.duration)
    }
    if property == .center, group.extraVelocityY != 0 {
      velocity = (velocity ?? .zero) - SIMD4(0, group.extraVelocityY * offset.y, 0, 0)
    }
    if group.beginsFromShown, let index = index(of: property, in: group) {
      return animations[index].extend(by: offset, velocity: velocity)
    }
    append(
      PropertyAnimation(
        property: property, group: group, from: offset, velocity: velocity, start: start))
  }

  func recordAbsolute(
    _ property: PropertyAnimation.Property, from: SIMD4<Double>, to: SIMD4<Double>
  ) {
    forgetSample()
    guard let group = engine.recordingGroup(for: self) else { return removeAnimation(of: property) }
    guard from != to else { return }
    if let key = engine.recording.key { return record(key, property, group, from: from, to: to) }
    if let index = index(of: property, in: group) {
      // The velocity was reduced by the timing's own toward the end that was written before.
      let moved = animations[index].to - to
      animations[index].velocity? += moved * group.timing.ownRate(of: group.duration)
      animations[index].to = to
      return
    }
    var shown = from
    var velocity: SIMD4<Double>?
    if let running = animations.first(where: { $0.property == property }) {
      shown = running.value(at: engine.commitTime)
      if group.beginsFromShown {
        velocity =
          running.velocity(at: engine.commitTime)
          + (shown - to) * group.timing.ownRate(of: group.duration)
      }
      removeAnimation(of: property)
    }
    append(
      PropertyAnimation(
        property: property, group: group, from: shown, to: to, velocity: velocity,
        start: group.beginsFromShown ? shown : from))
  }

  func recordTransform(from old: Transform3D64, to new: Transform3D64) {
    forgetSample()
    guard let group = engine.recordingGroup(for: self) else {
      return removeAnimation(of: .transform)
    }
    guard old != new else { return }
    if let key = engine.recording.key { return record(key, group, from: old, to: new) }
    var shown = old
    var start = old
    var parts: PartsPath?
    if let running = animations.first(where: { $0.property == .transform }) {
      shown = running.transform(at: engine.commitTime)
      if group.beginsFromShown { start = shown }
      if running.group === group {
        // A second assignment in the same block only changes the end value.
        start = running.startTransform
        if let before = running.parts, let end = new.decomposed {
          let own = group.timing.ownRate(of: group.duration)
          var velocity = before.velocity
          velocity.add(before.from.velocity(to: before.to, in: 1), times: own)
          velocity.add(before.from.velocity(to: end, in: 1), times: -own)
          parts = PartsPath(from: before.from, to: end, velocity: velocity)
        }
      } else if group.beginsFromShown {
        parts = continuation(of: running, in: group, to: new)
      }
      removeAnimation(of: .transform, replacedIn: group)
    }
    let path = parts == nil ? TransformPath(from: shown, to: new) : nil
    if let path { review(path) }
    append(
      PropertyAnimation(
        property: .transform, group: group, path: path, parts: parts, startTransform: start))
  }

  /// Reports a path that jumps, unless an end is not finite, which is reported when it is drawn.
  private func review(_ path: TransformPath) {
    guard path.isDiscrete, path.start.isFinite, path.end.isFinite else { return }
    engine.report(.transformJumps(view: name))
  }

  /// The path from the presented transform of a running animation, with its velocity minus the new
  /// timing's own, or nil if a transform cannot be decomposed.
  private func continuation(
    of running: PropertyAnimation, in group: AnimationGroup, to new: Transform3D64
  ) -> PartsPath? {
    let time = engine.commitTime
    var before = running.parts
    if before == nil, let path = running.path, let first = path.start.decomposed,
      let last = path.end.decomposed
    {
      before = PartsPath(from: first, to: last, velocity: .still)
    }
    guard let before, let end = new.decomposed else { return nil }
    let shown = before.value(
      at: running.group.progress(at: time), response: running.group.response(at: time))
    let (progress, response) = running.group.rates(at: time)
    var velocity = TransformParts.still
    velocity.add(before.from.velocity(to: before.to, in: 1), times: progress)
    velocity.add(before.velocity, times: response)
    velocity.add(shown.velocity(to: end, in: 1), times: -group.timing.ownRate(of: group.duration))
    return PartsPath(from: shown, to: end, velocity: velocity)
  }

  /// The place of the animation that a group has of a property, or nil without one.
  private func index(
    of property: PropertyAnimation.Property, in group: AnimationGroup
  ) -> Int? { animations.firstIndex { $0.property == property && $0.group === group } }

  private func append(_ animation: PropertyAnimation) {
    if animations.isEmpty {
      engine.startSampling(self)
      // Setting a frame adds two animations: of the position and of the size.
      if animation.property.isAdditive { animations.reserveCapacity(2) }
    }
    animation.group.remaining += 1
    animation.group.playback?.held += 1
    animations.append(animation)
  }

  /// Removes the running animations of an additive property that belong to other groups.
  ///
  /// - Returns: The sum of their current values, and its velocity, or nil if there were none.
  private func takeOver(
    _ property: PropertyAnimation.Property, for group: AnimationGroup
  ) -> (value: SIMD4<Double>, velocity: SIMD4<Double>)? {
    let time = engine.commitTime
    var taken: (value: SIMD4<Double>, velocity: SIMD4<Double>)?
    for animation in animations where animation.property == property && animation.group !== group {
      let sum = taken ?? (.zero, .zero)
      taken = (sum.value + animation.value(at: time), sum.velocity + animation.velocity(at: time))
      animation.group.loseOneAnimation(at: time)
    }
    guard taken != nil else { return nil }
    animations.removeAll { $0.property == property && $0.group !== group }
    if animations.isEmpty { engine.stopSampling(self) }
    return taken
  }

  /// Removes the running animation of an absolute property; its group counts as interrupted, unless
  /// the same group replaces it.
  private func removeAnimation(
    of property: PropertyAnimation.Property, replacedIn group: AnimationGroup? = nil
  ) {
    guard let index = animations.firstIndex(where: { $0.property == property }) else { return }
    let removed = animations.remove(at: index).group
    if removed === group {
      removed.remaining -= 1
      removed.playback?.held -= 1
    } else {
      removed.loseOneAnimation(at: engine.commitTime)
    }
    if animations.isEmpty { engine.stopSampling(self) }
  }
}

// Keyframes; all keyframes of a property are one animation.
extension View {
  private func record(
    _ key: KeyframeTrack.Interval, _ property: PropertyAnimation.Property, _ group: AnimationGroup,
    from: SIMD4<Double>, to: SIMD4<Double>
  ) {
    guard from != to else { return }
    if let track = track(of: property, in: group) { return track.add(to, at: key) }
    var shown = from
    if !property.isAdditive, let running = animations.first(where: { $0.property == property }) {
      shown = running.value(at: engine.commitTime)
      removeAnimation(of: property)
    }
    let track = KeyframeTrack(
      from: shown, isAdditive: property.isAdditive, isDiscrete: key.isDiscrete)
    track.add(to, at: key)
    append(
      PropertyAnimation(
        property: property, group: group, from: shown, to: to, track: track, start: from))
  }

  private func record(
    _ key: KeyframeTrack.Interval, _ group: AnimationGroup, from old: Transform3D64,
    to new: Transform3D64
  ) {
    if let track = track(of: .transform, in: group) {
      if let path = track.add(new, at: key) { review(path) }
      return
    }
    var shown = old
    if let running = animations.first(where: { $0.property == .transform }) {
      shown = running.transform(at: engine.commitTime)
      removeAnimation(of: .transform)
    }
    let track = KeyframeTrack(transform: shown, isDiscrete: key.isDiscrete)
    if let path = track.add(new, at: key) { review(path) }
    append(PropertyAnimation(property: .transform, group: group, track: track, startTransform: old))
  }

  private func track(
    of property: PropertyAnimation.Property, in group: AnimationGroup
  ) -> KeyframeTrack? { index(of: property, in: group).flatMap { animations[$0].track } }
}

extension [PropertyAnimation] {
  /// Applies all animations, oldest first.
  fileprivate func apply(to values: inout ViewValues, at time: Double) {
    withUnsafeBufferPointer { animations in
      guard var next = animations.baseAddress else { return }
      for _ in animations {
        PropertyAnimation.apply(next, to: &values, at: time)
        next += 1
      }
    }
  }
}

extension Transform3D64 {
  fileprivate var isFinite: Bool {
    [row1, row2, row3, row4].allSatisfy { row in
      row.x.isFinite && row.y.isFinite && row.z.isFinite && row.w.isFinite
    }
  }
}
