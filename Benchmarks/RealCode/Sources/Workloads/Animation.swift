/// Layout that is timed frame by frame.
public struct Animation: Sendable {
  /// The name of the scenario.
  public let name: String

  /// The number of posts.
  public let posts: Int

  /// The length in seconds.
  public let seconds: Double

  /// All animations; a frame takes about as long as the name says.
  public static let all = [
    Animation(name: "layout.frames.200us", posts: 44, seconds: 0.4),
    Animation(name: "layout.frames.1ms", posts: 175, seconds: 0.4),
    Animation(name: "layout.frames.2ms", posts: 325, seconds: 0.4),
    Animation(name: "layout.frames.8ms", posts: 1_100, seconds: 0.4),
  ]
}

extension Animation {
  /// Builds the scene, from a fixed seed.
  ///
  /// - Returns: The work of one frame, for its number and the number of frames.
  public func prepare() -> (_ index: Int, _ count: Int) -> Int {
    let scene = LayoutScene(posts: posts, seed: 16)
    return { index, count in scene.render(progress: Double(index) / Double(count)) }
  }

  /// The number of frames at a rate in hertz.
  public func frameCount(hertz: Int) -> Int { Int((seconds * Double(hertz)).rounded(.up)) }
}
