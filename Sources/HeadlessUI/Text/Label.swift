/// A view that shows text, broken into lines that fit into its width.
open class Label: View {
  /// The most bytes of UTF-8 that are shown; the rest is cut off and reported.
  public static let longestText = 100_000

  /// The text; a new one is measured when it is next laid out.
  public var text: String {
    didSet {
      guard text != oldValue else { return }
      checkLength()
      textChanged()
    }
  }

  public var font: Font { didSet { if font != oldValue { textChanged() } } }

  /// The most lines that are shown; 0 for any number.
  public var numberOfLines: Int { didSet { if numberOfLines != oldValue { textChanged() } } }

  /// The lines as of the last layout, top to bottom.
  private(set) var lines: [LineBreaker.Line] = []

  /// The size of the text within widths, as it was last measured.
  private var sizes = SizeCache()

  /// Creates a label of no size; measure it with ``View/sizeThatFits(_:)``, or put it into a stack.
  public init(
    engine: Engine, name: String = "label", text: String = "", font: Font = Font(size: 15),
    numberOfLines: Int = 0
  ) {
    self.text = text
    self.font = font
    self.numberOfLines = numberOfLines
    super.init(engine: engine, name: name)
    checkLength()
  }

  /// Creates a label on the current engine, with a line of 17 points.
  public override init(frame: Rect) {
    text = ""
    font = Font(size: 17)
    numberOfLines = 1
    super.init(frame: frame)
  }

  /// The size of the text, broken into lines as wide as `limit`; whole points, rounded up.
  open override func sizeThatFits(_ limit: Size) -> Size {
    guard !text.isEmpty else { return .zero }
    // The height of the limit does not matter.
    let limit = Size(width: limit.width, height: 0)
    if let known = sizes.known(limit) { return known }
    var width = 0.0
    var count = 0
    breaker(limit.width).forEachLine(of: shownText) {
      width = max(width, $0.width)
      count += 1
    }
    let size = Size(
      width: min(width.rounded(.up), max(limit.width, 0)), height: Double(count) * font.lineHeight)
    sizes.remember(limit, size)
    return size
  }

  open override func layoutSubviews() {
    lines.removeAll(keepingCapacity: true)
    guard !text.isEmpty else { return }
    breaker(bounds.width).forEachLine(of: shownText) { lines.append($0) }
  }

  override func makeCopy() -> View {
    Label(
      engine: engine, name: "\(name) snapshot", text: text, font: font, numberOfLines: numberOfLines
    )
  }

  override var showsContents: Bool { !text.isEmpty }
}

extension Label {
  private var shownText: Substring.UnicodeScalarView {
    guard text.utf8.count > Self.longestText else { return text[...].unicodeScalars }
    // Not in the middle of a character.
    var end = text.utf8.index(text.startIndex, offsetBy: Self.longestText)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end].unicodeScalars
  }

  private func breaker(_ width: Double) -> LineBreaker {
    LineBreaker(font: font, width: width, maximumLines: max(numberOfLines, 0))
  }

  private func textChanged() {
    sizes.removeAll()
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  private func checkLength() {
    let count = text.utf8.count
    guard count > Self.longestText else { return }
    engine.report(.textTooLong(view: name, bytes: count))
  }
}
