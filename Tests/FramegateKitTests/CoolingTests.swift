import CMeasure
import Foundation
import Synchronization
import Testing

/// Each case in a process of its own: what is prepared once is prepared there, and a fault ends it.
@Suite("Cooling", .enabled(if: framegate_can_cool() == 1))
struct CoolingTests {
  @Test("Threads of one process may cool at once, also for the first time")
  func threads() async {
    await #expect(processExitsWith: .success) {
      let waiting = Atomic(4)
      let finished = DispatchGroup()
      for _ in 0..<4 {
        finished.enter()
        Thread.detachNewThread {
          waiting.subtract(1, ordering: .relaxed)
          while waiting.load(ordering: .relaxed) > 0 {}
          for _ in 0..<5 where framegate_can_cool() == 1 {
            coolWhatIsGone()
            _ = framegate_give_back_code()
          }
          finished.leave()
        }
      }
      finished.wait()
    }
  }

  @Test(
    "Addresses that are only reserved, such as a sanitizer's, take no time",
    .enabled(if: canReserve(), "a limit of memory is set"))
  func reserved() async {
    await #expect(processExitsWith: .success) {
      _ = framegate_can_cool()
      precondition(reserve() != nil)
      for _ in 0..<10 {
        framegate_list_pages()
        // To look for pages in all of it takes half a minute each time, also of CPU time, which is
        // all that a busy machine leaves to compare. POSIX counts it in microseconds.
        precondition(clock() < 60_000_000)
      }
    }
  }

  @Test("A benchmark may handle faults itself or block their signals, and gets its handler back")
  func ownHandler() async {
    await #expect(processExitsWith: .success) {
      _ = framegate_can_cool()
      // The first ignores no fault that a processor reports: it ends the process.
      for handler in [SIG_DFL, { @Sendable _ in exit(1) }] {
        signal(SIGSEGV, handler)
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGSEGV)
        for how in [SIG_UNBLOCK, SIG_BLOCK] {
          pthread_sigmask(how, &mask, nil)
          coolWhatIsGone()
          var after = sigset_t()
          pthread_sigmask(SIG_BLOCK, nil, &after)
          precondition((sigismember(&after, SIGSEGV) == 1) == (how == SIG_BLOCK))
        }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      }
      // The last handler is in its place.
      signal(SIGSEGV) { _ in exit(0) }
      coolWhatIsGone()
      raise(SIGSEGV)
      exit(1)
    }
  }
}

/// Cools after pages of the list have been unmapped.
private func coolWhatIsGone() {
  let size = 64 << 10
  guard let memory = framegate_map_memory(size) else { return }
  memset(memory, 1, size)
  framegate_list_pages()
  framegate_unmap_memory(memory, size)
  framegate_cool()
}

private let manyAddresses = 16 << 40

/// Reserves addresses, or nil where a limit forbids it.
private func reserve() -> UnsafeMutableRawPointer? {
  let reserved = mmap(
    nil, manyAddresses, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
  return reserved == MAP_FAILED ? nil : reserved
}

/// Whether addresses can be reserved.
private func canReserve() -> Bool {
  guard let reserved = reserve() else { return false }
  return munmap(reserved, manyAddresses) == 0
}
