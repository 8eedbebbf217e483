import BenchmarkModel
import Dispatch
import Foundation

/// A benchmark that is ready to be timed: a loop over its body, and the same loop over an empty
/// body.
///
/// Both loops have the same shape (with or without inputs), so subtracting the empty one leaves the
/// cost of the body.
package final class MeasuredLoop {
  /// Runs the body this many times; ``prepare`` must have been called with the same number.
  let run: (_ iterations: Int) throws -> Void

  /// The same loop without the body.
  let empty: (_ iterations: Int) throws -> Void

  /// Makes the inputs of that many iterations, untimed.
  let prepare: (_ iterations: Int) throws -> Void

  /// The maximum number of iterations between two preparations while anything is timed.
  let batch: Int

  /// The part of an iteration that the body marks as measured, or nil if it cannot set marks.
  let part: MeasuredPart?

  /// What an iteration computed, or nil if the benchmark has no digest.
  let digest: (() throws -> any Encodable)?

  private let release: () -> Void

  init(
    run: @escaping (Int) throws -> Void, empty: @escaping (Int) throws -> Void,
    batch: Int = .max, part: MeasuredPart? = nil, digest: (() throws -> any Encodable)? = nil,
    prepare: @escaping (Int) throws -> Void = { _ in },
    release: @escaping () -> Void = {}
  ) {
    self.run = run
    self.empty = empty
    self.batch = batch
    self.part = part
    self.digest = digest
    self.prepare = prepare
    self.release = release
  }

  deinit { release() }

  func inBatches(_ iterations: Int, _ measured: (Int) throws -> Void) throws {
    var left = iterations
    repeat {
      let count = min(left, batch)
      try prepare(count)
      try measured(count)
      left -= count
    } while left > 0
  }
}

// MARK: - Synchronous

extension MeasuredLoop {
  convenience init(digest: (() throws -> any Encodable)? = nil, body: @escaping () throws -> Void) {
    let nothing: () throws -> Void = opaque({})
    self.init(
      run: { try Self.iterate($0, body) }, empty: { try Self.iterate($0, nothing) }, digest: digest)
  }

  /// - Parameters:
  ///   - input: The input that all iterations share.
  ///   - teardown: Gets the input at the end, untimed.
  ///   - digest: What an iteration computed.
  ///   - body: The work of an iteration.
  convenience init<Input>(
    input: Input, teardown: @escaping (inout Input) -> Void,
    digest: ((inout Input) throws -> any Encodable)? = nil,
    body: @escaping (inout Input) throws -> Void
  ) {
    let storage = Storage(input)
    let first = storage.first
    let nothing: (inout Input) throws -> Void = opaque({ _ in })
    self.init(
      run: { try Self.iterate($0, over: first, body) },
      empty: { try Self.iterate($0, over: first, nothing) },
      digest: digest.map { digest in { try digest(&first.pointee) } },
      release: { storage.release(teardown) })
  }

  /// - Parameters:
  ///   - batch: How many inputs exist at a time.
  ///   - makeInput: Makes the input of one iteration, untimed.
  ///   - digest: What the first iteration of a batch computed.
  ///   - body: The work of an iteration.
  /// - Throws: What `makeInput` throws.
  convenience init<Input>(
    batch: Int, makeInput: @escaping () throws -> Input,
    digest: ((inout Input) throws -> any Encodable)? = nil,
    body: @escaping (inout Input) throws -> Void
  ) throws {
    let storage = Storage<Input>(capacity: batch)
    let spare = Storage(try makeInput())
    let nothing: (inout Input) throws -> Void = opaque({ _ in })
    self.init(
      run: { try Self.iterate($0, through: storage.first, body) },
      empty: { try Self.iterate($0, over: spare.first, nothing) },
      batch: batch, digest: digest.map { digest in { try digest(&storage.first.pointee) } },
      prepare: { try storage.fill($0, makeInput) },
      release: {
        storage.release { _ in }
        spare.release { _ in }
      })
  }

  @inline(never)
  private static func iterate(_ iterations: Int, _ body: () throws -> Void) rethrows {
    for _ in 0..<iterations { try body() }
  }

  @inline(never)
  private static func iterate<Input>(
    _ iterations: Int, over storage: UnsafeMutablePointer<Input>,
    _ body: (inout Input) throws -> Void
  ) rethrows { for _ in 0..<iterations { try body(&storage.pointee) } }

  @inline(never)
  private static func iterate<Input>(
    _ iterations: Int, through storage: UnsafeMutablePointer<Input>,
    _ body: (inout Input) throws -> Void
  ) rethrows { for index in 0..<iterations { try body(&storage[index]) } }
}

// MARK: - On the main actor

