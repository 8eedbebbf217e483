/// The presentation values of one view at one instant.
public struct ViewState: Hashable, Codable, Sendable {
  /// The view's name; `from` and `to` for the views of the two controllers.
  public let name: String

  /// x, y, width and height in points, in the coordinates of the superview.
  public let frame: [Double]

  /// The sixteen entries of the transform, row by row.
  public let transform: [Double]

  /// Opacity, 0…1.
  public let alpha: Double

  /// The view's own rectangle in the window, or nil where only the frame is known.
  public let outline: Outline?

  /// How the view looks beyond its place, or nil where that is not known.
  public let look: Look?

  /// What a view looks like.
  public struct Look: Hashable, Codable, Sendable {
    /// Radius of the rounded corners, in points.
    public let cornerRadius: Double

    /// The corners that the radius rounds, among `topLeft`, `topRight`, `bottomLeft` and
    /// `bottomRight`.
    public let corners: [String]

    /// Red, green, blue and opacity of the background, each 0…1.
    public let background: [Double]

    /// Depth, which orders drawing.
    public let zPosition: Double

    public let isHidden: Bool

    /// Whether the view has left the screen, or has not come yet, and is listed all the same.
    public let isAbsent: Bool

    /// Creates a look.
    ///
    /// - Precondition: `background` has 4 numbers.
    public init(
      cornerRadius: Double, corners: [String], background: [Double], zPosition: Double,
      isHidden: Bool, isAbsent: Bool
    ) {
      precondition(background.count == 4, "A color has 4 numbers, got \(background.count)")
      self.cornerRadius = cornerRadius
      self.corners = corners
      self.background = background
      self.zPosition = zPosition
      self.isHidden = isHidden
      self.isAbsent = isAbsent
    }
  }

  /// A rectangle and where it is drawn.
  public struct Outline: Hashable, Codable, Sendable {
    /// Width and height of the view's bounds, in points.
    public let size: [Double]

    /// The sixteen entries, row by row, of the transform from points of the rectangle, whose origin
    /// is its top left corner, to points of the window; for row vectors.
    public let toWindow: [Double]

    /// The product of the opacities of the view and all views around it, 0…1.
    public let opacity: Double

    /// Creates an outline.
    ///
    /// - Precondition: `size` has 2 numbers and `toWindow` has 16.
    public init(size: [Double], toWindow: [Double], opacity: Double) {
      precondition(size.count == 2, "A size has 2 numbers, got \(size.count)")
      precondition(toWindow.count == 16, "A transform has 16 numbers, got \(toWindow.count)")
      self.size = size
      self.toWindow = toWindow
      self.opacity = opacity
    }
  }

  /// Creates a state.
  ///
  /// - Precondition: `frame` has 4 numbers and `transform` has 16.
  public init(
    name: String, frame: [Double], transform: [Double], alpha: Double, outline: Outline? = nil,
    look: Look? = nil
  ) {
    precondition(frame.count == 4, "A frame has 4 numbers, got \(frame.count)")
    precondition(transform.count == 16, "A transform has 16 numbers, got \(transform.count)")
    self.name = name
    self.frame = frame
    self.transform = transform
    self.alpha = alpha
    self.outline = outline
    self.look = look
  }
}

extension ViewState.Outline {
  /// The corners in the window, clockwise from the top left, in points.
  ///
  /// Nil when one is not in front of the eye or is not finite, and for an outline that a worker has
  /// damaged.
  public var corners: [SIMD2<Double>]? {
    guard size.count == 2, toWindow.count == 16 else { return nil }
    var corners: [SIMD2<Double>] = []
    for (x, y) in [(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])] {
      let w = x * toWindow[3] + y * toWindow[7] + toWindow[15]
      let placed = SIMD2(
        x * toWindow[0] + y * toWindow[4] + toWindow[12],
        x * toWindow[1] + y * toWindow[5] + toWindow[13])
      guard w > 1e-6, (placed / w).x.isFinite, (placed / w).y.isFinite else { return nil }
      corners.append(placed / w)
    }
    return corners
  }
}
