package import ReportText
import FrameModel

/// A frame of a film as lines of half blocks: each character is two pixels, one above the other.
package struct HalfBlockFilm {
  /// What a pixel shows: the frontmost page there.
  private enum Pixel {
    case nothing, leaving, coming

    /// Its color among the 256 of a terminal.
    var color: Int {
      switch self {
      case .nothing: 236
      case .leaving: 74
      case .coming: 214
      }
    }
  }

  /// The most columns and lines: no terminal needs more, and each cell takes time in every frame.
  private static let (mostColumns, mostLines) = (400, 200)

  private let film: Film
  private let columns, rows: Int
  private let isColored: Bool

  package init(_ film: Film, columns: Int, lines: Int, isColored: Bool) {
    self.film = film
    self.isColored = isColored
    let columns = min(max(columns, 1), Self.mostColumns)
    let lines = min(max(lines, 1), Self.mostLines)
    let scale = min(Double(columns) / max(film.width, 1), Double(2 * lines) / max(film.height, 1))
    self.columns = max(1, Int(film.width * scale))
    rows = max(2, Int(film.height * scale) / 2 * 2)
  }
}

extension HalfBlockFilm {
  /// The lines of a frame, each of which ends in a newline.
  ///
  /// - Precondition: `frame` is the index of a frame.
  package func text(_ frame: Int) -> TerminalText {
    let quads = film.frames[frame].compactMap { view -> (Pixel, [SIMD2<Double>])? in
      guard view.outline.opacity > 0.02, let corners = view.outline.corners else { return nil }
      switch view.style {
      case "from": return (.leaving, corners)
      case "to": return (.coming, corners)
      default: return nil
      }
    }
    let scale = film.width / Double(columns)
    let tall = film.height / Double(rows)
    func pixel(_ column: Int, _ row: Int) -> Pixel {
      let x = (Double(column) + 0.5) * scale
      let y = (Double(row) + 0.5) * tall
      return quads.last { Self.contains($0.1, x, y) }?.0 ?? .nothing
    }
    return stride(from: 0, to: rows, by: 2).map { row in
      let cells = (0..<columns).map { cell(pixel($0, row), pixel($0, row + 1)) }.joined()
      return isColored ? "\(cells)\u{1B}[0m\n" : "\(cells)\n"
    }.joined()
  }

  private func cell(_ top: Pixel, _ bottom: Pixel) -> TerminalText {
    guard !isColored else { return "\u{1B}[38;5;\(top.color);48;5;\(bottom.color)m▀" }
    switch (top, bottom) {
    case (.coming, .coming): return "█"
    case (.coming, _): return "▀"
    case (_, .coming): return "▄"
    case (.leaving, _), (_, .leaving): return "░"
    case (.nothing, .nothing): return " "
    }
  }

  /// Whether a point is inside of a convex shape, whichever way around its corners go.
  private static func contains(_ corners: [SIMD2<Double>], _ x: Double, _ y: Double)
    -> Bool
  {
    // Called for every pixel, so it allocates nothing.
    var (isLeft, isRight) = (false, false)
    for index in corners.indices {
      let (one, next) = (corners[index], corners[(index + 1) % corners.count])
      let side = (next.x - one.x) * (y - one.y) - (next.y - one.y) * (x - one.x)
      isLeft = isLeft || side < 0
      isRight = isRight || side > 0
    }
    return isLeft != isRight
  }
}
