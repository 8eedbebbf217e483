/// How a block's animations relate to time, to the blocks around them and to what runs already.
public struct AnimationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  /// Plays again and again, until the animations are replaced.
  public static let repeats = AnimationOptions(rawValue: 1)

  /// Plays back after each time it played; the model's values show at the end.
  public static let autoreverses = AnimationOptions(rawValue: 2)

  /// Replaces the running animations of the same properties: starts at the value on screen, with
  /// its velocity, instead of being added.
  public static let beginsFromCurrentState = AnimationOptions(rawValue: 4)

  /// Keeps its own duration inside another block, whose duration it would otherwise have.
  public static let overridesInheritedDuration = AnimationOptions(rawValue: 8)

  /// Keeps its own curve or spring inside another block, whose timing it would otherwise have.
  public static let overridesInheritedTiming = AnimationOptions(rawValue: 16)

  /// Eases in and out, as without a curve.
  ///
  /// Curves are for ``Engine/animate(withDuration:delay:options:animations:completion:)``; blocks
  /// with a timing ignore them.
  public static let curveEaseInOut: AnimationOptions = []
  public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

  /// The curve that these options name.
  var curve: AnimationCurve { AnimationCurve(rawValue: rawValue >> 16 & 3) ?? .easeInOut }

  public init(rawValue: Int) { self.rawValue = rawValue }
}
