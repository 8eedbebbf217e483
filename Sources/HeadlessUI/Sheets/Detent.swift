/// A height at which a sheet comes to rest.
public struct Detent: Hashable, Sendable {
  private enum Height: Hashable, Sendable {
    case points(Double)
    case share(Double)
  }

  private let height: Height

  /// Half of the sheet's largest height.
  public static let medium = Detent(height: .share(0.5))

  /// The sheet's largest height.
  public static let large = Detent(height: .share(1))

  /// A height in points.
  public static func height(_ points: Double) -> Detent { Detent(height: .points(points)) }
}

extension Detent {
  /// The height in points, clamped to 0…`largest`; NaN counts as 0.
  func resolved(within largest: Double) -> Double {
    let points = wanted(within: largest)
    return points > 0 ? min(points, largest) : 0
  }

  /// Whether the sheet cannot have the height, because it is not above 0 or is above `largest`.
  func isOutOfReach(within largest: Double) -> Bool {
    let points = wanted(within: largest)
    return !(points > 0 && points <= largest)
  }

  private func wanted(within largest: Double) -> Double {
    switch height {
    case .points(let points): points
    case .share(let share): share * largest
    }
  }
}
