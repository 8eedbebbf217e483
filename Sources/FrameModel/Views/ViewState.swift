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

  /// The view's own rectangle in the window, or nil if only the frame is known.
  public let outline: Outline?

  /// The view's other visual properties, or nil if they are not known.
  public let look: Look?

  /// The visual properties of a view.
  public struct Look: Hashable, Codable, Sendable {
    /// Radius of the rounded corners, in points.
    public let cornerRadius: Double

    /// The corners that the radius rounds, among `topLeft`, `topRight`, `bottomLeft` and
    /// `bottomRight`.
    public let corners: [String]

    /// Red, green, blue and opacity of the background, each 0…1.
    public let background: [Double]

    /// The depth, which determines the drawing order.
    public let zPosition: Double

    public let isHidden: Bool

    /// Whether the view is listed although it has left the screen or has not appeared yet.
    public let isAbsent: Bool

    /// Whether the view shows an image or text.
    public let hasContents: Bool

    /// Whether parts of subviews outside the view are cut off.
    public let clips: Bool

    /// Whether the view is a snapshot of another one.
    public let isSnapshot: Bool

    /// The shadow, or nil if none is visible.
    public let shadow: Shadow?

    /// The border, or nil if none is visible.
    public let border: Border?

    /// A shadow; recorded, never drawn.
    public struct Shadow: Hashable, Codable, Sendable {
      /// Red, green, blue and opacity, each 0…1.
      public let color: [Double]

      /// Opacity, 0…1.
      public let opacity: Double

      /// The blur radius, in points.
      public let radius: Double

      /// x and y, in points.
      public let offset: [Double]

      /// x, y, width and height of its shape in the view, or nil for the shape of the contents.
      public let path: [Double]?

      /// Creates a shadow.
      public init(
        color: [Double], opacity: Double, radius: Double, offset: [Double], path: [Double]?
      ) {
        self.color = color
        self.opacity = opacity
        self.radius = radius
        self.offset = offset
        self.path = path
      }
    }

    /// A border; recorded, never drawn.
    public struct Border: Hashable, Codable, Sendable {
      /// The width, in points.
      public let width: Double

      /// Red, green, blue and opacity, each 0…1.
      public let color: [Double]

      /// Creates a border.
      public init(width: Double, color: [Double]) {
        self.width = width
        self.color = color
      }
    }

    /// Creates a look.
    ///
    /// - Precondition: `background` has 4 numbers.
    public init(
      cornerRadius: Double, corners: [String], background: [Double], zPosition: Double,
      isHidden: Bool, isAbsent: Bool, hasContents: Bool = false, clips: Bool = false,
      isSnapshot: Bool = false, shadow: Shadow? = nil, border: Border? = nil
    ) {
      precondition(background.count == 4, "A color has 4 numbers, got \(background.count)")
      self.cornerRadius = cornerRadius
      self.corners = corners
      self.background = background
      self.zPosition = zPosition
      self.isHidden = isHidden
      self.isAbsent = isAbsent
      self.hasContents = hasContents
      self.clips = clips
      self.isSnapshot = isSnapshot
      self.shadow = shadow
      self.border = border
    }
  }

  /// A rectangle and its place in the window.
  public struct Outline: Hashable, Codable, Sendable {
    /// Width and height of the view's bounds, in points.
    public let size: [Double]

    /// The sixteen entries, row by row, of the transform from the rectangle to the window, for row
    /// vectors; the rectangle's origin is its top left corner.
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
  /// Nil if a corner is behind the eye or not finite, or if a decoded outline has the wrong number
  /// of entries.
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

// Properties that were added later are written only if they differ from the default, so that
// workers of different versions give the same answer for views without them.
extension ViewState.Look {
  private enum CodingKeys: CodingKey {
    case cornerRadius, corners, background, zPosition, isHidden, isAbsent
    case hasContents, clips, isSnapshot, shadow, border
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    cornerRadius = try values.decode(Double.self, forKey: .cornerRadius)
    corners = try values.decode([String].self, forKey: .corners)
    background = try values.decode([Double].self, forKey: .background)
    zPosition = try values.decode(Double.self, forKey: .zPosition)
    isHidden = try values.decode(Bool.self, forKey: .isHidden)
    isAbsent = try values.decode(Bool.self, forKey: .isAbsent)
    hasContents = try values.decodeIfPresent(Bool.self, forKey: .hasContents) ?? false
    clips = try values.decodeIfPresent(Bool.self, forKey: .clips) ?? false
    isSnapshot = try values.decodeIfPresent(Bool.self, forKey: .isSnapshot) ?? false
    shadow = try values.decodeIfPresent(Shadow.self, forKey: .shadow)
    border = try values.decodeIfPresent(Border.self, forKey: .border)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(cornerRadius, forKey: .cornerRadius)
    try values.encode(corners, forKey: .corners)
    try values.encode(background, forKey: .background)
    try values.encode(zPosition, forKey: .zPosition)
    try values.encode(isHidden, forKey: .isHidden)
    try values.encode(isAbsent, forKey: .isAbsent)
    if hasContents { try values.encode(true, forKey: .hasContents) }
    if clips { try values.encode(true, forKey: .clips) }
    if isSnapshot { try values.encode(true, forKey: .isSnapshot) }
    try values.encodeIfPresent(shadow, forKey: .shadow)
    try values.encodeIfPresent(border, forKey: .border)
  }
}
