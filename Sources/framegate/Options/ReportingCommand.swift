import ArgumentParser

/// A command that writes reports.
protocol ReportingCommand {
  /// The formats that it offers, the usual one first.
  static var formats: [ReportFormat] { get }
}

/// One of the formats that a command offers.
struct OfferedFormat<Command: ReportingCommand>: ExpressibleByArgument, Sendable {
  let format: ReportFormat

  init?(argument: String) {
    guard let format = ReportFormat(rawValue: argument), Command.formats.contains(format) else {
      return nil
    }
    self.format = format
  }

  static var allValueStrings: [String] { Command.formats.map(\.rawValue) }
}
