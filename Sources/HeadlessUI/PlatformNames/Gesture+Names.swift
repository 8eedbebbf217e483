extension GestureRecognizer {
  /// Creates a recognizer that calls a method of `target`, which it does not retain:
  /// `PanGestureRecognizer(target: self, action: CardInteraction.pan)`, in a class of that name.
  ///
  /// As on the platform, the target may be declared as another type than its method's; if it is of
  /// another one, that is reported at the first call. A nil target is never called.
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

  /// Adds a method of `target`, which is not retained, to what the recognizer calls.
  ///
  /// If `target` is not of the type whose method it is, that is reported at the first touch.
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

  /// A target as the type whose method is called, or nil, after which the first touch reports it.
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
