/// A view that shows text in lines that fit its width.
open class Label: View {
  /// The maximum number of UTF-8 bytes that are shown; the rest is cut off, which is reported.
  public static let longestText = 100_000

  /// The text; a new text is measured in the next layout.
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

  /// The maximum number of lines that are shown, or 0 for any number.
  @exclusivity(unchecked) public var numberOfLines: Int {
    didSet { if numberOfLines != oldValue { textChanged() } }
  }

  /// The lines of the last layout, top to bottom, and the width for which they were broken: NaN
  /// before the first layout.
  @exclusivity(unchecked) private(set) var lines: [LineBreaker.Line] = []
  @exclusivity(unchecked) private var linesWidth = Double.nan

  /// The lines and the width of the last measurement: usually the next layout has the same width.
  @exclusivity(unchecked) private var measuredLines: [LineBreaker.Line] = []
  @exclusivity(unchecked) private var measuredWidth = Double.nan

  /// The sizes of the text within the widths for which it was last measured.
  @exclusivity(unchecked) private var sizes = SizeCache()

  /// Creates a label of size zero; measure it with ``View/sizeThatFits(_:)``, or put it in a stack.
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

  /// Creates a label on the current engine, with one line in a 17-point font.
  public override init(frame: Rect) {
    text = ""
    font = Font(size: 17)
    numberOfLines = 1
    super.init(frame: frame)
  }

  /// The size of the text in lines at most as wide as `limit`, rounded up to whole points.
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
    // Does not cut in the middle of a character.
    var end = text.utf8.index(text.startIndex, offsetBy: Self.longestText)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end].unicodeScalars
  }

  /// Breaks the text into `measuredLines`.
  private func breakLines(_ width: Double) {
    // Moved out of the label and back, so that the buffer is used in place.
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
