extension Window {
  /// The look of the status bar at the moment (§17).
  ///
  /// Precedence: the app's flag, then a navigation container, then what the controller prefers.
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
  /// Whether the style of the status bar is asked of this controller while it is presented.
  fileprivate var controlsStatusBar: Bool {
    guard countsForStatusBar else { return false }
    let style = modalPresentationStyle.resolved(engine.automaticStyle)
    return style.capturesStatusBarAppearance
      || (style == .currentContext && presenting?.parent == nil)
      || modalPresentationCapturesStatusBarAppearance
  }

  /// Rules 3 to 5: through containers and children to the one that decides.
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
