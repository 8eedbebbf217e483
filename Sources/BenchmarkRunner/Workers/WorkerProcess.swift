import BenchmarkModel
import CMeasure
import Foundation
import Subprocess
package import WorkerClient
package import WorkerProtocol

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A worker in a process of its own, connected through its standard input and output.
package final class WorkerProcess: WorkerConnection {
  /// How long a worker that has nothing to tear down may take to end.
  private static let idleEnd = Duration.seconds(5)

  package let hello: WorkerHello
  private let channel: WorkerPipes

  var lastWords: LastWords { channel.lastWords }

  var processGroup: Int32 { channel.processGroup }

  /// Waits for the first message of a worker that has been started.
  init(_ channel: WorkerPipes) async throws {
    do {
      hello = try await channel.receive(WorkerGreeting.self, within: channel.startTimeout).hello
    } catch let failure as WorkerFailure { throw failure.ofGreeting }
    channel.hasGreeted = true
    guard hello.protocolVersion == WorkerHello.currentProtocol else {
      throw WorkerFailure.otherProtocol(
        version: hello.protocolVersion, supported: WorkerHello.currentProtocol)
    }
    self.channel = channel
  }

  package func reply<Asked: AskedQuestion>(
    to question: Asked
  ) async throws -> WorkerReply<Asked.Answer> {
    if question.makesReady { channel.hasBenchmark = true }
    try await channel.send(question)
    let reply = try await channel.receive(
      WorkerReply<Asked.Answer>.self, within: channel.timeout + question.ownTime)
    if let core = question.pinnedCore, case .answer = reply { channel.core = core }
    return reply
  }

  package func pin(to core: Int) -> Bool {
    guard framegate_pin_thread_to_core(processGroup, Int32(clamping: core)) == 0 else {
      return false
    }
    channel.core = core
    return true
  }

  package var peakMemory: Int? { ProcessSession.peakMemory(of: processGroup) }

  /// Sends a control line to the process and waits for the reply.
  ///
  /// - Throws: ``WorkerFailure``, `CancellationError`; ``WorkerPipes/Closed`` when the worker has
  ///   ended.
  func reply(to control: WorkerControl) async throws -> WorkerReply<Done> {
    try await channel.send(control)
    return try await channel.receive(WorkerReply<Done>.self, within: channel.timeout)
  }

  /// Skips all replies until a branch has ended.
  func skipToEnd() async throws {
    let deadline = SteadyClock.now + channel.timeout
    while true {
      // A branch may write forever.
      let left = SteadyClock.now.duration(to: deadline)
      guard left > .zero else { throw WorkerFailure.timedOut(after: channel.timeout) }
      do {
        let reply = try await channel.receive(WorkerReply<Done>.self, within: left)
        if case .ended = reply { return }
      } catch WorkerFailure.garbage, WorkerFailure.malformed {
        continue
      }
    }
  }
}

extension WorkerProcess {
  /// Starts a worker, lets `body` talk to it, and ends it.
  ///
  /// - Throws: What `body` throws, or ``WorkerFailure`` when the worker ended or could not start.
  package static func with<Value: Sendable>(
    _ launch: WorkerLaunch, _ body: (any WorkerConnection) async throws -> Value
  ) async throws -> Value {
    try await start(launch) { channel in try await body(WorkerProcess(channel)) }
  }

  /// Starts a worker, lets `body` use its pipes immediately, and ends it.
  static func start<Value: Sendable>(
    _ launch: WorkerLaunch, _ body: (WorkerPipes) async throws -> Value
  ) async throws -> Value {
    // The launcher that starts the program would report this less clearly.
    let file = try ProgramImage.file(of: launch.executable)
    guard FileManager.default.isExecutableFile(atPath: file) else {
      throw WorkerFailure.notStarted(reason: "\(launch.executable) cannot be executed")
    }
    let lastWords = LastWords()
    let (near, far): (WorkerPipes.Ends, WorkerPipes.Ends)
    // Reads to the end, so that a worker that prints a lot never waits for its pipe.
    let errors: OutputReader
    do {
      errors = try OutputReader { lastWords.append($0) }
      (near, far) = try WorkerPipes.make()
    } catch let error as Errno { throw WorkerFailure.notStarted(reason: error.description) }
    // Closed only once, because the descriptor's number may be reused after that.
    var unused: WorkerPipes.Ends? = near
    defer { unused?.close() }
    let session = ProcessSession()
    defer { session.finish() }
    let run = try await spawn(launch, file, far, errors) { worker in
      session.begin(worker)
      let channel = WorkerPipes(near, launch, lastWords, processGroup: worker)
      unused = nil
      var conversation = await converse(over: channel, session, body)
      session.look()
      // A worker ends when its requests end; what it left, and one that goes on, is killed.
      near.close()
      let hasEnded = await session.leaderEnds(
        within: channel.hasBenchmark ? launch.timeout : min(launch.timeout, idleEnd))
      if !hasEnded, channel.hasBenchmark { conversation.wentOn = launch.timeout }
      conversation.hasGreeted = channel.hasGreeted
      await session.end()
      return conversation
    }
    // A process that has left the session may keep the pipe open.
    await errors.finish(within: .milliseconds(500))
    return try result(of: run.closureResult, endingWith: run.terminationStatus, lastWords)
  }

