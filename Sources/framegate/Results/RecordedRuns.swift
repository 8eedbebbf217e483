import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameLogs
import ReportText

/// What stored runs or other tools recorded about commits.
struct RecordedRuns {
  var records: [HistoryRecord] = []
  let program: MeasuredProgram

  /// Reads files, or else the stored runs of a program, and says what is left out.
  ///
  /// - Throws: Why the first file cannot be read, if nothing else is left.
  init(in files: [URL], of program: MeasuredProgram, isQuiet: Bool) throws {
    self.program = program
    let isStored = files.isEmpty
    var (problems, dirtyCount) = ([any Error](), 0)
    var units = AsvUnits()
    for url in isStored ? program.store.runs() : files {
      do {
        let content = try InputFile.content(of: url)
        guard isStored || content.range(of: Data("\"schemaVersion\"".utf8)) != nil else {
          records += try Self.records(of: content, url, units: units.units(beside: url))
          continue
        }
        let file = try ResultFile(json: content, file: url.relativePath)
        // A run with uncommitted changes says nothing about its commit.
        if file.environment.dirty.value == true {
          dirtyCount += 1
        } else if !isStored || file.tool.name == program.name ?? file.tool.name {
          records.append(HistoryRecord(file))
        }
      } catch { problems.append(error) }
    }
    if records.isEmpty, let problem = problems.first { throw problem }
    orderUndated()
    var left = problems.map { "\($0)" }
    if dirtyCount > 0 { left.append("\(Words.count(dirtyCount, "run")) with uncommitted changes.") }
    if !isQuiet { for what in left { Terminal.say("Left out: \(lines: what)\n") } }
    if records.isEmpty {
      let place = files.first ?? program.store.runsFolder
      throw HistoryError.noRecords(place.relativeToWorkingFolder)
    }
  }

  private static func records(
    of content: Data, _ url: URL, units: [String: String]
  ) throws -> [HistoryRecord] {
    var found: [HistoryRecord]
    do {
      found = try RecordReader.records(
        in: LogText([UInt8](content)), named: url.lastPathComponent, asvUnits: units)
    } catch let error as TextError {
      throw CommandError(
        "'\(url.relativePath)' cannot be read as a history. \(error)", error.exitCode)
    }
    guard found.contains(where: { !$0.values.isEmpty }) else {
      // A pattern such as 'results/*/*.json' also names files that asv writes next to its results.
      if try RecordReader.isBesideResults(LogText([UInt8](content))) { return [] }
      throw HistoryError.noRecords(url.relativePath)
    }
    let changed = try? url.resourceValues(forKeys: [.contentModificationDateKey])
    for index in found.indices where !found[index].isDated {
      found[index].time = changed?.contentModificationDate?.timeIntervalSince1970 ?? 0
    }
    return found
  }

  /// Puts records without a date into the order in which their files were named, because a copy or
  /// a checkout changes the dates of files.
  private mutating func orderUndated() {
    var last = -Double.infinity
    for index in records.indices where !records[index].isDated {
      last = max(last, records[index].time)
      records[index].time = last
      records[index].place = Double(index)
    }
  }

  /// Keeps the benchmarks whose names match.
  mutating func keep(_ filter: [NamePattern]) throws {
    guard !filter.isEmpty else { return }
    let names = try filter.matches(in: Set(records.flatMap(\.values).map(\.benchmark)).sorted())
    guard !names.isEmpty else { throw SelectionError.nothingSelected }
    for index in records.indices {
      records[index].values.removeAll { !names.contains($0.benchmark) }
    }
    records.removeAll(where: \.values.isEmpty)
  }
}
