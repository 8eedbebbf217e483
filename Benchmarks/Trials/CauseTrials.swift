import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import FrameTiming
import FramegateKit
import ReportText
import SampleStatistics
import WorkerClient
import WorkerProtocol

/// Counts which causes paced runs name for frames that are late by a known cause.
struct NameCauses: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "causes",
    abstract: "Make frames of a real timer late by each cause, and count which causes are named.")

  @Option(help: "Make this many frames late by each cause.")
  var count = 100

  func validate() throws {
    guard count > 0 else { throw ValidationError("'--count' must be above 0.") }
  }

  func run() async throws {
    let workers = WorkerSource(Workload().launch(Trials.executable))
    let watch = MachineWatch()
    var rows: [CauseTrials.Row] = []
    for scenario in LateScenario.all { rows.append(try await row(of: scenario, workers)) }
    let conditions = MachineConditions(machine: MachineProbe.machine(), use: watch.use)
    Trials.say("\(conditions.description)\n\n\(CauseTrials(rows).text())")
  }

  private func row(
    of scenario: LateScenario, _ workers: WorkerSource
  ) async throws -> CauseTrials.Row {
    do {
      let allocations = try await allocations(of: scenario, workers)
      return try await workers.withWorker { worker in
        guard !worker.hello.isDebugBuild else { throw TrialsError.debugBuild }
        try await worker.prepare(scenario.name)
        var row = CauseTrials.Row(injected: scenario.cause)
        for _ in 0..<count {
          let run = try await worker.ask(
            RunPaced(at: LateScenario.rate, seconds: LateScenario.duration / .seconds(1)))
          row.add(run.recording, costs: run.costs, allocations: allocations)
        }
        return row
      }
    } catch let absence as Unavailable {
      return CauseTrials.Row(injected: scenario.cause, named: .unavailable(absence.reason))
    }
  }

  /// The number of allocations of each frame, the same in every run, or nil if they cannot be
  /// counted.
  private func allocations(
    of scenario: LateScenario, _ workers: WorkerSource
  ) async throws -> [Int64]? {
    do {
      return try await workers.withCountingWorker { worker in
        try await worker.prepare(scenario.name)
          .ask(CountFrameAllocations(at: LateScenario.rate))
          .map { Int64($0.count) }
      }
    } catch let absence as Unavailable {
      if scenario.cause == .allocation { throw absence }
      return nil
    }
  }
}

/// The causes that were named for frames that were made late on purpose.
struct CauseTrials {
  /// The trials of one cause.
  struct Row {
    /// The cause that was injected, or nil for none.
    let injected: FrameCause?

    /// The number of frames by named cause; missing if this cause cannot be injected.
    ///
    /// Frames that dropped no slot count under ``none``.
    private(set) var named: Measured<[String: Int]> = .value([:])
  }

  /// The name of the cause of a frame that was not late.
  static let none = "none"

  /// The rows in the order of the trials.
  let rows: [Row]

  init(_ rows: [Row]) {
    self.rows = rows
  }
}

extension CauseTrials.Row {
  /// Counts the cause that a paced run names for its late frame.
  ///
  /// - Parameters:
  ///   - recording: The run.
  ///   - costs: What faults and allocations cost.
  ///   - allocations: The number of allocations of each frame of the scenario.
  mutating func add(_ recording: PacedRecording, costs: CauseCosts, allocations: [Int64]?) {
    // On a very busy machine, the frame itself may be skipped.
    guard var named = named.value, recording.beginTick.contains(LateScenario.lateFrame) else {
      return
    }
    let made = allocations.map { counts in recording.beginTick.map { counts[$0] } }
    let drops = recording.causes(costs: costs, allocations: made)
    // Only causes of this frame count: those of other frames were not injected.
    let cause = drops.first { recording.beginTick[$0.origin] == LateScenario.lateFrame }?.cause
    named[cause?.rawValue ?? CauseTrials.none, default: 0] += 1
    self.named = .value(named)
  }

  /// The share of frames for which the right cause was named: the injected one or, if none was
  /// injected, none or one of the machine.
  var correct: Proportion? {
    guard let named = named.value else { return nil }
    let right = named.filter { name, _ in
      guard let injected else { return FrameCause(rawValue: name)?.isOfCode != true }
      return name == injected.rawValue
    }
    return Proportion(right.values.reduce(0, +), of: named.values.reduce(0, +))
  }
}

extension CauseTrials {
  /// The share of all injected causes that were named correctly, or nil if there are none.
  var correct: Proportion? {
    let rows = rows.filter { $0.injected != nil }.compactMap(\.correct)
    guard !rows.isEmpty else { return nil }
    return Proportion(rows.reduce(0) { $0 + $1.count }, of: rows.reduce(0) { $0 + $1.trials })
  }

  /// A table with a row per injected cause, a column per named one, and how many were right.
  func text() -> TerminalText {
    let columns = [Self.none] + FrameCause.allCases.map(\.rawValue)
    var table = Table(
      [.text("injected")] + columns.map { .number($0) } + [.number("named correctly")])
    let notes = Footnotes()
    for row in rows {
      var cells = [Table.Cell(row.injected?.rawValue ?? "nothing")]
      switch row.named {
      case .unavailable(let reason): cells.append(notes.absence(reason))
      case .value(let named):
        cells += columns.map { Table.Cell("\(named[$0] ?? 0)") }
        cells.append(Table.Cell(row.correct.map { "\($0.count) of \($0.trials)" } ?? ""))
      }
      table.add(cells)
    }
    let verdict: TerminalText =
      correct.map { "\nNamed correctly: \($0.summary).\n" } ?? "\nNo cause could be injected.\n"
    return "\(table.text(.plain))\(notes.lines.lines() as TerminalText)\(verdict)"
  }
}

extension Proportion {
  /// The count and its exact 95 % interval.
  var summary: String {
    """
    \(count) of \(trials) (95 % interval \(NumberText.format(interval.low * 100)) … \
    \(NumberText.format(interval.high * 100)) %)
    """
  }
}
