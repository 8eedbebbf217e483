/// The look of the status bar's contents.
public enum StatusBarStyle: Int, Sendable {
  /// Dark contents, for light backgrounds.
  case `default` = 0
  /// Light contents, for dark backgrounds.
  case lightContent = 1
}

/// The app-wide settings of the status bar.
public struct StatusBarSettings: Hashable, Sendable {
  /// Whether controllers are asked for their style at all; true by default.
  public var isViewControllerBased = true

  /// The style when they are not.
  public var style = StatusBarStyle.default

  /// Creates the default settings.
  public init() {}
}
