/// The shadow and the border of a view.
///
/// Nothing draws them here. They animate as the view's other properties do, reports list them, and
/// what they would cost is counted.
public struct Decoration: Hashable, Sendable {
  public var shadowColor = Color.black

  /// 0…1; 0, the default, means no shadow.
  public var shadowOpacity = 0.0

  /// How far the shadow is blurred, in points.
  public var shadowRadius = 3.0

  /// How far the shadow is from the view, in points.
  public var shadowOffset = Size(width: 0, height: -3)

  /// The shape of the shadow, in the view's own coordinates, or nil for the shape of what the view
  /// and its subviews show, which a renderer has to draw first.
  ///
  /// Jumps also in an animation, as on the platform.
  public var shadowPath: Rect?

  /// In points; 0, the default, means no border.
  public var borderWidth = 0.0

  public var borderColor = Color.black

  /// A view without a shadow and a border.
  public init() {}
}

extension Decoration {
  /// Whether there is a shadow to be seen.
  public var hasShadow: Bool { shadowOpacity > 0 && shadowColor.opacity > 0 }

  /// Whether there is a border to be seen.
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

// The properties as layers have them. Assigning one in a block animates it.
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

  /// 0…1; 0, the default, means no shadow.
  public var shadowOpacity: Double {
    get { decoration.shadowOpacity }
    set { decorate(.shadowOpacity) { $0.shadowOpacity = newValue } }
  }

  /// How far the shadow is blurred, in points.
  public var shadowRadius: Double {
    get { decoration.shadowRadius }
    set { decorate(.shadowRadius) { $0.shadowRadius = newValue } }
  }

  /// How far the shadow is from the view, in points.
  public var shadowOffset: Size {
    get { decoration.shadowOffset }
    set { decorate(.shadowOffset) { $0.shadowOffset = newValue } }
  }

  /// The shape of the shadow; see ``Decoration/shadowPath``.
  public var shadowPath: Rect? {
    get { decoration.shadowPath }
    set { changeDecoration { $0.shadowPath = newValue } }
  }

  /// In points; 0, the default, means no border.
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
  /// Assigns a property, and records how it gets there.
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

  /// Writes the value that an animation starts at to the model.
  func restoreStart(of animation: PropertyAnimation) {
    if animation.property.isDecoration {
      changeDecoration { $0[animation.property] = animation.start }
    } else {
      animation.restore(&model)
    }
  }

  /// Writes the value that an animation shows to the model.
  func keepShown(of animation: PropertyAnimation, at time: Double) {
    if animation.property.isDecoration {
      changeDecoration { $0[animation.property] = animation.value(at: time) }
    } else {
      animation.apply(to: &model, at: time)
    }
  }
}
