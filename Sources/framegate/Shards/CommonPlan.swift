import BenchmarkRunner
import BenchmarkVerdicts
import Foundation

/// The part of a plan that is the same in all shards of one command.
///
/// The division of the selection is left out, because it has a digest of its own, and so is the
/// calibrated tolerance, which may differ between machines.
struct CommonPlan: Hashable, Codable, Sendable {
  let workload: Workload
  let effort: Effort
  let changes: ComparisonRules
  let revisions: Plan.Revisions
}

extension CommonPlan {
  init(_ plan: Plan) {
    var changes = plan.rules.comparison
    changes.tolerance = 0
    self.init(
      workload: plan.workload, effort: plan.effort, changes: changes, revisions: plan.revisions)
  }
}

/// Every number and word of a value, by its path, such as `workload.isWarm`.
struct ValuesByPath {
  let texts: [String: String]

  init(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var texts: [String: String] = [:]
    func add(_ value: Any, at path: String) {
      if let object = value as? [String: Any] {
        for (key, value) in object { add(value, at: path.isEmpty ? key : "\(path).\(key)") }
      } else if let array = value as? [Any] {
        for (index, value) in array.enumerated() { add(value, at: "\(path).\(index)") }
      } else {
        // As JSON, in which a truth value is not a number.
        let json = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
        texts[path] = String(decoding: json ?? Data(), as: UTF8.self)
      }
    }
    add(try JSONSerialization.jsonObject(with: encoder.encode(value)), at: "")
    self.texts = texts
  }

  /// The first path, in order, at which another value differs, and what either has there.
  func difference(from other: ValuesByPath) -> (path: String, mine: String, its: String)? {
    let paths = Set(texts.keys).union(other.texts.keys).sorted()
    guard let path = paths.first(where: { texts[$0] != other.texts[$0] }) else { return nil }
    return (path, texts[path] ?? "none", other.texts[path] ?? "none")
  }
}
