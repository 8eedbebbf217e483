extension Engine {
  /// What assignments to animatable properties record.
  struct Recording {
    /// The group of the running block; nil outside of blocks.
    var group: AnimationGroup?

    /// The group for views that do not take part in the transition; only while alongside blocks
    /// run.
    var outside: AnimationGroup?

    /// The interval in which assignments are approached as a keyframe; nil outside of keyframe
    /// blocks.
    var key: KeyframeTrack.Interval?

    /// The transition that blocks are committed for.
    var transition: TransitionContext?

    /// Whether blocks that are committed become members of the transition, which it scrubs.
    var makesMembers = false
  }

  /// Runs what starts or interrupts a transition: nothing is recorded, and blocks that others
  /// commit meanwhile belong to no transition.
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

  /// The group that an assignment to a property of `view` goes to, or nil when nothing is recorded.
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
