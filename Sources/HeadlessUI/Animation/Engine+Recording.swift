extension Engine {
  /// How assignments to animatable properties are recorded.
  struct Recording {
    /// The group of the running block; nil outside blocks.
    var group: AnimationGroup?

    /// The group for views that do not take part in the transition; only during alongside blocks.
    var outside: AnimationGroup?

    /// The interval of the keyframe that assignments belong to; nil outside keyframe blocks.
    var key: KeyframeTrack.Interval?

    /// The transition that blocks are committed for.
    var transition: TransitionContext?

    /// Whether committed blocks become members of the transition, so that it scrubs them.
    var makesMembers = false
  }

  /// Runs code that starts or interrupts a transition: its assignments are not recorded, and blocks
  /// that it commits belong to no transition.
  func withoutRecording(_ body: () -> Void) { withRecording(Recording(), body) }

  /// Runs a block whose assignments go to `group`, or to `outside` for views that do not take part
  /// in the current transition.
  func record(into group: AnimationGroup, outside: AnimationGroup?, _ animations: () -> Void) {
    var inside = recording
    inside.group = group.duration > 0 ? group : nil
    inside.outside = group.duration > 0 ? outside : nil
    inside.key = nil
    withRecording(inside, animations)
  }

  /// The group that an assignment to a property of `view` goes to, or nil if it is not recorded.
  func recordingGroup(for view: View) -> AnimationGroup? {
    guard let group = recording.group else {
      reviewForeignBlock(changing: view)
      return nil
    }
    guard let outside = recording.outside, let transition = recording.transition else {
      return group
    }
    return transition.takesPart(view) ? group : outside
  }
}
