/// The size of a screen, in points.
public struct ScreenSize: Hashable, Sendable {
  /// The default: 375 × 667 points.
  public static let standard = ScreenSize(width: 375, height: 667)

  /// The width in points.
  public let width: Double

  /// The height in points.
  public let height: Double

  /// Creates a size.
  ///
  /// - Precondition: Both are finite and positive.
  public init(width: Double, height: Double) {
    precondition(
      width.isFinite && height.isFinite && width > 0 && height > 0,
      "A screen must have an area, got \(width)x\(height)")
    self.width = width
    self.height = height
  }

  /// Reads `375x667`.
  ///
  /// - Throws: ``ScreenSizeError`` for another text, and for a side that is not 1 to 100,000 points
  ///   long.
  package init(parsing text: String) throws(ScreenSizeError) {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .compactMap { Double($0) }
      .filter { $0.isFinite && (1...100_000).contains($0) }
    guard sides.count == 2, text.count(where: { $0 == "x" || $0 == "X" }) == 1 else {
      throw ScreenSizeError(text: text)
    }
    self.init(width: sides[0], height: sides[1])
  }
}

extension ScreenSize: CustomStringConvertible {
  /// Width and height as on the command line: `375x667`.
  public var description: String { "\(Self.text(width))x\(Self.text(height))" }

  private static func text(_ points: Double) -> String {
    points == points.rounded() && points < 1e15 ? String(Int(points)) : String(points)
  }
}

/// Written as on the command line.
extension ScreenSize: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(ScreenSizeError) {
      try self.init(parsing: text)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// A text that is not the size of a screen.
package struct ScreenSizeError: Error, CustomStringConvertible {
  let text: String

  package var description: String {
    "'\(text)' is not a screen. Give width and height, such as 375x667."
  }
}
