import BenchmarkModel
import Foundation

/// A program that runs in a session of its own, and everything that it has started.
///
/// A build tool puts its compilers into process groups of their own, and a benchmark may start what
/// it likes, so a signal to the program's group does not reach all of them. They stay in its
/// session.
///
/// On Linux, a process that has left the session is found if its parent was still running at a call
/// of ``look()``; in a program that adopts orphans, it is always found. Nothing can be done for a
/// tool that is itself killed by SIGKILL: its builds then run to their end.
package final class ProcessSession: Sendable {
  /// The time between asking processes to end and killing them.
  package static let grace = Duration.seconds(1)

  private struct State {
    /// The process that leads the session, or nil before it has started.
    var leader: pid_t?

    /// When the leader started, in ticks of the system, or nil if that is not known.
    var start: UInt64?

    /// When to kill the processes that were asked to end, or nil if none were.
    var deadline: ContinuousClock.Instant?

    /// All processes that were seen in the session and have not ended since.
    var known: Set<Member> = []
  }

  private let state = Locked(State())

  private static let running = Locked<[ObjectIdentifier: ProcessSession]>([:])

  private static let adopts = Locked(false)

  /// Creates a session whose program is about to start; ``finish()`` has to follow.
  package init() { Self.running.withLock { $0[ObjectIdentifier(self)] = self } }

  /// Where the system allows it, makes processes that programs leave behind children of this
  /// process, so that they end with their session.
  ///
  /// For a tool all of whose children have sessions.
  package static func adoptOrphans() {
    #if os(Linux)
      typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      let setChildSubreaper: Int32 = 36
      guard let control = dlsym(nil, "prctl").map({ unsafeBitCast($0, to: Control.self) }),
        control(setChildSubreaper, 1, 0, 0, 0) == 0
      else { return }
      adopts.withLock { $0 = true }
    #endif
  }

  /// Kills everything that this process's programs have started, without waiting for it to end.
  ///
  /// For a tool that is about to exit without waiting for its tasks.
  package static func killAll() {
    let sessions = running.withLock { Array($0.values) }
    guard !sessions.isEmpty else { return }
    // A process that starts while others are killed is found by the next look.
    var killed: Set<Member> = []
    for _ in 0..<5 {
      let all = RunningProcess.all()
      let found = sessions.reduce(into: Set<Member>()) {
        $0.formUnion($1.members(among: all))
        $0.formUnion($1.orphans(among: all))
      }
      if found.isSubset(of: killed) { return }
      for member in found { kill(member.process, SIGKILL) }
      killed.formUnion(found)
    }
  }
}

extension ProcessSession {
  /// Sets the process that leads the session; asks it to end at once if that was requested before.
  package func begin(_ leader: Int32) {
    let start = RunningProcess.all().first { $0.member.process == leader }?.member.start
    let isCancelled = state.withLock {
      $0.leader = leader
      $0.start = start
      return $0.deadline != nil
    }
    if isCancelled { signal(SIGTERM) }
  }

  /// Records what runs in the session and what that has started.
  ///
  /// Call it before a process ends whose children must still be found later.
  package func look() { _ = members(among: RunningProcess.all()) }

  /// Waits until the leader has ended with all its threads, but no longer than `limit`.
  ///
  /// The caller can still wait for its exit status.
  ///
  /// - Returns: Whether it has ended.
  package func leaderEnds(within limit: Duration) async -> Bool {
    guard let leader = state.withLock(\.leader) else { return true }
    // The caller's task may be canceled, and then cannot sleep.
    return await Task.detached {
      var left = TimeLeft(limit)
      repeat {
        var information = siginfo_t()
        let failure = waitid(P_PID, id_t(leader), &information, WEXITED | WNOHANG | WNOWAIT)
        if failure != 0 || information.si_signo != 0 { return true }
        try? await Task.sleep(for: .milliseconds(1))
        left.step()
      } while left.time > .zero
      return false
    }.value
  }

