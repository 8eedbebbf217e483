import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import framegate

/// The package of these tests.
private let repository = Checkout.folder

@Suite("Help")
struct HelpTests {
  /// The help page of a command.
  struct Page: CustomTestStringConvertible, Sendable {
    let command: any ParsableCommand.Type

    var testDescription: String { "\(command)" }

    /// What `--help` prints on a terminal with 80 columns.
    var lines: [Substring] {
      Framegate.helpMessage(for: command, columns: 80)
        .trimmingCharacters(in: .newlines).split(separator: "\n", omittingEmptySubsequences: false)
    }
  }

  private static let pages = all(Framegate.self).map(Page.init)

  /// A command and all those inside of it.
  private static func all(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap(all)
  }

  /// The most lines of a page: about two screens, and three where a command measures and judges.
  private static func limit(of page: Page) -> Int {
    page.command == Framegate.Compare.self || page.command == Framegate.Check.self ? 90 : 60
  }

  @Test("Every page fits on two screens, of 'compare' and 'check' on three", arguments: pages)
  func length(_ page: Page) {
    #expect(page.lines.count <= Self.limit(of: page))
  }

  @Test("Every page that a help text names exists", arguments: pages)
  func links(_ page: Page) throws {
    let words = Framegate.helpMessage(for: page.command, includeHidden: true, columns: 80)
      .split(whereSeparator: \.isWhitespace)

    for word in words where word.contains(".md") {
      let link = word.split(separator: "#")
      let page = repository.appending(path: String(link[0]))
      let text = try String(contentsOf: page, encoding: .utf8)
      let anchors = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(anchor)
      #expect(link.count == 1 || anchors.contains(String(link[1])), "\(word)")
    }
  }

  /// The name by which a page links to a heading.
  private func anchor(_ heading: Substring) -> String {
    heading.drop { $0 == "#" || $0 == " " }.lowercased()
      .replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" }
  }

  /// What the tool says about its own commands, for other programs.
  private struct Dump: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let valueName: String?
      let abstract: String?
      let names: [Name]?
    }

    struct Name: Decodable {
      let name: String
    }

    /// All commands and their options, hidden ones too.
    static func commands() throws -> [Command] {
      func all(_ command: Command) -> [Command] {
        [command] + (command.subcommands ?? []).flatMap(all)
      }
      return all(
        try JSONDecoder().decode(Dump.self, from: Data(Framegate._dumpHelp().utf8)).command)
    }
  }

  @Test("No option is declared twice")
  func declaredOnce() throws {
    let folder = repository.appending(path: "Sources/framegate")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let declaration = /@(?:Option|Flag)\b(?s:.*?)\n *var (\w+)/
    var places: [String: [String]] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: declaration) {
        let custom = match.0.firstMatch(of: /\.customLong\("(\w+)"\)/)
        places[String(custom?.1 ?? match.1), default: []].append(file.lastPathComponent)
      }
    }
    #expect(places.count > 40)
    // A flag where two builds are compared, and a benchmark's name in 'run'.
    places["explain"]?.removeLast()
    // One log where it is judged, two where they are compared.
    places["log"]?.removeLast()
    // A device that is imitated, and the one that 'calibrate' stores.
    places["device"]?.removeLast()
    for (option, files) in places { #expect(files.count == 1, "\(option): \(files)") }
  }

  @Test("Every option says first, in a short sentence, what it is for")
  func sentences() throws {
    let commands = try Dump.commands()
    #expect(commands.count > Framegate.configuration.subcommands.count)

    for command in commands where command.commandName != "help" {
      let arguments = command.arguments ?? []
      #expect(!arguments.isEmpty)
      for argument in arguments {
        let help = argument.abstract ?? ""
        let sentence = help.firstRange(of: ". ").map { help[..<$0.lowerBound] + "." } ?? help[...]
        let place = "\(command.commandName) \(argument.valueName ?? ""): \(help)"
        #expect(sentence.count > 1 && sentence.hasSuffix("."), "\(place)")
        #expect(sentence.count <= 100, "\(place)")
      }
    }
  }
}

@Suite("Places of options")
struct OptionPlaceTests {
  private let folder = repository.path

  @Test("A package may be named before and after the command")
  func packagePath() throws {
    for arguments in [
      ["--package-path", folder, "compare", "a", "b", "--measure-equal"],
      ["--package-path=\(folder)", "compare", "a", "b", "--measure-equal"],
      ["compare", "a", "b", "--measure-equal", "--package-path", folder],
    ] {
      let compare = try #require(try Framegate.parseAsRoot(arguments) as? Framegate.Compare)
      #expect(compare.base == "a")
      #expect(compare.candidate == "b")
      #expect(compare.options.lockstep.measureEqual)
      #expect(compare.report.output.program.package.packagePath == folder)
    }
  }

  @Test(
    "Other options before a command are refused, and help says where they go",
    arguments: [
      ["--quick", "compare", "a", "b"], ["--threshold", "5", "compare", "a"],
      ["--filter", "list", "list"], ["--quick"],
    ])
  func refused(_ arguments: [String]) throws {
    let error = try #require(throws: (any Error).self) { try Framegate.parseAsRoot(arguments) }
    #expect(Framegate.exitCode(for: error) == .validationFailure)
    let text = Framegate.fullMessage(for: error)
    #expect(text.contains("Unknown option '\(arguments[0])'"), "\(text)")
    #expect(text.contains("<subcommand>"), "\(text)")
    #expect(Framegate.helpMessage().contains("Options come after the subcommand"))
  }
}
