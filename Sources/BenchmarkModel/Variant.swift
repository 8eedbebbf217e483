/// One implementation of a kernel.
///
/// The words are part of benchmark names and result files: `kernel.concat.l2.simd`.
public enum Variant: String, CaseIterable, Codable, Sendable {
  /// Scalar code as people write it: an array of structs, libm, general matrix products.
  ///
  /// Frozen, so that ratios to it keep their meaning from release to release.
  case `struct`

  /// `SIMD4` values, one layer at a time.
  case simd

  /// Sixteen layers at a time: a structure of `SIMD16` fields.
  case block

  /// The block kernel for the best instruction set that this machine has, chosen at run time.
  case dispatch
}

extension Variant: CustomStringConvertible {
  public var description: String { rawValue }
}
