import BenchmarkModel
import Dispatch
import Foundation

/// Runs asynchronous code on the calling thread, so that its clock and its counters see all of it.
///
/// Only code that asks for another executor, such as an actor that has its own, leaves the thread.
/// While the queue waits on the main thread, the main actor can run. The condition guards the jobs,
/// because any thread may enqueue one.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class JobQueue: TaskExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isDone = false
  private var isOnMainThread = false

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    jobs.append(job)
    wake()
    condition.unlock()
  }

  /// Wakes the thread that waits; the caller holds the lock.
  private func wake() {
    condition.signal()
    // On the main thread, `next()` waits in the run loop, not for the condition.
    if isOnMainThread { DispatchQueue.main.async {} }
  }

  func run(_ operation: @escaping @Sendable () async -> Void) {
    isDone = false
    isOnMainThread = Thread.isMainThread
    Task(executorPreference: self) {
      await operation()
      self.finish()
    }
    while let jobs = next() {
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  private func finish() {
    condition.lock()
    isDone = true
    wake()
    condition.unlock()
  }

  /// The enqueued jobs, or nil when the operation has ended; waits until there is one.
  private func next() -> [UnownedJob]? {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty {
      if isDone { return nil }
      if isOnMainThread {
        condition.unlock()
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
        condition.lock()
      } else {
        condition.wait()
      }
    }
    defer { jobs.removeAll(keepingCapacity: true) }
    return jobs
  }
}

/// Runs asynchronous code to its end on the calling thread.
struct ThreadExecutor {
  private let runToEnd: (@escaping @Sendable () async -> Void) -> Void

  static func make() throws -> ThreadExecutor {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      throw Unavailable("asynchronous benchmarks need macOS 15 or later")
    }
    let queue = JobQueue()
    return ThreadExecutor { queue.run($0) }
  }

  func run<Value>(_ body: @escaping () async throws -> Value) throws -> Value {
    // This thread waits for the task, so the two never use these at the same time, which the
    // compiler cannot know.
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var result: Result<Value, any Error>?
    runToEnd { do { result = .success(try await body()) } catch { result = .failure(error) } }
    guard let result else { preconditionFailure("the task has not run to its end") }
    return try result.get()
  }
}
