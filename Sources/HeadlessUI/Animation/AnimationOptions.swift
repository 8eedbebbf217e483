/// How a block's animations repeat, and how they relate to outer blocks and running animations.
public struct AnimationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  /// Plays again and again, until the animations are replaced.
  public static let repeats = AnimationOptions(rawValue: 1)

  /// Plays in reverse after each time; at the end, the model's values are shown.
  public static let autoreverses = AnimationOptions(rawValue: 2)

  /// Replaces the running animations of the same properties, starting with the value on screen and
  /// its velocity, instead of being added to them.
  public static let beginsFromCurrentState = AnimationOptions(rawValue: 4)

  /// Keeps its own duration inside another block, instead of that block's duration.
  public static let overridesInheritedDuration = AnimationOptions(rawValue: 8)

  /// Keeps its own curve or spring inside another block, instead of that block's timing.
  public static let overridesInheritedTiming = AnimationOptions(rawValue: 16)

  /// Eases in and out; this is the default.
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
