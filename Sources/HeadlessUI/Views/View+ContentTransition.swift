extension View {
  /// Starts to replace what the view shows by its contents at the end of this tick, and later ones.
  ///
  /// The old contents are captured now. A transition with the same key that is under way is replaced.
  ///
  /// - Parameters:
  ///   - transition: How.
  ///   - key: At most one transition runs for a key.
  ///   - completion: Told `true` at the end, `false` when it was replaced.
  public func add(
    _ transition: ContentTransition, forKey key: String = "transition",
    completion: ((Bool) -> Void)? = nil
  ) {
    removeContentTransition(forKey: key)
    let group = engine.takeGroup(
      duration: transition.duration, delay: 0, timing: .curve(transition.curve))
    group.remaining = 1
    group.completion = { [weak self, weak group] isFinished in
      self?.contentTransitions.removeAll { $0.group === group }
      completion?(isFinished)
    }
    contentTransitions.append(
      RunningContentTransition(key: key, transition: transition, old: contents, group: group))
    engine.enlist(group)
  }

  /// Ends a content transition at once; harmless when there is none.
  public func removeContentTransition(forKey key: String) {
    guard let index = contentTransitions.firstIndex(where: { $0.key == key }) else { return }
    contentTransitions.remove(at: index).group.loseOneAnimation(at: engine.commitTime)
  }

  /// The contents that a transition replaces, and how both are drawn; nil when none runs.
  public func contentFaces(
    forKey key: String = "transition"
  ) -> (old: Image?, faces: ContentTransition.Faces)? {
    guard let running = contentTransitions.first(where: { $0.key == key }) else { return nil }
    let progress = running.group.progress(at: engine.commitTime)
    return (running.old, running.transition.faces(at: progress, size: presentation.bounds.size))
  }
}
