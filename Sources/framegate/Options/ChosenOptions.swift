import ArgumentParser

extension ParsableArguments {
  /// The names of all options that do not have their default value, such as `--skip-tag`, in this
  /// group and the groups inside it, in the order of their declaration.
  ///
  /// Reflection finds them, so that a new option cannot be forgotten. An option has the name of its
  /// property, as a test requires.
  func chosenOptions() throws -> [String] {
    let usual = try Self.parse([]).options
    return zip(options, usual).filter { $0.value != $1.value }.map(\.0.name)
  }

  /// All options with their values as text.
  var options: [(name: String, value: String)] {
    Mirror(reflecting: self).children.flatMap { property, value in
      if let group = value as? any NestedOptions { return group.options }
      // The storage of a wrapped property has its name, after an underscore.
      let words = (property ?? "").drop { $0 == "_" }
        .map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
      return [("--" + words.joined(), "\(value)")]
    }
  }
}

/// Options in a group of options.
private protocol NestedOptions {
  var options: [(name: String, value: String)] { get }
}

extension OptionGroup: NestedOptions {
  fileprivate var options: [(name: String, value: String)] { wrappedValue.options }
}
