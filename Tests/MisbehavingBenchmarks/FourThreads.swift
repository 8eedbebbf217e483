import Foundation
import FramegateKit

/// Work on four new threads at once, with a known number of allocations.
enum FourThreads {
  /// Starts four threads that each allocate `count` arrays, and waits for them.
  ///
  /// Allocates nothing on the calling thread.
  static func run(allocationsEach count: Int) {
    let argument = UnsafeMutableRawPointer(bitPattern: count)
    withUnsafeTemporaryAllocation(of: Thread.self, capacity: 4) { threads in
      for index in threads.indices { threads[index] = start(argument) }
      for thread in threads { join(thread) }
    }
  }

  #if canImport(Darwin)
    private typealias Thread = pthread_t?

    private static func start(_ argument: UnsafeMutableRawPointer?) -> Thread {
      var thread: Thread
      pthread_create(&thread, nil, allocateArrays, argument)
      return thread
    }

    private static func join(_ thread: Thread) {
      if let thread { pthread_join(thread, nil) }
    }
  #else
    private typealias Thread = pthread_t

    private static func start(_ argument: UnsafeMutableRawPointer?) -> Thread {
      var thread = Thread()
      pthread_create(&thread, nil, allocateArrays, argument)
      return thread
    }

    private static func join(_ thread: Thread) {
      pthread_join(thread, nil)
    }
  #endif
}

#if canImport(Darwin)
  private typealias ThreadArgument = UnsafeMutableRawPointer
#else
  private typealias ThreadArgument = UnsafeMutableRawPointer?
#endif

/// What each thread runs; the pointer is the count itself.
private func allocateArrays(_ count: ThreadArgument) -> UnsafeMutableRawPointer? {
  for _ in 0..<Int(bitPattern: count) {
    blackHole([UInt8](repeating: 1, count: 100))
  }
  return nil
}
