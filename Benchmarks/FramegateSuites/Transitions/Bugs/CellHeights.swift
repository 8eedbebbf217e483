import BenchmarkModel
import HeadlessUI

/// A list of 1,000 messages scrolls near its end.
///
/// Published: every frame measures the text of all cells to find those on screen. Fixed: the
/// heights are measured once, and the first cell on screen is found by a search in their sums.
final class CellHeights: BugStage {
  /// The speed of scrolling, in points per second.
  private static let speed = 1_200.0

  /// The line height and the margin of a cell, in points.
  private static let (lineHeight, margin) = (20.0, 16.0)

  private let edition: BugEdition
  private let texts: [MeasuredText]
  private let start: Double

  /// The bottom of every cell, if the heights were measured once.
  private let bottoms: [Double]

  /// The views of the cells on screen, which are reused; some may be hidden.
  let cells: [View]

  init(_ edition: BugEdition, _ screen: ScreenSize, texts: [MeasuredText] = CellHeights.messages) {
    self.edition = edition
    self.texts = texts
    let heights = texts.map { Self.height(of: $0, width: screen.width) }
    start = 0.8 * heights.reduce(0, +)
    var bottom = 0.0
    bottoms =
      edition == .fixed
      ? heights.map {
        bottom += $0
        return bottom
      } : []
    let engine = Engine()
    let count = Int(screen.height / (Self.lineHeight + 2 * Self.margin)) + 2
    cells = (0..<count).map { View(engine: engine, name: "cell \($0)") }
    super.init(engine, screen)
    for cell in cells { window.addSubview(cell) }
  }

  override func update() {
    let offset = start + Self.speed * engine.now
    var (index, bottom) = (0, 0.0)
    switch edition {
    case .published:
      while index < texts.count {
        bottom += height(index)
        if bottom > offset { break }
        index += 1
      }
    case .fixed:
      index = bottoms.partitioningIndex { $0 > offset }
      bottom = index < bottoms.count ? bottoms[index] : 0
    }
    for _ in cells {
      // A cell stays with its message while the message is on screen.
      let cell = cells[index % cells.count]
      guard index < texts.count else {
        cell.isHidden = true
        index += 1
        continue
      }
      let height = height(index)
      cell.isHidden = false
      cell.frame = Rect(
        x: 0, y: bottom - height - offset, width: window.bounds.width, height: height)
      index += 1
      if index < texts.count { bottom += self.height(index) }
    }
  }

  private func height(_ index: Int) -> Double {
    guard edition == .fixed else {
      return Self.height(of: texts[index], width: window.bounds.width)
    }
    return bottoms[index] - (index > 0 ? bottoms[index - 1] : 0)
  }

  private static func height(of text: MeasuredText, width: Double) -> Double {
    Double(text.lines(in: width - 2 * margin)) * lineHeight + 2 * margin
  }
}

extension CellHeights {
  /// A thousand messages of 4 to 43 words.
  static let messages = (0..<1_000).map { index in
    MeasuredText(words: (0..<(4 + 7 * index % 40)).map { 3 + (index + 5 * $0) % 9 })
  }
}

/// A text as a list of words, which can be broken into lines.
struct MeasuredText {
  /// The width of each letter of the alphabet, in points.
  private static let advances = (0..<26).map { 5 + Double(7 * $0 % 26) / 5 }

  /// The letters of the words, by their place in the alphabet; 26 is a space.
  private let letters: [UInt8]

  /// Creates a text.
  ///
  /// - Parameter words: The number of letters of each word.
  init(words: [Int]) {
    var letters: [UInt8] = []
    for (index, count) in words.enumerated() {
      if index > 0 { letters.append(26) }
      for letter in 0..<count { letters.append(UInt8((11 * index + 3 * letter) % 26)) }
    }
    self.letters = letters
  }

  /// The number of lines at a width in points; a word wider than a line has a line of its own.
  func lines(in width: Double) -> Int {
    var lines = 1
    var line = 0.0
    var word = 0.0
    for letter in letters {
      guard letter == 26 else {
        word += Self.advances[Int(letter)]
        continue
      }
      Self.place(word, in: width, &line, &lines)
      word = 0
    }
    Self.place(word, in: width, &line, &lines)
    return lines
  }

  private static func place(
    _ word: Double, in width: Double, _ line: inout Double, _ lines: inout Int
  ) {
    let space = 4.0
    if line > 0, line + space + word > width {
      lines += 1
      line = word
    } else {
      line += (line > 0 ? space : 0) + word
    }
  }
}

extension [Double] {
  /// The index of the first number that meets a condition, found by bisection: the condition must
  /// be false up to some number and true from then on.
  fileprivate func partitioningIndex(where condition: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension BugPair {
  static let cellHeights = BugPair(name: "cellHeights", duration: .milliseconds(250)) {
    CellHeights($0, $1)
  }
}
