import BenchmarkModel
package import BenchmarkResults
import Foundation

/// The comparisons of builds that are kept, so that no pair is measured twice.
///
///     results/pairs/<digest>-<digest>-<setting>.json    what comparisons of a pair found
///     results/pairs/builds/<commit>-<key>.json          the build of a commit
///
/// A pair counts only on the machine that measured it. A file that cannot be read, or is of another
/// machine, is measured again and replaced.
package struct PairStore: Sendable {
  private let store: ResultStore

  /// A hash of the settings that comparisons depend on: sixteen hexadecimal digits.
  private let setting: String
  private let machine: Machine

  package init(_ store: ResultStore, setting: String, machine: Machine) {
    self.store = store
    self.setting = setting
    self.machine = machine
  }

  /// The same folder, for comparisons of another setting.
  package func replacing(setting: String) -> PairStore {
    PairStore(store, setting: setting, machine: machine)
  }

  private struct Content: Codable {
    var schemaVersion = 2
    let machine: Machine
    var comparisons: [PairComparison]
  }
}

extension PairStore {
  private var folder: URL { store.root.appending(path: "pairs") }

  private func file(_ pair: BuildPair) -> URL {
    folder.appending(path: "\(pair.baseline)-\(pair.candidate)-\(setting).json")
  }

  /// The stored comparisons of two builds, whichever was the baseline.
  package func comparisons(of pair: BuildPair) -> [PairComparison] {
    [pair, pair.reversed].flatMap { pair in
      let content = store.decoded(Content.self, from: file(pair))
      guard let content, content.schemaVersion == 2, content.machine.isSame(as: machine) else {
        return [] as [PairComparison]
      }
      return content.comparisons.filter { $0.pair == pair && $0.isPlausible }
    }
  }

  /// Adds a comparison to its pair's.
  ///
  /// - Throws: `ResultsError` when it cannot be written.
  package func add(_ comparison: PairComparison, replaces: Bool = false) throws(ResultsError) {
    var known = PairComparisons(comparisons(of: comparison.pair))
    known.add(comparison, replaces: replaces)
    for pair in replaces ? [comparison.pair, comparison.pair.reversed] : [comparison.pair] {
      let own = known[pair].filter { $0.pair == pair && !$0.names.isEmpty }
      guard pair == comparison.pair || FileManager.default.fileExists(atPath: file(pair).path)
      else { continue }
      try store.store(Content(machine: machine, comparisons: own), at: file(pair))
    }
  }

  /// Replaces the stored comparison that has the same time and benchmarks with one that has
  /// explanations.
  package func update(_ comparison: PairComparison) throws(ResultsError) {
    let own = comparisons(of: comparison.pair).filter { $0.pair == comparison.pair }
    try store.store(
      Content(
        machine: machine,
        comparisons: own.map {
          $0.time == comparison.time && $0.names == comparison.names ? comparison : $0
        }),
      at: file(comparison.pair))
  }

  package func build<Record: Decodable>(_ name: String, as type: Record.Type) -> Record? {
    store.decoded(type, from: folder.appending(path: "builds/\(name).json"))
  }

  package func record(_ record: some Encodable, of name: String) throws(ResultsError) {
    try store.store(record, at: folder.appending(path: "builds/\(name).json"))
  }
}
