import Foundation
import Synchronization

/// The programs that are running in sessions of their own, so that each can be ended together with
/// whatever it started.
package enum ProcessGroups {
  private static let running = Mutex<Set<Int32>>([])

  /// Adds a program that was started as the leader of its own session or process group.
  package static func add(_ leader: Int32) {
    running.withLock { _ = $0.insert(leader) }
  }

  /// Whether a program has started others that still run; false where the system does not say.
  package static func hasChildren(_ leader: Int32) -> Bool {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(leader)/task")) ?? []
    return tasks.contains { task in
      let children = try? String(
        contentsOfFile: "/proc/\(leader)/task/\(task)/children", encoding: .utf8)
      return children?.contains { !$0.isWhitespace } ?? false
    }
  }

  /// Kills everything that is left of a program's group, and forgets it.
  ///
  /// - Precondition: The program has not been waited for, because the system reuses identifiers.
  /// - Parameters:
  ///   - leader: The program.
  ///   - searchesSession: Whether to kill what has a process group of its own too, which takes some
  ///     milliseconds (Linux).
  package static func end(_ leader: Int32, searchesSession: Bool) {
    running.withLock { running in
      guard running.remove(leader) != nil else { return }
      kill(-leader, SIGKILL)
      if searchesSession { killSessions([leader]) }
    }
  }

  /// Kills everything in all groups, before this process exits without waiting for them.
  package static func endAll() {
    running.withLock { running in
      for leader in running { kill(-leader, SIGKILL) }
      if !running.isEmpty { killSessions(running) }
      running = []
    }
  }

  private static func killSessions(_ leaders: Set<Int32>) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let process = Int32(name), let session = session(of: process),
        leaders.contains(session)
      else { continue }
      kill(process, SIGKILL)
    }
  }

  private static func session(of process: Int32) -> Int32? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // The name may contain spaces and parentheses. State, parent, group and session follow it.
      let name = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: name)...].split(separator: " ")
    return fields.count > 3 ? Int32(fields[3]) : nil
  }
}
