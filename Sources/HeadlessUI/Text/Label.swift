/// A view that shows text, broken into lines that fit into its width.
open class Label: View {
  /// The maximum number of bytes of UTF-8 that are shown; the rest is cut off and reported.
  public static let longestText = 100_000

  /// The text; a new one is measured when it is next laid out.
  @exclusivity(unchecked) public var text: String {
    didSet {
      guard text != oldValue else { return }
      checkLength()
      textChanged()
    }
  }

  @exclusivity(unchecked) public var font: Font {
    didSet { if font != oldValue { textChanged() } }
  }

  /// The maximum number of lines that are shown; 0 for any number.
  @exclusivity(unchecked) public var numberOfLines: Int {
    didSet { if numberOfLines != oldValue { textChanged() } }
  }

  /// The lines as of the last layout, top to bottom, and the width that they were broken for; NaN
  /// before there are any.
  @exclusivity(unchecked) private(set) var lines: [LineBreaker.Line] = []
  @exclusivity(unchecked) private var linesWidth = Double.nan

  /// The same of the last measurement: mostly, the label is then laid out for that width.
  @exclusivity(unchecked) private var measuredLines: [LineBreaker.Line] = []
  @exclusivity(unchecked) private var measuredWidth = Double.nan

  /// The size of the text within widths, as it was last measured.
  @exclusivity(unchecked) private var sizes = SizeCache()

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
    breakLines(limit.width)
    let width = measuredLines.reduce(0) { max($0, $1.width) }
    let size = Size(
      width: min(width.rounded(.up), max(limit.width, 0)),
      height: Double(measuredLines.count) * font.lineHeight)
    sizes.remember(limit, size)
    return size
  }

  open override func layoutSubviews() {
    let width = bounds.width
    guard width != linesWidth else { return }
    if width != measuredWidth { breakLines(width) }
    swap(&lines, &measuredLines)
    linesWidth = width
    measuredWidth = .nan
    // Both buffers at once, so that a later frame allocates nothing.
    if measuredLines.capacity < lines.capacity { measuredLines.reserveCapacity(lines.capacity) }
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

  /// Breaks the text into `measuredLines`.
  private func breakLines(_ width: Double) {
    // Out of the label and back, so that its buffer is used in place.
    var lines: [LineBreaker.Line] = []
    swap(&lines, &measuredLines)
    lines.removeAll(keepingCapacity: true)
    if !text.isEmpty {
      LineBreaker(font: font, width: width, maximumLines: max(numberOfLines, 0))
        .forEachLine(of: shownText) { lines.append($0) }
    }
    swap(&lines, &measuredLines)
    measuredWidth = width
  }

  private func textChanged() {
    // A label without text draws nothing.
    hasChanged = true
    sizes.removeAll()
    linesWidth = .nan
    measuredWidth = .nan
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  private func checkLength() {
    let count = text.utf8.count
    guard count > Self.longestText else { return }
    engine.report(.textTooLong(view: name, bytes: count))
  }
}
