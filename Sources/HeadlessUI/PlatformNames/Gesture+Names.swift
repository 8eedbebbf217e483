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
  public func addTarget<Owner: AnyObject, Recognizer: GestureRecognizer>(
    _ target: AnyObject?, action: @escaping (Owner) -> (Recognizer) -> Void
  ) {
    addMethod(of: target, action) { method, recognizer in
      if let recognizer = recognizer as? Recognizer { method(recognizer) }
    }
  }

  public func addTarget<Owner: AnyObject>(
    _ target: AnyObject?, action: @escaping (Owner) -> () -> Void
  ) { addMethod(of: target, action) { method, _ in method() } }

  private func addMethod<Owner: AnyObject, Method>(
    of target: AnyObject?, _ action: @escaping (Owner) -> Method,
    call: @escaping (Method, GestureRecognizer) -> Void
  ) {
    guard let target else { return }
    guard let owner = target as? Owner else {
      let name = String(describing: type(of: target))
      var isReported = false
      return addAction(for: target) { recognizer in
        guard !isReported, let view = recognizer.view else { return }
        isReported = true
        view.engine.report(
          .targetOfOtherType(view: view.name, target: name, owner: String(describing: Owner.self)))
      }
    }
    addAction(for: target) { [weak owner] recognizer in
      if let owner { call(action(owner), recognizer) }
    }
  }
}
