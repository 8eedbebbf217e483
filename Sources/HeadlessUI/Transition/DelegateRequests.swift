/// The requests of a controller for which its delegate implements no method.
///
/// A method whose name, labels, or types differ from the protocol's is never called, and a default
/// answers instead. One missing method is no mistake; a delegate with none of the methods is a
/// mistake.
struct DelegateRequests: OptionSet {
  let rawValue: Int

  static let presentationAnimator = DelegateRequests(rawValue: 1)
  static let dismissalAnimator = DelegateRequests(rawValue: 2)
  static let presentationController = DelegateRequests(rawValue: 4)
  static let contentAnimator = DelegateRequests(rawValue: 8)
  static let permission = DelegateRequests(rawValue: 16)
  static let announcement = DelegateRequests(rawValue: 32)
  static let arrival = DelegateRequests(rawValue: 64)
}

extension ViewController {
  /// Reports a delegate that answered none of the requests, once.
  func review(_ delegate: AnyObject?, answering requests: DelegateRequests) {
    guard let delegate, unanswered.isSuperset(of: requests) else { return }
    let diagnostic = Diagnostic.delegateWithoutEffect(
      controller: name, delegate: String(describing: type(of: delegate)))
    if !engine.diagnostics.contains(diagnostic) { engine.report(diagnostic) }
  }
}
