/// Why a row is left out or changed.
enum RowChange: CaseIterable {
  case drawing, unfinished, pending, system, unusable, generated, swapped, doubled

  /// Whether a row with this change is left out.
  var leavesOut: Bool { self != .swapped && self != .generated && self != .doubled }

  /// A sentence on `count` such rows, without a period.
  func sentence(count: Int) -> String {
    let rows = count == 1 ? "1 row" : "\(count) rows"
    let (are, have) = count == 1 ? ("is", "has") : ("are", "have")
    return switch self {
    case .drawing:
      "\(rows) \(are) \(count == 1 ? "a first drawing" : "first drawings") (Flags is not 0) and \(are) left out"
    case .unfinished: "\(rows) of unfinished frames \(are) left out"
    case .pending: "\(rows) of frames that had not appeared yet \(are) left out"
    case .system: "\(rows) of the system's own hitches \(are) left out"
    case .unusable: "\(rows) \(have) no usable times and \(are) left out"
    case .generated:
      "\(rows) of generated frames \(count == 1 ? "fills its slot" : "fill their slots") and \(are) not counted as the app's"
    case .swapped:
      "\(rows) \(have) FrameInterval and FrameStartTime in the opposite order of the header"
    case .doubled: "\(rows) that \(count == 1 ? "appears" : "appear") twice \(are) counted once"
    }
  }
}

/// The numbers of rows that were left out or changed.
struct RowChanges: Sendable {
  private var counts: [RowChange: Int] = [:]

  /// The place of the first value that makes a row unusable.
  private(set) var firstUnusable: TextPlace?

  subscript(change: RowChange) -> Int { counts[change] ?? 0 }

  var leftOutCount: Int { counts.reduce(0) { $0 + ($1.key.leavesOut ? $1.value : 0) } }

  mutating func count(_ change: RowChange, _ count: Int = 1, at place: TextPlace? = nil) {
    counts[change, default: 0] += count
    if change == .unusable, firstUnusable == nil { firstUnusable = place }
  }

  mutating func add(_ others: RowChanges) {
    for (change, count) in others.counts { self.count(change, count) }
    guard let place = others.firstUnusable else { return }
    let known = firstUnusable ?? place
    firstUnusable = (place.line, place.column) < (known.line, known.column) ? place : known
  }

  /// A sentence per kind of change, without a period.
  var notes: [String] {
    RowChange.allCases.filter { self[$0] > 0 }.map { change in
      let sentence = change.sentence(count: self[change])
      guard change == .unusable, let place = firstUnusable else { return sentence }
      return "\(sentence), the first in line \(place.line), column \(place.column)"
    }
  }
}
