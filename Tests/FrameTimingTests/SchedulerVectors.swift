import Foundation
import FrameLogs
import FrameTiming
import TestSupport

/// The replays of `Vectors/scheduler.json` with the expected value of every field.
struct SchedulerVector: Decodable, Sendable, CustomStringConvertible {
  let input: ReplayInput
  let expect: Expectation

  var description: String { input.name ?? "unnamed" }

  private enum CodingKeys: CodingKey { case expect }

  init(from decoder: any Decoder) throws {
    input = try ReplayInput(from: decoder)
    expect = try decoder.container(keyedBy: CodingKeys.self).decode(
      Expectation.self, forKey: .expect)
  }

  /// The fields of an entry.
  struct Expectation: Decodable, Sendable {
    let values: [String: JSONValue]

    init(from decoder: any Decoder) throws {
      values = try decoder.singleValueContainer().decode([String: JSONValue].self)
    }
  }

  static let all: [SchedulerVector] = {
    struct File: Decodable { let vectors: [SchedulerVector] }
    let url = Checkout.url("Tests/FrameTimingTests/Vectors/scheduler.json")
    do {
      return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).vectors
    } catch {
      fatalError("\(url.path): \(error)")
    }
  }()
}

/// Any JSON of numbers, compared as numbers.
enum JSONValue: Decodable, Hashable, Sendable {
  case number(Double)
  case array([Double])
  case object([String: Double])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let array = try? container.decode([Double].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: Double].self))
    }
  }
}
