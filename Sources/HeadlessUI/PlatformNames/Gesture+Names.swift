extension GestureRecognizer {
  /// Creates a recognizer that calls a method of `target`, which it does not retain:
  /// `PanGestureRecognizer(target: self, action: CardInteraction.pan)`, in a class of that name.
  ///
  /// As on the platform, the static type of the target may differ from the type whose method is
  /// called. If its dynamic type does not match either, the first touch reports that. A nil target
  /// is never called.
  public convenience init<Owner: AnyObject, Recognizer: GestureRecognizer>(
    target: AnyObject?, action: @escaping (Owner) -> (Recognizer) -> Void
  ) {
    self.init()
    addTarget(target, action: action)
  }

  public convenience init<Owner: AnyObject>(
    target: AnyObject?, action: @escaping (Owner) -> () -> Void
  ) {
    self.init()
    addTarget(target, action: action)
  }

  /// Makes the recognizer also call a method of `target`, which is not retained.
  ///
  /// If `target` is not of the type that has the method, the first touch reports that.
  public func addTarget<Owner: AnyObject, Recognizer: GestureRecognizer>(
    _ target: AnyObject?, action: @escaping (Owner) -> (Recognizer) -> Void
  ) {
    guard let owner: Owner = checked(target) else { return }
    // Called directly: passing the method as a value would allocate for each touch.
    addAction(for: owner) { [weak owner] recognizer in
      if let owner, let recognizer = recognizer as? Recognizer { action(owner)(recognizer) }
    }
  }

  public func addTarget<Owner: AnyObject>(
    _ target: AnyObject?, action: @escaping (Owner) -> () -> Void
  ) {
    guard let owner: Owner = checked(target) else { return }
    addAction(for: owner) { [weak owner] _ in if let owner { action(owner)() } }
  }

  /// The target as the type that has the method; nil if it is of another type, which the first
  /// touch then reports.
  private func checked<Owner: AnyObject>(_ target: AnyObject?) -> Owner? {
    guard let target else { return nil }
    if let owner = target as? Owner { return owner }
    let name = String(describing: type(of: target))
    var isReported = false
    addAction(for: target) { recognizer in
      guard !isReported, let view = recognizer.view else { return }
      isReported = true
      view.engine.report(
        .targetOfOtherType(view: view.name, target: name, owner: String(describing: Owner.self)))
    }
    return nil
  }
}
