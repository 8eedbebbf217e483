public import Foundation

/// The part that this package reads of the JSON that `calibrate` writes.
public struct CalibrationFile: Decodable, Sendable {
  /// How much slower one side was made, as a share.
  public let inject: Double

  /// The number of comparisons of identical code, and of slower code.
  public let trials: Int

  /// The numbers of comparisons of identical code that found a change, no change, or neither.
  public let falseAlarms, unchanged, inconclusive: Int

  /// The numbers of comparisons of slower code that found a regression, or were inconclusive.
  public let detected, injectedInconclusive: Int

  /// The median duration of a comparison in seconds, or nil if not measured.
  public let secondsPerComparison: Double?

  private enum CodingKeys: String, CodingKey {
    case inject, trials, falseAlarms, unchanged, inconclusive, detected, injectedInconclusive
    case secondsPerComparison
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    inject = try container.decode(Double.self, forKey: .inject)
    trials = try container.decode(Int.self, forKey: .trials)
    falseAlarms = try container.decode(Int.self, forKey: .falseAlarms)
    unchanged = try container.decode(Int.self, forKey: .unchanged)
    inconclusive = try container.decode(Int.self, forKey: .inconclusive)
    detected = try container.decode(Int.self, forKey: .detected)
    injectedInconclusive = try container.decode(Int.self, forKey: .injectedInconclusive)
    // If it could not be measured, it is an object with the reason.
    secondsPerComparison = try? container.decode(Double.self, forKey: .secondsPerComparison)
  }
}

extension CalibrationFile {
  /// Reads a file.
  ///
  /// - Throws: An error if the file cannot be read or has another format.
  public init(_ file: URL) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  /// How often each verdict was right, wrong or inconclusive.
  ///
  /// - Returns: The counts of identical code, then those of slower code.
  public var judgements: [(code: String, counts: [Truth.Finding: Int])] {
    [
      (
        "identical",
        [.right: unchanged, .wrong: falseAlarms, .inconclusive: inconclusive]
      ),
      (
        "+\(Int((inject * 100).rounded())) % work",
        [
          .right: detected, .wrong: trials - detected - injectedInconclusive,
          .inconclusive: injectedInconclusive,
        ]
      ),
    ]
  }
}
