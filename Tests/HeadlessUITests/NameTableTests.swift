import Foundation
import TestSupport
import Testing

@testable import TransitionTestSupport

/// The table "From UIKit" in README.md: every name on the right is a public declaration, in a file
/// that declares or extends its type.
@Suite("Table of names")
struct NameTableTests {
  /// The public declarations of a file.
  private struct Declarations {
    /// The types that it declares or extends.
    let types: Set<Substring>

    /// Only the lines that declare something: a search takes long.
    let lines: String

    /// Functions and initializers: the name, and the labels of the parameters.
    let functions: Set<String>

    init(_ text: String) {
      types = Set(
        text.matches(of: /(?:class|struct|enum|protocol|extension) ([A-Za-z0-9]+)/).map { $0.1 })
      lines = text.split(separator: "\n")
        .filter { $0.contains("public ") || $0.contains("open ") || $0.contains(" case ") }
        .joined(separator: "\n")
      functions = NameTableTests.functions(in: text)
    }
  }

  private static let files: [Declarations] = {
    let root = Checkout.url("Sources")
    let modules = ["HeadlessUI", "MotionKernels/Transforms"]
    return modules.flatMap { module in
      FileManager.default.enumerator(
        at: root.appending(path: module), includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
    }.filter { $0.pathExtension == "swift" }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }.map { Declarations($0) }
  }()

  /// The code in the second column, row by row.
  private static let names: [String] = {
    let readme = Checkout.url("Sources/HeadlessUI/README.md")
    let text = (try? String(contentsOf: readme, encoding: .utf8)) ?? ""
    let lines =
      text.components(separatedBy: "## From UIKit").last?
      .components(separatedBy: "\n## ").first?.split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("| `") }.flatMap { line in
      let cell = line.split(separator: "|")[1]
      return cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
        .map { String($0.element) }
    }
  }()

  private static func functions(in text: String) -> Set<String> {
    var found: Set<String> = []
    var rest = text.replacing("->", with: "")[...]
    let head = /(?:public|open)[a-z ]*? (?:func +([A-Za-z0-9]+)|(init))(?:<[^(]*>)?\(/
    while let match = rest.firstMatch(of: head) {
      let name = String(match.1 ?? match.2 ?? "")
      rest = rest[match.range.upperBound...]
      var depth = 0
      var parameters = [""]
      for character in rest {
        if character == ")" || character == "]" || character == "}" || character == ">" {
          depth -= 1
          if depth < 0, character == ")" { break }
          depth = max(depth, 0)
        } else if "([{<".contains(character) {
          depth += 1
        }
        if character == ",", depth == 0 {
          parameters.append("")
        } else {
          parameters[parameters.count - 1].append(character)
        }
      }
      let labels = parameters.compactMap { parameter -> String? in
        let words = parameter.split { " \n".contains($0) }
        return words.first.map { $0.hasSuffix(":") ? String($0) : "\($0):" }
      }
      found.insert("\(name)(\(labels.joined()))")
    }
    return found
  }

  /// Whether a name such as `View.init(frame:)`, or `ContentTransition`, is declared.
  private static func isDeclared(_ name: String) throws -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1)
    let member = parts.last.map(String.init) ?? name
    let files = parts.count == 1 ? Self.files : Self.files.filter { $0.types.contains(parts[0]) }
    if member.contains("(") { return files.contains { $0.functions.contains(member) } }
    let declaration = try Regex(
      "(public|open|case)[a-z() ]* (class|struct|enum|protocol|var|let|typealias|static let) \(member)\\b"
    )
    return files.contains { $0.lines.firstMatch(of: declaration) != nil }
  }

  @Test("The table is not empty, and has what an article needs first")
  func contents() {
    #expect(Self.names.count > 60)
    for name in ["Transform3D64", "ContentTransition", "AnimatedTransitioning"] {
      #expect(Self.names.contains(name))
    }
  }

  @Test("Every name on the right exists, with its labels")
  func names() throws {
    for name in Self.names { #expect(try Self.isDeclared(name), "\(name)") }
    // Names that do not exist would be found missing.
    for name in ["View.animate(withDuration:)", "PropertyAnimator.init(frame:)", "keyView"] {
      #expect(try !Self.isDeclared(name), "\(name)")
    }
  }
}
