import Foundation
import Synchronization

/// A program that runs in a session of its own, and everything that it has started.
///
/// A build tool puts its compilers into process groups of their own, so a signal to its group does not
/// reach them. All of them stay in its session.
///
/// A process that leaves the session is found as long as its parent lives (on Linux). Nothing can be
/// done for a tool that is itself killed by SIGKILL: its builds then run to their end.
package final class ProcessSession: Sendable {
  /// The time between asking processes to end and killing them.
  static let grace = Duration.seconds(1)

  private struct State {
    /// The process that leads the session; nil before it has started.
    var leader: pid_t?

    /// Whether the session was asked to end.
    var deadline: ContinuousClock.Instant?

    /// Everything that was seen in it.
    var known: Set<Member> = []
  }

  private let state = Mutex(State())

  /// All sessions that have not ended.
  private static let running = Mutex<[ObjectIdentifier: ProcessSession]>([:])

  /// Kills everything that any command of this process has started and waits for nothing.
  ///
  /// For a tool that is about to exit without waiting for its tasks.
  package static func killAll() {
    for session in running.withLock({ Array($0.values) }) { session.signal(SIGKILL) }
  }
}

extension ProcessSession {
  /// Says which process leads the session; asks it to end at once if that was requested before.
  func begin(_ leader: pid_t) {
    Self.running.withLock { $0[ObjectIdentifier(self)] = self }
    let isCancelled = state.withLock {
      $0.leader = leader
      return $0.deadline != nil
    }
    if isCancelled { signal(SIGTERM) }
  }

  /// The leader has ended, and whatever it left may go on.
  func finish() {
    Self.running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  /// Asks all processes of the session to end.
  func cancel() {
    state.withLock { $0.deadline = .now + Self.grace }
    signal(SIGTERM)
  }

  /// Waits until all processes have ended, and kills those that do not end within a second of
  /// ``cancel()``.
  func end() async {
    let deadline = state.withLock { $0.deadline } ?? .now
    // The caller's task is cancelled, so it cannot sleep.
    await Task.detached { [self] in
      while !members().isEmpty, .now < deadline { try? await Task.sleep(for: .milliseconds(20)) }
      // A process may start another one while it is killed.
      var attempts = 50
      while attempts > 0, !members().isEmpty {
        signal(SIGKILL)
        attempts -= 1
        try? await Task.sleep(for: .milliseconds(10))
      }
    }.value
    finish()
  }

  private func signal(_ number: Int32) {
    for member in members() { kill(member.process, number) }
  }

  /// The processes of the session that have not ended.
  private func members() -> [Member] {
    guard let leader = state.withLock({ $0.leader }) else { return [] }
    let all = RunningProcess.all()
    return state.withLock { state in
      var found = state.known.intersection(all.map(\.member))
      var isComplete = false
      while !isComplete {
        let parents = Set(found.map(\.process))
        let more = all.filter { process in
          (process.session == leader || parents.contains(process.parent))
            && !found.contains(process.member)
        }
        isComplete = more.isEmpty
        found.formUnion(more.map(\.member))
      }
      state.known.formUnion(found)
      return Array(found)
    }
  }
}

extension ProcessSession {
  /// A process that no later one with the same number is taken for.
  fileprivate struct Member: Hashable {
    let process: pid_t

    /// When it started, in ticks of the system; zero where that is not known.
    let start: UInt64
  }

  /// A process of this machine that has not ended.
  fileprivate struct RunningProcess {
    let member: Member
    let parent: pid_t
    let session: pid_t
  }
}

extension ProcessSession.RunningProcess {
  #if os(Linux)
    static func all() -> [Self] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap { name in pid_t(name).flatMap(Self.init) }
    }

    private init?(_ process: pid_t) {
      guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
        return nil
      }
      // The name, in parentheses, may contain anything. What follows it is: state, parent, group,
      // session; the start is the twentieth.
      let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?
        .split(separator: " ")
      guard let fields, fields.count > 19, fields[0] != "Z", fields[0] != "X",
        let parent = pid_t(fields[1]), let session = pid_t(fields[3]),
        let start = UInt64(fields[19])
      else { return nil }
      member = ProcessSession.Member(process: process, start: start)
      self.parent = parent
      self.session = session
    }
  #else
    static func all() -> [Self] {
      var processes = [pid_t](repeating: 0, count: Int(max(0, proc_listallpids(nil, 0))) + 64)
      let size = Int32(processes.count * MemoryLayout<pid_t>.size)
      let count = Int(max(0, proc_listallpids(&processes, size)))
      return processes.prefix(count).filter { $0 > 0 }.map { process in
        Self(
          member: ProcessSession.Member(process: process, start: 0), parent: 0,
          session: getsid(process))
      }
    }
  #endif
}
