/// The screen of the current engine, in place of UIKit's singleton.
public struct Screen: Sendable {
  public static let main = Screen()

  public var bounds: Rect { Engine.current.screenBounds }

  /// The pixels per point that a renderer would draw.
  public var scale: Double { 3 }
}

/// The windows of the current engine, in place of UIKit's singleton.
public struct Application: Sendable {
  public static let shared = Application()

  /// The window that was created last.
  public var keyWindow: Window? { Engine.current.screen }

  public var windows: [Window] { keyWindow.map { [$0] } ?? [] }

  public var isStatusBarHidden: Bool { keyWindow?.isStatusBarHidden ?? false }

  /// The zero rectangle: no bar takes space from a window here.
  public var statusBarFrame: Rect { .zero }

  /// The orientation of the last window: landscape right if it is wider than high, otherwise
  /// portrait.
  public var statusBarOrientation: InterfaceOrientation {
    let size = Engine.current.screenBounds.size
    return size.width > size.height ? .landscapeRight : .portrait
  }
}

/// The orientation of an interface, with the platform's raw values.
public enum InterfaceOrientation: Int, Sendable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeRight = 3
  case landscapeLeft = 4

  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeRight || self == .landscapeLeft }
}

/// A device with the screen of the current engine.
public struct Device: Sendable {
  public static let current = Device()

  /// A pad if the screen is at least 600 points both wide and high; otherwise a phone.
  public var userInterfaceIdiom: UserInterfaceIdiom {
    let size = Engine.current.screenBounds.size
    return min(size.width, size.height) < 600 ? .phone : .pad
  }
}

/// The kind of a device, with the platform's raw values.
public enum UserInterfaceIdiom: Int, Sendable {
  case phone = 0
  case pad = 1
}

extension Window {
  /// Whether this window is the last one that was created.
  public var isKeyWindow: Bool { engine.screen === self }
}
