// The platform's spelling where this module's own differs, so that code from articles compiles
// unchanged. The table in README.md has the other names.

extension TransitionContext {
  public func viewController(forKey side: Side) -> ViewController? { viewController(for: side) }

  public func view(forKey side: Side) -> View? { view(for: side) }
}

public typealias TransitionContextViewControllerKey = TransitionContext.Side
public typealias TransitionContextViewKey = TransitionContext.Side

extension TransitionCoordinator {
  public func viewController(forKey side: TransitionContext.Side) -> ViewController? {
    viewController(for: side)
  }

  public func view(forKey side: TransitionContext.Side) -> View? { view(for: side) }

  @discardableResult
  public func animate(
    alongsideTransition animation: Handler?, completion: Handler? = nil
  ) -> Bool { animate(alongside: animation ?? { _ in }, completion: completion) }
}
