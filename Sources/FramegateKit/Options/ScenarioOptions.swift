import ArgumentParser
import BenchmarkHarness
import BenchmarkModel
import FrameTiming

/// What scenarios are built for.
struct ScenarioOptions: ParsableArguments {
  @Option(help: "Layers in each scene.")
  var layers = 200

  @Option(
    help: ArgumentHelp(
      "Variant that scenes run on: \(Variant.names); each scenario's default if left out.",
      valueName: "variant"),
    transform: Variant.init(parsing:))
  var variant: Variant?

  @Option(
    help: ArgumentHelp(
      "Size of the imitated screen in points. (default: 375x667)", valueName: "WxH"),
    transform: ScreenSize.init(parsing:))
  var screen = ScreenSize(width: 375, height: 667)

  func validate() throws {
    guard (0...10_000_000).contains(layers) else {
      throw ValidationError("'--layers' must lie between 0 and 10000000, got \(layers).")
    }
  }
}

extension Variant {
  fileprivate static var names: String {
    allCases.map(\.rawValue).joined(separator: ", ")
  }

  fileprivate init(parsing text: String) throws {
    guard let variant = Variant(rawValue: text) else {
      throw ValidationError("There is no variant '\(text)'. Choose from \(Self.names).")
    }
    self = variant
  }
}

extension ScreenSize {
  /// Reads `375x667`.
  init(parsing text: String) throws {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .compactMap { Double($0) }
      .filter { $0.isFinite && (1...100_000).contains($0) }
    guard sides.count == 2, text.filter({ $0 == "x" || $0 == "X" }).count == 1 else {
      throw ValidationError("'\(text)' is not a screen. Give width and height, such as 375x667.")
    }
    self.init(width: sides[0], height: sides[1])
  }
}
