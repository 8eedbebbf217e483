internal import CLayerKernels

/// An instruction set that the dispatched kernels are compiled for; each includes those before it.
package enum InstructionSet: String, CaseIterable, Comparable, Sendable {
  /// The instructions of every x86-64 processor: four lanes at a time.
  case base

  /// AVX2 with fused multiply-add: eight lanes.
  case avx2

  /// AVX-512 F, VL, DQ, and BW: sixteen lanes.
  case avx512

  package static func < (a: InstructionSet, b: InstructionSet) -> Bool { a.level < b.level }

  /// The number of this set in the C kernels.
  var level: Int32 {
    switch self {
    case .base: 0
    case .avx2: 1
    case .avx512: 2
    }
  }
}

extension InstructionSet {
  /// The best set of this machine; the environment variable `FRAMEGATE_ISA` (`base`, `avx2` or
  /// `avx512`) caps it.
  package static let best: Result<InstructionSet, DispatchUnavailable> = Result {
    () throws(DispatchUnavailable) in
    try best(cappedBy: motion_wanted_isa().map { String(cString: $0) })
  }

  /// The best set of this machine that is not above a named one.
  ///
  /// - Throws: ``DispatchUnavailable`` on processors other than x86-64, and for a name of no set.
  package static func best(cappedBy name: String?) throws(DispatchUnavailable) -> InstructionSet {
    let level = motion_best_isa()
    guard let best = allCases.first(where: { $0.level == level }) else { throw .otherProcessor }
    guard let name else { return best }
    guard let cap = InstructionSet(rawValue: name) else { throw .unknownSet(name) }
    return min(cap, best)
  }
}
