import BenchmarkModel

/// The scenes of all transitions; the raw value is the word after `--scene`, the default first.
enum GalleryScene: String, CaseIterable {
  case typical, light, heavy, none

  init?(_ size: SceneSize) { self.init(rawValue: size.rawValue) }

  static let sizes = allCases.map(\.size)

  var size: SceneSize { SceneSize(rawValue: rawValue) }

  /// The shape of the scene, or nil for bare pages.
  var shape: SceneShape? {
    switch self {
    case .typical: .typical
    case .light: .light
    case .heavy: .heavy
    case .none: nil
    }
  }
}
