import MotionKernels

/// A container controller's view: its content fills it.
final class ContentHostView: View {
  let content: View

  override init(engine: Engine, name: String, frame: Rect = .zero) {
    content = View(engine: engine, name: "\(name) content")
    super.init(engine: engine, name: name, frame: frame)
    addSubview(content)
  }

  override func layoutSubviews() {
    guard content.frame != bounds else { return }
    content.frame = bounds
    for view in content.subviews where view.transform == .identity { view.frame = content.bounds }
  }
}
