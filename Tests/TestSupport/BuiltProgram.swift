import Foundation

/// A program of this package that was built together with the tests.
package enum BuiltProgram {
  /// The path of an executable beside the bundle of these tests.
  package static func path(of name: String) -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(filePath: bundle)
    while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
    return folder.appending(path: name).path
  }
}
