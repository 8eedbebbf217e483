/// Keeps the optimizer from removing the computation of `value`.
///
/// Give it the result of a whole call, once, not each element.
@inline(never)
@_optimize(none)
public func blackHole<T>(_ value: T) {}