extension MeasuredLoop {
  /// Creates a loop of work that belongs to the main actor.
  ///
  /// The whole loop runs inside the actor, so that no iteration pays for entering it.
  convenience init<Input>(
    setup: @escaping @MainActor () throws -> Input,
    teardown: @escaping @MainActor (inout Input) -> Void,
    digest: (@MainActor (inout Input) throws -> any Encodable)? = nil,
    mainActorBody body: @escaping @MainActor (inout Input) throws -> Void
  ) throws {
    guard MainQueue.isCurrent else {
      throw Unavailable("this thread does not run work of the main actor")
    }
    let storage = try MainActor.assumeIsolated { Unchecked(value: Storage(try setup())) }
    let first = Unchecked(value: storage.value.first)
    let nothing = MainActor.assumeIsolated {
      let nothing: @MainActor (inout Input) throws -> Void = { _ in }
      return opaque(nothing)
    }
    self.init(
      run: { iterations in
        try MainActor.assumeIsolated { try Self.iterateOnMain(iterations, over: first.value, body) }
      },
      empty: { iterations in
        try MainActor.assumeIsolated {
          try Self.iterateOnMain(iterations, over: first.value, nothing)
        }
      },
      digest: digest.map { digest in
        {
          try MainActor.assumeIsolated { Unchecked(value: try digest(&first.value.pointee)) }.value
        }
      },
      release: {
        let release: @Sendable () -> Void = {
          MainActor.assumeIsolated { storage.value.release(teardown) }
        }
        // A test may release the loop on any thread.
        if MainQueue.isCurrent { release() } else { DispatchQueue.main.async(execute: release) }
      })
  }

  @inline(never)
  @MainActor
  private static func iterateOnMain<Input>(
    _ iterations: Int, over storage: UnsafeMutablePointer<Input>,
    _ body: @MainActor (inout Input) throws -> Void
  ) rethrows { for _ in 0..<iterations { try body(&storage.pointee) } }
}

// MARK: - Asynchronous

extension MeasuredLoop {
  /// - Parameters:
  ///   - setup: Makes the input that all iterations share.
  ///   - teardown: Gets the input at the end, untimed.
  ///   - digest: What an iteration computed.
  ///   - body: The work of an iteration; runs on the calling thread unless it asks for another
  ///     executor.
  /// - Throws: What `setup` throws, and `Unavailable`.
  convenience init<Input>(
    setup: @escaping () async throws -> Input, teardown: @escaping (inout Input) async -> Void,
    digest: ((inout Input) async throws -> any Encodable)? = nil,
    asyncBody body: @escaping (inout Input) async throws -> Void
  ) throws {
    let executor = try ThreadExecutor.make()
    let storage = Storage(try executor.run(setup))
    let first = storage.first
    let nothing: (inout Input) async throws -> Void = opaque({ _ in })
    self.init(
      run: { iterations in
        try executor.run { try await Self.iterate(iterations, over: first, body) }
      },
      empty: { iterations in
        try executor.run { try await Self.iterate(iterations, over: first, nothing) }
      },
      digest: digest.map { digest in
        { try executor.run { Unchecked(value: try await digest(&first.pointee)) }.value }
      },
      release: {
        try? executor.run { await teardown(&first.pointee) }
        storage.release { _ in }
      })
  }

  @inline(never)
  private static func iterate<Input>(
    _ iterations: Int, over storage: UnsafeMutablePointer<Input>,
    _ body: (inout Input) async throws -> Void
  ) async throws { for _ in 0..<iterations { try await body(&storage.pointee) } }
}

/// The queue of the main actor.
private enum MainQueue {
  private static let mark: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether the calling code runs on this queue.
  ///
  /// On Linux, that can be any thread after the first one has called `dispatchMain()`.
  static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) != nil }
}

/// Takes a value across an isolation boundary, which is safe because all runs on one thread.
private struct Unchecked<Value>: @unchecked Sendable { let value: Value }

/// The inputs of a loop.
///
/// A pointer, because captured variables would cost an exclusivity check in every iteration.
private final class Storage<Input> {
  /// The first input; the pointer changes when more inputs are made than fit there.
  private(set) var first: UnsafeMutablePointer<Input>
  private var capacity: Int
  private var count = 0

  init(capacity: Int) {
    first = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  convenience init(_ input: Input) {
    self.init(capacity: 1)
    first.initialize(to: input)
    count = 1
  }

  func fill(_ count: Int, _ makeInput: () throws -> Input) throws {
    first.deinitialize(count: self.count)
    self.count = 0
    if count > capacity {
      first.deallocate()
      first = .allocate(capacity: count)
      capacity = count
    }
    for index in 0..<count {
      (first + index).initialize(to: try makeInput())
      self.count = index + 1
    }
  }

  func release(_ teardown: (inout Input) -> Void) {
    for index in 0..<count { teardown(&first[index]) }
    first.deinitialize(count: count)
    first.deallocate()
    count = 0
  }
}

/// Returns `value` and hides its origin from the optimizer.
@inline(never)
@_optimize(none)
private func opaque<T>(_ value: T) -> T { value }
