/// Something wrong with how a scene moves, whatever its frames cost.
public enum SceneFinding: Hashable, Sendable {
  /// A transition is still in progress long after its last frame, so nothing on screen reacts.
  case neverCompletes(transition: String)

  /// A view moves much farther between two frames than before and after.
  ///
  /// `points` is how much farther a corner moves (`ViewJump.excess`), and `seconds` the time of the
  /// second of the two frames since the start.
  case jump(view: String, points: Double, seconds: Double)

  /// A canceled transition leaves a view different from before; coordinates in points.
  case notRestored(view: String, property: Property, before: [Double], after: [Double])

  /// Something else that the scene's engine found, as sentences: what is wrong and what to do.
  case reported(String)

  /// A property of a view that a canceled transition must restore.
  public enum Property: String, Codable, Sendable {
    /// Opacity, 0…1.
    case alpha

    /// x, y, width and height in the superview.
    case frame

    /// 1 for a hidden view, otherwise 0.
    case isHidden

    /// How many views on screen have the name.
    case count
  }
}

/// In a file, a finding is an object with one key, the name of the case, whose value has the rest.
extension SceneFinding: Codable {
  private enum CodingKeys: CodingKey { case neverCompletes, jump, notRestored, reported }

  private struct Transition: Codable { let transition: String }

  private struct Jump: Codable {
    let view: String
    let points: Double
    let seconds: Double
  }

  private struct Difference: Codable {
    let view: String
    let property: Property
    let before: [Double]
    let after: [Double]
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if let found = try values.decodeIfPresent(Transition.self, forKey: .neverCompletes) {
      self = .neverCompletes(transition: found.transition)
    } else if let found = try values.decodeIfPresent(Jump.self, forKey: .jump) {
      self = .jump(view: found.view, points: found.points, seconds: found.seconds)
    } else if let found = try values.decodeIfPresent(Difference.self, forKey: .notRestored) {
      self = .notRestored(
        view: found.view, property: found.property, before: found.before, after: found.after)
    } else {
      self = .reported(try values.decode(String.self, forKey: .reported))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .neverCompletes(let transition):
      try values.encode(Transition(transition: transition), forKey: .neverCompletes)
    case .jump(let view, let points, let seconds):
      try values.encode(Jump(view: view, points: points, seconds: seconds), forKey: .jump)
    case .notRestored(let view, let property, let before, let after):
      let difference = Difference(view: view, property: property, before: before, after: after)
      try values.encode(difference, forKey: .notRestored)
    case .reported(let sentence): try values.encode(sentence, forKey: .reported)
    }
  }
}