  /// Forgets the session: its leader has been waited for, and what it left behind may go on.
  package func finish() {
    Self.running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  /// Asks all processes of the session to end.
  package func cancel() {
    state.withLock { $0.deadline = SteadyClock.now + Self.grace }
    signal(SIGTERM)
  }

  /// Kills all processes of the session and waits for their end.
  ///
  /// After a cancellation, they have a second to end by themselves.
  ///
  /// ``finish()`` has to follow.
  package func end() async {
    let deadline = state.withLock { $0.deadline } ?? .now
    // The caller's task may be canceled, and then cannot sleep.
    await Task.detached { [self] in
      while SteadyClock.now < deadline, isRunning { try? await Task.sleep(for: .milliseconds(20)) }
      // A process may start another one while it is killed.
      for attempt in 0..<100 {
        guard killAllMembers() else { break }
        try? await Task.sleep(for: .milliseconds(attempt < 20 ? 1 : 10))
      }
    }.value
  }

  /// Kills all processes of the session, and blocks until they have ended, for a second at most.
  package func endAtOnce() {
    for attempt in 0..<100 {
      guard killAllMembers() else { break }
      usleep(attempt < 20 ? 1_000 : 10_000)
    }
  }

  /// Kills all processes of the session, and its orphans that this process has adopted; returns
  /// whether there are any.
  private func killAllMembers() -> Bool {
    let all = RunningProcess.all()
    let found = members(among: all).union(orphans(among: all))
    for member in found { kill(member.process, SIGKILL) }
    return !found.isEmpty
  }

  /// The processes that this process has adopted since the session started, except those that are
  /// in another program's session; reaps those that have ended.
  private func orphans(among all: [RunningProcess]) -> Set<Member> {
    let (leader, start) = state.withLock { ($0.leader, $0.start) }
    guard Self.adopts.withLock(\.self), let start else { return [] }
    let leaders = Self.running.withLock { $0.values.map { $0.state.withLock(\.leader) } }
    // A child whose session does not know it yet is not an orphan.
    guard !leaders.contains(nil) else { return [] }
    let orphans = all.filter { process in
      process.parent == getpid() && process.member.start >= start
        && !leaders.contains(process.member.process)
        && (process.session == leader || !leaders.contains(process.session))
    }
    for orphan in orphans where orphan.hasEnded { waitpid(orphan.member.process, nil, WNOHANG) }
    return Set(orphans.filter { !$0.hasEnded }.map(\.member))
  }

  private var isRunning: Bool { !members(among: RunningProcess.all()).isEmpty }

  /// Sends a signal to all processes of the session; returns whether there are any.
  @discardableResult
  private func signal(_ number: Int32) -> Bool {
    let members = members(among: RunningProcess.all())
    for member in members { kill(member.process, number) }
    return !members.isEmpty
  }

  /// The processes of the session that have not ended.
  private func members(among all: [RunningProcess]) -> Set<Member> {
    let all = all.filter { !$0.hasEnded }
    return state.withLock { state in
      guard let leader = state.leader else { return [] }
      state.known.formIntersection(all.map(\.member))
      var isComplete = false
      while !isComplete {
        let parents = Set(state.known.map(\.process))
        let more = all.filter { process in
          (process.session == leader || parents.contains(process.parent))
            && !state.known.contains(process.member)
        }
        isComplete = more.isEmpty
        state.known.formUnion(more.map(\.member))
      }
      return state.known
    }
  }
}

extension ProcessSession {
  /// How many threads a process has; 0 where that is not known.
  package static func threadCount(of process: Int32) -> Int {
    #if os(Linux)
      // The folder of its threads has a link from each of them, and two like any folder.
      var folder = stat()
      return stat("/proc/\(process)/task", &folder) == 0 ? max(0, Int(folder.st_nlink) - 2) : 0
    #else
      var task = proc_taskinfo()
      let size = Int32(MemoryLayout<proc_taskinfo>.size)
      let count = proc_pidinfo(process, PROC_PIDTASKINFO, 0, &task, size)
      return count == size ? Int(task.pti_threadnum) : 0
    #endif
  }
}

extension ProcessSession {
  /// The peak memory of a process in bytes, or nil if it is not known.
  package static func peakMemory(of process: Int32) -> Int? {
    #if os(Linux)
      guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
      else { return nil }
      return line.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1024 }
    #else
      return nil
    #endif
  }
}

extension ProcessSession {
  /// A process, and its start, which distinguishes it from later ones with the same number.
  fileprivate struct Member: Hashable {
    let process: pid_t

    /// When it started, in ticks of the system; zero where that is not known.
    let start: UInt64
  }

  /// A process of this machine.
  fileprivate struct RunningProcess {
    let member: Member

    /// Whether it has ended, and its parent does not know yet.
    let hasEnded: Bool
    let parent: pid_t
    let session: pid_t
  }
}

extension ProcessSession.RunningProcess {
  #if os(Linux)
    static func all() -> [Self] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
        var found: [Self] = []
        while let entry = readdir(folder) {
          // The folder of a process is called by its number.
          let name = withUnsafePointer(to: &entry.pointee.d_name) {
            String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
          }
          guard let process = pid_t(name), let running = Self(process, in: dirfd(folder), buffer)
          else { continue }
          found.append(running)
        }
        return found
      }
    }

    /// Reads a process's state, or nil when it has ended.
    private init?(_ process: pid_t, in folder: Int32, _ buffer: UnsafeMutableRawBufferPointer) {
      let file = openat(folder, "\(process)/stat", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let count = read(file, buffer.baseAddress, buffer.count - 1)
      guard count > 0, let text = buffer.bindMemory(to: CChar.self).baseAddress else { return nil }
      text[count] = 0
      // The name, in parentheses, may contain anything. What follows it is the state, a letter, and
      // numbers: parent, group, session; the seventeenth counts threads, the nineteenth is the
      // start.
      guard let name = strrchr(text, Int32(UInt8(ascii: ")"))), text + count > name + 3 else {
        return nil
      }
      let state = UInt8(bitPattern: name[2])
      guard state != UInt8(ascii: "X") else { return nil }
      var rest = name + 3
      var parent: pid_t = 0
      var session: pid_t = 0
      var start: UInt64 = 0
      var threadCount: UInt = 0
      for index in 1...19 {
        var end: UnsafeMutablePointer<CChar>?
        let number = strtoull(rest, &end, 10)
        guard let end, end > rest else { return nil }
        rest = end
        switch index {
        case 1: parent = pid_t(truncatingIfNeeded: number)
        case 3: session = pid_t(truncatingIfNeeded: number)
        case 17: threadCount = UInt(number)
        case 19: start = UInt64(number)
        default: break
        }
      }
      // A process whose first thread has ended is also a zombie, as long as its other threads run.
      hasEnded = state == UInt8(ascii: "Z") && threadCount <= 1
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
          member: ProcessSession.Member(process: process, start: 0), hasEnded: false, parent: 0,
          session: getsid(process))
      }
    }
  #endif
}
