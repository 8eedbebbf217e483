package import SampleStatistics

/// A frame log with a known structure, of which a few cells are changed: a reader takes it apart to
/// the end, and finds times that no device wrote.
///
/// Changes move times by parts of a period or let them agree, exchange columns, mix the rows of two
/// streams, and put garbage into single cells. Most damaged bytes, which ``ByteDamage`` makes, are
/// refused before anything is computed from them.
package struct LogShape: Sendable {
  /// A cell of a table, written in the unit of its column.
  enum Cell: Sendable {
    /// Nanoseconds.
    case time(Int64)
    case text(String)
  }

  /// A column: its name and how its cells are written.
  struct Column: Sendable {
    var name: String

    /// The decimal exponent of the unit, in nanoseconds: 6 for milliseconds.
    var unit = 0

    /// How many decimals are written.
    var decimals = 0

    /// What a frame has in it.
    let value: @Sendable (LogShapeFrame) -> Cell

    init(
      _ name: String, unit: Int = 0, decimals: Int = 0,
      _ value: @escaping @Sendable (LogShapeFrame) -> Cell
    ) {
      self.name = name
      self.unit = unit
      self.decimals = decimals
      self.value = value
    }
  }

  /// The format and how it is written.
  let dialect: String
  var columns: [Column]
  var rows: [[Cell]] = []

  /// The stream of each row.
  var streams: [Int] = []
  let periodNs: Int64
}

/// What is true of a frame before anything is changed, in nanoseconds.
struct LogShapeFrame: Sendable {
  var index = 0
  var stream = 0

  /// The vsync it began for, and the one it is due at.
  var vsyncNs: Int64 = 0
  var dueNs: Int64 = 0
  var startNs: Int64 = 0
  var endNs: Int64 = 0
  var shownNs: Int64 = 0

  /// Since the end of the frame before.
  var betweenNs: Int64 = 0
  var periodNs: Int64 = 0
  var isLate = false
}

extension LogShape {
  /// The shape of a dialect that nothing is changed in, on a display of 60 Hz.
  package init(_ dialect: String, frameCount: Int = 12) {
    self.init(dialect, rates: [60], late: { _ in 0 }, frameCount: frameCount)
  }

  /// A random shape of a dialect, of one or two streams, with some cells changed.
  package init(_ dialect: String, using generator: inout SplitMix64) {
    let rates = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      [60, 120, 90, 24, 144, 30, 1, 1_000].randomElement(using: &generator) ?? 60
    }
    let count = Int.random(in: 1...14, using: &generator)
    let delays = (0..<count).map { _ in
      [0, 0, 0, 0, 1, 1, 2, 3, 7][Int.random(in: 0..<9, using: &generator)]
    }
    self.init(dialect, rates: rates, late: { delays[$0] }, frameCount: count)
    if rates.count > 1 { mix(using: &generator) }
    for _ in 0..<(1 << Int.random(in: 0...3, using: &generator)) - 1 { change(using: &generator) }
  }

  private init(_ dialect: String, rates: [Int], late: (Int) -> Int, frameCount: Int) {
    self.dialect = dialect
    columns = Self.columns(of: dialect)
    periodNs = Int64(1_000_000_000 / rates[0])
    for (stream, rate) in rates.enumerated() {
      let period = Int64(1_000_000_000 / rate)
      let origin: Int64 = 20_000_000_000
      var last = origin
      for index in 0..<frameCount {
        var frame = LogShapeFrame()
        frame.index = index
        frame.stream = stream
        frame.periodNs = period
        frame.vsyncNs = origin + Int64(index) * period
        frame.dueNs = frame.vsyncNs + 2 * period
        frame.startNs = frame.vsyncNs + period / 40
        frame.shownNs = frame.dueNs + Int64(late(index)) * period
        frame.endNs = frame.shownNs - period / 3
        frame.isLate = late(index) > 0
        frame.betweenNs = frame.endNs - last
        last = frame.endNs
        rows.append(columns.map { $0.value(frame) })
        streams.append(stream)
      }
    }
  }

  /// Lets the rows of both streams follow each other in any order that keeps that of each.
  private mutating func mix(using generator: inout SplitMix64) {
    var order = streams
    order.shuffle(using: &generator)
    var next = [0, streams.firstIndex(of: 1) ?? 0]
    let mixed = order.map { stream in
      defer { next[stream] += 1 }
      return rows[next[stream]]
    }
    rows = mixed
    streams = order
  }

  private static let garbage = [
    "", "NA", "x", "-1", "0", "1", "nan", "1e308", "-", "1e18", "0x10", " ", "1.5", "16.67 ms",
    "9223372036854775807", "72057628414509155", "99999999999999999999999999",
    "-9223372036854775808", "1152921504606846975", "4611686018427387904", "[NULL]",
    "Intel XeSS-FG",
  ]

  private mutating func change(using generator: inout SplitMix64) {
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let row = Int.random(in: rows.indices, using: &generator)
    let column = Int.random(in: columns.indices, using: &generator)
    let otherRow = Int.random(in: rows.indices, using: &generator)
    let otherColumn = Int.random(in: columns.indices, using: &generator)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...4:
      let parts: [Int64] = [-8, -4, -2, -1, 1, 2, 3, 4, 6, 8, 12, 40, 2_400]
      let part = parts.randomElement(using: &generator) ?? 1
      let nudge = Int64.random(in: -1...1, using: &generator)
      move(row, column, by: part * (periodNs / 4) + nudge)
    case 5:
      let far: [Int64] = [
        1, -1, 9_999_999_999, 10_000_000_001, -10_000_000_001, 1 << 59, -(1 << 59),
      ]
      move(row, column, by: far.randomElement(using: &generator) ?? 1)
    case 6:
      set(row, column, cell(otherRow, column))
    case 7:
      set(row, column, cell(row, otherColumn))
    case 8:
      (columns[column].name, columns[otherColumn].name) =
        (columns[otherColumn].name, columns[column].name)
    case 9:
      for row in rows.indices {
        let kept = cell(row, column)
        set(row, column, cell(row, otherColumn))
        set(row, otherColumn, kept)
      }
    case 10, 11:
      set(row, column, .text(Self.garbage.randomElement(using: &generator) ?? ""))
    case 12:
      rows.swapAt(row, otherRow)
    case 13:
      rows.insert(rows[row], at: otherRow)
      streams.insert(streams[row], at: otherRow)
    case 14:
      rows[row].removeLast(Int.random(in: 0...rows[row].count, using: &generator))
    default:
      let factor = [0, -1, 1_000].randomElement(using: &generator) ?? 0
      for row in rows.indices {
        if case .time(let time) = cell(row, column), let scaled = time.times(factor) {
          set(row, column, .time(scaled))
        }
      }
    }
  }

  /// The cell of a row, which may have lost it.
  private func cell(_ row: Int, _ column: Int) -> Cell {
    column < rows[row].count ? rows[row][column] : .text("")
  }

  private mutating func set(_ row: Int, _ column: Int, _ cell: Cell) {
    if column < rows[row].count { rows[row][column] = cell }
  }

  private mutating func move(_ row: Int, _ column: Int, by nanoseconds: Int64) {
    guard case .time(let time) = cell(row, column) else { return }
    let (moved, isTooFar) = time.addingReportingOverflow(nanoseconds)
    if !isTooFar { set(row, column, .time(moved)) }
  }
}

extension Int64 {
  fileprivate func times(_ factor: Int) -> Int64? {
    let (product, isTooLarge) = multipliedReportingOverflow(by: Int64(factor))
    return isTooLarge ? nil : product
  }
}
