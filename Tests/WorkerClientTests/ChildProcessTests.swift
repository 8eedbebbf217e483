import BenchmarkModel
import Foundation
import TestSupport
import Testing
import WorkerClient

@Suite("Child processes", .timeLimit(.minutes(1)))
struct ChildProcessTests {
  private func child(_ script: String, output: FileHandle = .nullDevice) throws -> ChildProcess {
    try ChildProcess(
      "/bin/sh", ["-c", script], input: .nullDevice, output: output, error: .nullDevice)
  }

  @Test("How a program ends is told, also of one that has left a process with its descriptors")
  func endings() throws {
    let pipe = Pipe()
    let good = try child("exit 0")
    let bad = try child("tail -f /dev/null & exit 7", output: pipe.fileHandleForWriting)
    let killed = try child("kill -KILL $$")

    #expect(good.ending(within: .seconds(20)) == .exited(code: 0))
    #expect(bad.ending(within: .seconds(20)) == .exited(code: 7))
    #expect(killed.ending(within: .seconds(20)) == .signaled(9))
    for child in [good, bad, killed] { child.end() }
  }

  @Test("A program is not prepared with a descriptor that cannot be one")
  func wrongDescriptor() {
    #expect {
      _ = try ReadyProgram(
        ["true"], (input: .descriptor(-1), output: .discarded, error: .discarded))
    } throws: { error in
      (error as? POSIXError)?.code == .EBADF
    }
  }

  @Test("A program that hears no signal runs until it is ended, and what it has started, too")
  func ends() throws {
    let output = Pipe()
    let child = try child(
      "trap '' TERM INT HUP; tail -f /dev/null & echo $!; wait; tail -f /dev/null",
      output: output.fileHandleForWriting)
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      line += try #require(try output.fileHandleForReading.read(upToCount: 1))
    }
    let other = try #require(pid_t(String(decoding: line.dropLast(), as: UTF8.self)))

    #expect(child.ending() == nil)
    child.end()

    #expect(child.ending() == .signaled(9))
    // Whoever inherits it may not have waited for it yet.
    let state = try? String(contentsOfFile: "/proc/\(other)/stat", encoding: .utf8)
    #expect(state?.contains(") Z ") ?? true, "\(state ?? "")")
  }

  @Test(
    "What one program has left is ended with that program, and not with another",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/stat")))
  func orphans() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        func child(_ script: String, _ output: FileHandle = .nullDevice) throws -> ChildProcess {
          try ChildProcess(
            "/bin/sh", ["-c", script], input: .nullDevice, output: output, error: .nullDevice)
        }
        func isRunning(_ process: pid_t) -> Bool {
          let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
          return state.map { !$0.contains(") Z ") } ?? false
        }
        ProcessSession.adoptOrphans()
        let other = try child("tail -f /dev/null")
        let output = Pipe()
        let leaving = try child(
          "(tail -f /dev/null & echo $!); tail -f /dev/null", output.fileHandleForWriting)
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
          line += try #require(try output.fileHandleForReading.read(upToCount: 1))
        }
        let orphan = try #require(pid_t(String(decoding: line.dropLast(), as: UTF8.self)))

        other.end()
        #expect(isRunning(orphan), "ended with another program")
        leaving.end()
        #expect(!isRunning(orphan), "goes on without its program")
      }
    }
  }

  @Test(
    "Descriptors of this process are not inherited",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func descriptors() throws {
    let pipe = Pipe()
    let output = Pipe()
    let child = try child(
      "ls /proc/self/fd | tr '\\n' ' '", output: output.fileHandleForWriting)
    _ = child.ending(within: .seconds(20))
    try output.fileHandleForWriting.close()
    let seen = try output.fileHandleForReading.readToEnd() ?? Data()
    // 'ls' itself has the folder open.
    #expect(String(decoding: seen, as: UTF8.self) == "0 1 2 3 ")
    _ = pipe
  }

  @Test("A program that does not exist is an error")
  func missing() {
    #expect(throws: POSIXError.self) {
      try ChildProcess(
        "/nowhere", [], input: .nullDevice, output: .nullDevice, error: .nullDevice)
    }
  }
}
