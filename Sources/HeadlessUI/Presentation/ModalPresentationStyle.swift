/// How a controller is presented, with the platform's raw values.
public enum ModalPresentationStyle: Int, CaseIterable, Sendable {
  case fullScreen = 0
  case pageSheet = 1
  case formSheet = 2
  case currentContext = 3
  case custom = 4
  case overFullScreen = 5
  case overCurrentContext = 6
  case popover = 7
  case blurOverFullScreen = 8
  case none = -1
  case automatic = -2
}

/// The meaning of the style `automatic`.
public enum AutomaticStyle: Sendable {
  /// `automatic` means full screen.
  case classic
  /// `automatic` means page sheet.
  case modern
}

extension ModalPresentationStyle {
  /// Whether the presenter's view leaves the screen once the presentation is complete.
  var removesPresentersView: Bool { self == .fullScreen || self == .currentContext }

  var allowsCustomPresentationController: Bool { self == .custom }

  var capturesStatusBarAppearance: Bool { self == .fullScreen }

  /// Whether the presentation takes place in the nearest ancestor that defines a context instead of
  /// the window.
  var usesCurrentContext: Bool { self == .currentContext || self == .overCurrentContext }

  /// The style itself, or the style that `automatic` stands for.
  func resolved(_ automatic: AutomaticStyle) -> ModalPresentationStyle {
    guard self == .automatic else { return self }
    switch automatic {
    case .classic: return .fullScreen
    case .modern: return .pageSheet
    }
  }
}
