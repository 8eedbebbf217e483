/// The screen of the current engine, where an article has a singleton.
public struct Screen: Sendable {
  public static let main = Screen()

  public var bounds: Rect { Engine.current.screenBounds }

  /// Pixels per point of the picture that a renderer would draw.
  public var scale: Double { 3 }
}

/// The windows of the current engine, where an article has a singleton.
public struct Application: Sendable {
  public static let shared = Application()

  /// The window that was created last.
  public var keyWindow: Window? { Engine.current.screen }

  public var windows: [Window] { keyWindow.map { [$0] } ?? [] }
}

extension Window {
  /// Whether it is the window that was created last.
  public var isKeyWindow: Bool { engine.screen === self }
}
