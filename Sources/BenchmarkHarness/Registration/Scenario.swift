public import BenchmarkModel
public import FrameTiming

/// A scene that is ready to render: what happens in each of its frames.
public struct Scenario {
  /// Gives the state of every view, back to front, at each of some fractions of the duration.
  public typealias Inspection = (_ fractions: [Double]) throws -> [[ViewState]]

  let render: (Frame) -> Void
  let inspect: Inspection?

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - inspect: Answers `framegate inspect`; leave it out if the scene has no views.
  ///   - frame: One frame's whole work. This is what is timed.
  public init(inspect: Inspection? = nil, frame: @escaping (Frame) -> Void) {
    (self.render, self.inspect) = (frame, inspect)
  }
}

/// The callback of a display link: which frame to make, and for when.
public struct Frame: Hashable, Sendable {
  /// Counts from 0.
  public let index: Int

  /// The vsync at which the frame begins, counted from the animation's start.
  public let timestamp: Duration

  /// The vsync at which it should be shown; animations are evaluated at this time.
  public let targetTimestamp: Duration

  /// Creates a frame.
  public init(index: Int, timestamp: Duration, targetTimestamp: Duration) {
    (self.index, self.timestamp, self.targetTimestamp) = (index, timestamp, targetTimestamp)
  }
}

/// What a scene is built for.
public struct ScenarioParameters: Hashable, Codable, Sendable {
  /// How many layers the scene has, so that its work can be scaled; 200 unless told otherwise.
  public var layers: Int

  /// Which implementation of the kernels evaluates them.
  public var variant: Variant

  /// The size of the imitated screen, 375 × 667 points unless told otherwise.
  public var screen: ScreenSize

  /// How often the imitated display refreshes.
  public var refreshRate: RefreshRate

  /// Creates parameters.
  ///
  /// - Precondition: `layers >= 0`.
  public init(
    layers: Int = 200,
    variant: Variant = .struct,
    screen: ScreenSize = ScreenSize(width: 375, height: 667),
    refreshRate: RefreshRate = .hz60
  ) {
    precondition(layers >= 0, "A scene cannot have \(layers) layers")
    (self.layers, self.variant) = (layers, variant)
    (self.screen, self.refreshRate) = (screen, refreshRate)
  }
}

/// The size of a screen, in points.
public struct ScreenSize: Hashable, Codable, Sendable {
  /// Points from left to right.
  public let width: Double

  /// Points from top to bottom.
  public let height: Double

  /// Creates a size.
  ///
  /// - Precondition: Both are finite and positive.
  public init(width: Double, height: Double) {
    precondition(
      width.isFinite && height.isFinite && width > 0 && height > 0,
      "A screen must have an area, got \(width)x\(height)")
    (self.width, self.height) = (width, height)
  }
}

/// Thrown by a setup closure when its benchmark cannot run here; says why.
///
/// The benchmark is then absent, with this reason, instead of failed.
public struct Unavailable: Error, Hashable, CustomStringConvertible {
  /// Why, as a sentence fragment: "AVX2 is not available on this machine".
  public let reason: String

  /// Creates a reason.
  public init(_ reason: String) {
    self.reason = reason
  }

  public var description: String { reason }
}

extension ScreenSize: CustomStringConvertible {
  /// Width and height as on the command line: `375x667`.
  public var description: String {
    "\(Self.text(width))x\(Self.text(height))"
  }

  private static func text(_ points: Double) -> String {
    points == points.rounded() && points < 1e15 ? String(Int(points)) : String(points)
  }
}
