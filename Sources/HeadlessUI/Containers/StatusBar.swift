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

  /// The style when they do not.
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
    guard settings.isViewControllerBased, var controller = rootViewController else {
      return settings.style
    }
    while let presented = controller.presented, presented.controlsStatusBar {
      controller = presented
    }
    return controller.resolvedStatusBarStyle
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

  /// The style after containers and children have been followed to the controller that decides.
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
