package import Foundation
import ReportText

/// A part of a page or a picture: a text, or an element with attributes and parts.
///
/// Every string is escaped when it is written, also in attributes, except for literals of this
/// module and JSON without characters that are special in HTML.
///
///     Markup(.p, [.class: "cause"], ["Drops ", Markup(.strong, [:], ["\(count)"])])
package struct Markup: Sendable {
  private indirect enum Node: Sendable {
    case text(String)
    case element(Tag, [(Attribute, String)], [Markup])
    case group([Markup])
    case literal(StaticString)
    case json(Data)
  }

  private let node: Node

  package init(
    _ tag: Tag, _ attributes: KeyValuePairs<Attribute, String> = [:], _ content: [Markup] = []
  ) { node = .element(tag, attributes.map { ($0.key, $0.value) }, content) }

  package init(_ parts: [Markup]) { node = .group(parts) }

  /// Creates a text, trusted or not.
  package init(text: String) { node = .text(text) }

  /// Creates a style sheet or a script, which must be a literal.
  init(literal: StaticString) { node = .literal(literal) }

  /// Creates data for a script: `<`, `>` and `&` are escaped, so that it cannot end its element.
  init(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    node = .json(JSONText.escapingMarkup(try encoder.encode(value)))
  }
}

extension Markup {
  package enum Tag: String, Sendable {
    case html, head, meta, title, style, script, body, main, header, section, article, footer
    case h1, h2, h3, h4, p, ul, li, strong, code, span, div, figure, figcaption, details, summary
    case a, table, thead, tbody, tr, th, td, button, input, label, output, select, option
    case svg, g, rect, line, path, circle, text, desc, defs, polygon

    /// Whether the element has no end tag in HTML.
    fileprivate var isVoid: Bool { self == .meta || self == .input }

    /// Whether the element is a shape in a picture, without contents.
    fileprivate var isMark: Bool {
      switch self {
      case .rect, .line, .path, .circle, .polygon: true
      default: false
      }
    }

    /// Whether a line break before the element has no visible effect.
    fileprivate var startsLine: Bool {
      switch self {
      case .a, .strong, .code, .span, .button, .input, .label, .output, .text: false
      default: true
      }
    }
  }

  package enum Attribute: String, Sendable {
    case `class`, id, lang, charset, name, content, type, open, scope, role, style, tabindex, title,
      value
    case httpEquiv = "http-equiv"
    case label = "aria-label"
    case hidden = "aria-hidden"
    case hiddenPart = "hidden"
    case live = "aria-live"
    case `for`, min, max, step, selected
    case count = "data-count"
    case key = "data-key"
    case xmlns, viewBox, width, height, x, y, x1, x2, y1, y2, cx, cy, r, d, points, transform
    case href, opacity
    case strokeWidth = "stroke-width"
  }
}

extension Markup: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text: text) }
}

extension Markup {
  /// The same element with `parts` inserted before its own.
  func adding(_ parts: [Markup]) -> Markup {
    guard case .element(let tag, let attributes, let content) = node else { return self }
    return Markup(node: .element(tag, attributes, parts + content))
  }

  private init(node: Node) { self.node = node }

  /// The document as a file, with its type declaration.
  package var page: Data { Data(("<!DOCTYPE html>" + written + "\n").utf8) }

  /// The picture as a file.
  package var picture: Data { Data((written + "\n").utf8) }

  var written: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch node {
    case .text(let content): text += XMLText(foreign: content).content
    case .group(let parts): for part in parts { part.write(to: &text) }
    case .literal(let literal): text += "\(literal)"
    case .json(let data): text += String(decoding: data, as: UTF8.self)
    case .element(let tag, let attributes, let content):
      if tag.startsLine { text += "\n" }
      text += "<\(tag.rawValue)"
      for (attribute, value) in attributes {
        if value.isEmpty { continue }
        text += " \(attribute.rawValue)=\"\(XMLText(foreign: value, limit: .max).content)\""
      }
      if tag.isMark, content.isEmpty {
        text += "/>"
        return
      }
      text += ">"
      if tag.isVoid { return }
      for part in content { part.write(to: &text) }
      text += "</\(tag.rawValue)>"
    }
  }
}

extension Double {
  /// The number as an attribute of a picture: at most one decimal.
  var svg: String {
    let tenths = (self * 10).rounded()
    guard tenths.magnitude < 1e15 else { return "0" }
    if tenths.truncatingRemainder(dividingBy: 10) == 0 { return "\(Int64(tenths / 10))" }
    return "\(tenths / 10)"
  }
}
