extension Color {
  public init(red: Double, green: Double, blue: Double, alpha: Double) {
    self.init(red: red, green: green, blue: blue, opacity: alpha)
  }

  public init(white: Double, alpha: Double) {
    self.init(red: white, green: white, blue: white, opacity: alpha)
  }

  public init(hue: Double, saturation: Double, brightness: Double, alpha: Double) {
    // Each component is brightest within a third of the circle around its own hue.
    func component(_ offset: Double) -> Double {
      let place = (offset + 6 * hue).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * min(place, 4 - place, 1).clampedToUnit)
    }
    self.init(red: component(5), green: component(3), blue: component(1), opacity: alpha)
  }

  public static let red = Color(red: 1, green: 0, blue: 0, opacity: 1)
  public static let green = Color(red: 0, green: 1, blue: 0, opacity: 1)
  public static let blue = Color(red: 0, green: 0, blue: 1, opacity: 1)
  public static let yellow = Color(red: 1, green: 1, blue: 0, opacity: 1)
  public static let cyan = Color(red: 0, green: 1, blue: 1, opacity: 1)
  public static let magenta = Color(red: 1, green: 0, blue: 1, opacity: 1)
  public static let orange = Color(red: 1, green: 0.5, blue: 0, opacity: 1)
  public static let purple = Color(red: 0.5, green: 0, blue: 0.5, opacity: 1)
  public static let brown = Color(red: 0.6, green: 0.4, blue: 0.2, opacity: 1)
  public static let gray = Color(white: 0.5, alpha: 1)
  public static let darkGray = Color(white: 1.0 / 3, alpha: 1)
  public static let lightGray = Color(white: 2.0 / 3, alpha: 1)

  public func withAlphaComponent(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, opacity: alpha)
  }

  /// What `#colorLiteral(red:green:blue:alpha:)` calls.
  public init(
    _colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float
  ) {
    self.init(
      red: Double(red), green: Double(green), blue: Double(blue), opacity: Double(alpha))
  }

  /// The color itself: layers' colors have the same type here.
  public var cgColor: Color { self }
}

extension Color: _ExpressibleByColorLiteral {}

extension Image: _ExpressibleByImageLiteral {
  /// What `#imageLiteral(resourceName:)` calls; nothing is loaded, so the size is zero.
  public init(imageLiteralResourceName name: String) { self.init(name: name, size: .zero) }
}
