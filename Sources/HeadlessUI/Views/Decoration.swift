/// The shadow and the border of a view.
///
/// Nothing draws them here. They animate like the view's other properties, and reports list them
/// and count what they would cost.
public struct Decoration: Hashable, Sendable {
  public var shadowColor = Color.black

  /// The opacity of the shadow, 0…1; 0, the default, means no shadow.
  public var shadowOpacity = 0.0

  /// The blur radius of the shadow, in points.
  public var shadowRadius = 3.0

  /// The offset of the shadow from the view, in points.
  public var shadowOffset = Size(width: 0, height: -3)

  /// The shape of the shadow, in the view's own coordinates.
  ///
  /// If it is nil, the shadow has the shape of what the view and its subviews show, which a
  /// renderer must then draw first. A new shape is shown at once even in an animation, as on the
  /// platform.
  public var shadowPath: Rect?

  /// The width of the border, in points; 0, the default, means no border.
  public var borderWidth = 0.0

  public var borderColor = Color.black

  /// Creates a decoration without a shadow or border.
  public init() {}
}

extension Decoration {
  /// Whether a shadow is visible.
  public var hasShadow: Bool { shadowOpacity > 0 && shadowColor.opacity > 0 }

  /// Whether a border is visible.
  public var hasBorder: Bool { borderWidth > 0 && borderColor.opacity > 0 }

  /// An animatable property that is not one of ``ViewValues``.
  subscript(property: PropertyAnimation.Property) -> SIMD4<Double> {
    get {
      switch property {
      case .shadowColor: shadowColor.vector
      case .shadowOpacity: SIMD4(shadowOpacity, 0, 0, 0)
      case .shadowRadius: SIMD4(shadowRadius, 0, 0, 0)
      case .shadowOffset: SIMD4(shadowOffset.width, shadowOffset.height, 0, 0)
      case .borderWidth: SIMD4(borderWidth, 0, 0, 0)
      case .borderColor: borderColor.vector
      case .center, .boundsOrigin, .boundsSize, .transform, .alpha, .cornerRadius,
        .backgroundColor:
        .zero
      }
    }
    set {
      switch property {
      case .shadowColor: shadowColor = Color(newValue)
      case .shadowOpacity: shadowOpacity = newValue.x
      case .shadowRadius: shadowRadius = newValue.x
      case .shadowOffset: shadowOffset = Size(width: newValue.x, height: newValue.y)
      case .borderWidth: borderWidth = newValue.x
      case .borderColor: borderColor = Color(newValue)
      case .center, .boundsOrigin, .boundsSize, .transform, .alpha, .cornerRadius,
        .backgroundColor:
        break
      }
    }
  }
}

// The same properties on the view, as a layer has them. An assignment in a block is animated.
extension View {
  /// The shadow and the border on screen at the last tick.
  public var presentationDecoration: Decoration {
    var decoration = decoration
    for animation in animations where animation.property.isDecoration {
      decoration[animation.property] = animation.value(at: engine.commitTime)
    }
    return decoration
  }

  public var shadowColor: Color? {
    get { decoration.shadowColor }
    set { decorate(.shadowColor) { $0.shadowColor = newValue ?? .clear } }
  }

  /// The opacity of the shadow, 0…1; 0, the default, means no shadow.
  public var shadowOpacity: Double {
    get { decoration.shadowOpacity }
    set { decorate(.shadowOpacity) { $0.shadowOpacity = newValue } }
  }

  /// The blur radius of the shadow, in points.
  public var shadowRadius: Double {
    get { decoration.shadowRadius }
    set { decorate(.shadowRadius) { $0.shadowRadius = newValue } }
  }

  /// The offset of the shadow from the view, in points.
  public var shadowOffset: Size {
    get { decoration.shadowOffset }
    set { decorate(.shadowOffset) { $0.shadowOffset = newValue } }
  }

  /// The shape of the shadow; see ``Decoration/shadowPath``.
  public var shadowPath: Rect? {
    get { decoration.shadowPath }
    set { changeDecoration { $0.shadowPath = newValue } }
  }

  /// The width of the border, in points; 0, the default, means no border.
  public var borderWidth: Double {
    get { decoration.borderWidth }
    set { decorate(.borderWidth) { $0.borderWidth = newValue } }
  }

  public var borderColor: Color? {
    get { decoration.borderColor }
    set { decorate(.borderColor) { $0.borderColor = newValue ?? .clear } }
  }
}

extension View {
  /// Assigns a property, and records its animation if there is one.
  private func decorate(
    _ property: PropertyAnimation.Property, _ assign: (inout Decoration) -> Void
  ) {
    let old = decoration[property]
    changeDecoration(assign)
    recordAbsolute(property, from: old, to: decoration[property])
  }

  /// Changes model values without recording anything.
  func changeDecoration(_ change: (inout Decoration) -> Void) {
    change(&madeExtras.decoration)
  }

  /// Writes the start value of an animation to the model.
  func restoreStart(of animation: PropertyAnimation) {
    if animation.property.isDecoration {
      changeDecoration { $0[animation.property] = animation.start }
    } else {
      animation.restore(&model)
    }
  }

  /// Writes the value that an animation shows at a time to the model.
  func keepShown(of animation: PropertyAnimation, at time: Double) {
    if animation.property.isDecoration {
      changeDecoration { $0[animation.property] = animation.value(at: time) }
    } else {
      animation.apply(to: &model, at: time)
    }
  }
}
