/// A benchmark that is ready to be timed: a loop over its body, and the same loop over an empty body.
///
/// Both loops have the same shape (with or without inputs), so subtracting the empty one leaves the
/// cost of the body.
package final class MeasuredLoop {
  let run: (_ iterations: Int) -> Void
  let empty: (_ iterations: Int) -> Void
  private let release: () -> Void

  init(body: @escaping () -> Void) {
    run = { iterations in Self.iterate(iterations, body) }
    let nothing = opaque({})
    empty = { iterations in Self.iterate(iterations, nothing) }
    release = {}
  }

  init<Input>(input: Input, body: @escaping (inout Input) -> Void) {
    // A captured variable would cost an exclusivity check in every iteration.
    let storage = UnsafeMutablePointer<Input>.allocate(capacity: 1)
    storage.initialize(to: input)
    run = { iterations in Self.iterate(iterations, over: storage, body) }
    let nothing = opaque({ (_: inout Input) in })
    empty = { iterations in Self.iterate(iterations, over: storage, nothing) }
    release = {
      storage.deinitialize(count: 1)
      storage.deallocate()
    }
  }

  deinit {
    release()
  }

  @inline(never)
  private static func iterate(_ iterations: Int, _ body: () -> Void) {
    for _ in 0..<iterations {
      body()
    }
  }

  @inline(never)
  private static func iterate<Input>(
    _ iterations: Int, over storage: UnsafeMutablePointer<Input>, _ body: (inout Input) -> Void
  ) {
    for _ in 0..<iterations {
      body(&storage.pointee)
    }
  }
}

/// Returns `value` and hides its origin from the optimizer.
@inline(never)
@_optimize(none)
private func opaque<T>(_ value: T) -> T {
  value
}