  /// Starts the program of a worker, and waits until it has ended.
  private static func spawn<Value: Sendable>(
    _ launch: WorkerLaunch, _ file: String, _ far: WorkerPipes.Ends, _ errors: OutputReader,
    _ body: (Int32) async -> Conversation<Value>
  ) async throws
    -> ExecutionResult<Conversation<Value>, FileDescriptorOutput, FileDescriptorOutput>
  {
    let commandLine = launch.commandLine(file)
    do {
      return try await Subprocess.run(
        .path(FilePath(commandLine.executable)),
        arguments: Arguments(
          executablePathOverride: commandLine.name, remainingValues: commandLine.arguments),
        environment: launch.environment,
        platformOptions: ownSession(isAligned: launch.layout != nil),
        input: .fileDescriptor(far.requests, closeAfterSpawningProcess: true),
        output: .fileDescriptor(far.answers, closeAfterSpawningProcess: true),
        error: .fileDescriptor(errors.handOver(), closeAfterSpawningProcess: true)
      ) { execution in
        await body(execution.processIdentifier.value)
      }
    } catch let error as SubprocessError {
      throw WorkerFailure.notStarted(reason: String(describing: error))
    }
  }

  /// Lets `body` talk to a worker; ends the session at once if that fails.
  private static func converse<Value: Sendable>(
    over channel: WorkerPipes, _ session: ProcessSession,
    _ body: (WorkerPipes) async throws -> Value
  ) async -> Conversation<Value> {
    do {
      return Conversation(outcome: .success(try await body(channel)), hasClosed: false)
    } catch {
      await session.end()
      return Conversation(outcome: .failure(error), hasClosed: channel.isClosed(by: error))
    }
  }

  /// The value of a conversation, or the failure of a worker that closed its pipe.
  private static func result<Value: Sendable>(
    of conversation: Conversation<Value>, endingWith status: TerminationStatus,
    _ lastWords: LastWords
  ) throws -> Value {
    guard conversation.hasClosed else {
      let value = try conversation.outcome.get()
      // After its last answer, a worker still tears its benchmark down.
      if case .signaled(let signal) = status, crashes.contains(signal) {
        throw WorkerFailure.crashed(signal: signal, lastWords: lastWords.text())
      }
      if let limit = conversation.wentOn { throw WorkerFailure.notEnded(after: limit) }
      return value
    }
    switch status {
    case .signaled(let signal):
      throw WorkerFailure.crashed(signal: signal, lastWords: lastWords.text())
    case .exited(let code):
      let failure = WorkerFailure.exited(code: code, lastWords: lastWords.text())
      throw conversation.hasGreeted ? failure : failure.ofGreeting
    }
  }

  /// The signals of a process that ends by its own fault.
  private static let crashes: Set = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  /// Options for a session of its own.
  ///
  /// A terminal's Ctrl-C reaches only the tool, which decides when its workers end. What a
  /// benchmark starts is in the session too, and ends with it.
  private static func ownSession(isAligned: Bool) -> PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
    ]
    #if os(macOS)
      if isAligned {
        // The system's headers do not declare this flag: no random addresses.
        let disablesRandomAddresses: Int16 = 0x0100
        options.preSpawnProcessConfigurator = { attributes, _ in
          var flags: Int16 = 0
          posix_spawnattr_getflags(&attributes, &flags)
          posix_spawnattr_setflags(&attributes, flags | disablesRandomAddresses)
        }
      }
    #endif
    return options
  }

  private struct Conversation<Value: Sendable>: Sendable {
    let outcome: Result<Value, any Error>

    /// Whether it ended because the worker closed its pipe: the exit status is the reason.
    let hasClosed: Bool

    /// How long the worker was waited for in vain, with a benchmark that it tears down, or nil if
    /// it ended.
    var wentOn: Duration?

    /// Whether the worker has said that it is one.
    var hasGreeted = false
  }
}
