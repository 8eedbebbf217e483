/// The look of the status bar's contents.
public enum StatusBarStyle: Int, Sendable {
  /// Dark contents, for light backgrounds.
  case `default` = 0
  /// Light contents, for dark backgrounds.
  case lightContent = 1
}

/// The app-wide settings of the status bar.
public struct StatusBarSettings: Hashable, Sendable {
  /// Whether controllers decide the style; true by default.
  public var isViewControllerBased = true

  /// The style if controllers do not decide it.
  public var style = StatusBarStyle.default

  public init() {}
}

extension Window {
  /// The look of the status bar now.
  ///
  /// The app's settings come first, then a navigation container's bar, then the controller's
  /// preference.
  public var statusBarStyle: StatusBarStyle {
    let settings = engine.statusBar
    guard settings.isViewControllerBased else { return settings.style }
    return statusBarController?.resolvedStatusBarStyle ?? settings.style
  }

  /// Whether the status bar is hidden now, as the controller that decides its style prefers or, for
  /// a container, as its shown entry prefers.
  public var isStatusBarHidden: Bool {
    guard engine.statusBar.isViewControllerBased, let controller = statusBarController else {
      return false
    }
    let shown = sequence(first: controller) { $0.shownChild }
    return shown.reduce(controller) { $1 }.prefersStatusBarHidden
  }

  /// The root, or the controller that covers it and captures the status bar.
  private var statusBarController: ViewController? {
    guard var controller = rootViewController else { return nil }
    while let presented = controller.presented, presented.controlsStatusBar {
      controller = presented
    }
    return controller
  }
}

extension ViewController {
  /// Whether this controller decides the status bar's style while it is presented.
  fileprivate var controlsStatusBar: Bool {
    guard countsForStatusBar else { return false }
    let style = modalPresentationStyle.resolved(engine.automaticStyle)
    return style.capturesStatusBarAppearance
      || (style == .currentContext && presenting?.parent == nil)
      || modalPresentationCapturesStatusBarAppearance
  }

  /// The style of the controller that decides it, found through containers and children.
  fileprivate var resolvedStatusBarStyle: StatusBarStyle {
    if let tabs = self as? TabBarController {
      return tabs.selectedViewController.resolvedStatusBarStyle
    }
    if let child = childForStatusBarStyle { return child.resolvedStatusBarStyle }
    if let navigation = self as? NavigationController {
      if navigation.isNavigationBarHidden {
        return navigation.topViewController.resolvedStatusBarStyle
      }
      return navigation.barStyle == .black ? .lightContent : .default
    }
    return preferredStatusBarStyle
  }
}
