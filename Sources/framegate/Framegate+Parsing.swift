import ArgumentParser

extension Framegate {
  /// The command that the arguments name.
  ///
  /// - Throws: ``CommandError`` if options precede the command, which ArgumentParser would report
  ///   as a mistake in `run`, the default; else ArgumentParser's own error.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch {
      guard exitCode(for: error) == .validationFailure,
        let misplaced = MisplacedOptions.find(in: arguments)
      else { throw error }
      throw CommandError("\(misplaced)")
    }
  }
}

/// Options before the name of the command that they are for, as in `--quick compare main`.
private struct MisplacedOptions: CustomStringConvertible {
  let options: [String]
  let command: String

  var description: String {
    """
    Options come after the command. Put '\(options.joined(separator: " "))' after '\(command)'.
    """
  }

  /// Finds the options that precede the first command.
  static func find(in arguments: [String]) -> MisplacedOptions? {
    // What may precede every command is not the mistake.
    let lastAllowed = arguments.indices.last { index in
      (try? ProgramOptions.parse(Array(arguments[...index]))) != nil
    }
    let arguments = Array(arguments.dropFirst(lastAllowed.map { $0 + 1 } ?? 0))
    guard arguments.first?.hasPrefix("-") == true else { return nil }
    let commands = Framegate.configuration.subcommands.map { $0.commandName }
    for (index, word) in arguments.enumerated() where commands.contains(word) {
      let options = Array(arguments[..<index])
      // The word may be the value of the option before it, as in '--filter list'. That option then
      // lacks a value when it ends a line.
      let isComplete =
        (try? Framegate.Run.parse(options)) != nil
        || (try? Framegate.parseAsRoot([word] + arguments[(index + 1)...] + options)) != nil
      if isComplete { return MisplacedOptions(options: options, command: word) }
    }
    return nil
  }
}

extension ParsableCommand {
  fileprivate static var commandName: String {
    configuration.commandName ?? "\(Self.self)".lowercased()
  }
}
