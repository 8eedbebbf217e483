#if os(Linux)
  import BenchmarkResults
  import Foundation
  import TestSupport
  import Testing

  @testable import BenchmarkRunner

  /// What is read of the machine, from files as the system writes them.
  @Suite("Machine")
  struct MachineTests {
    /// Writes files, whose folders are created.
    private static func folder(_ files: [String: String]) throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      for (path, text) in files {
        let file = folder.url.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      return folder
    }

    @Test("Caches for data are listed from the smallest to the largest, those for code are not")
    func caches() throws {
      var files: [String: String] = ["uevent": ""]
      let caches = [
        (3, "Unified", "32768K"), (1, "Data", "48K"), (1, "Instruction", "32K"),
        (2, "Unified", "2048K"), (4, "Unified", "0K"), (5, "Unified", "1M"),
      ]
      for (index, (level, type, size)) in caches.enumerated() {
        files["index\(index)/level"] = "\(level)\n"
        files["index\(index)/type"] = "\(type)\n"
        files["index\(index)/size"] = "\(size)\n"
        files["other\(index)/level"] = "\(level)\n"
        files["other\(index)/type"] = "\(type)\n"
        files["other\(index)/size"] = "\(size)\n"
      }
      let folder = try Self.folder(files)
      let found = MachineProbe.caches(in: folder.url.path)
      #expect(found.map(\.level) == [1, 2, 3])
      let bytes: [Int] = [48 << 10, 2 << 20, 32 << 20]
      #expect(found.map(\.bytes) == bytes)
      #expect(MachineProbe.caches(in: "/nowhere").isEmpty)
    }

    @Test("The kernel has a name and a load")
    func kernel() throws {
      let machine = MachineProbe.machine()
      #expect(machine.kernel.value?.contains { $0.isNumber } == true)
      #expect(!MachineProbe.kernelArchitecture.isEmpty)
      #expect(try #require(MachineProbe.load.value) >= 0)
      #expect((MachineWatch().use.usableCores ?? 0) >= 1)
    }

    @Test("The system's ticks are seconds, if it tells all of them")
    func ticks() {
      #expect(
        CoreTime.read("cpu  100 20 30 9 9 4 6 50 7 7\ncpu0 1\n", perSecond: 100)
          == CoreTime(busy: 1.6, stolen: 0.5))
      #expect(
        CoreTime.read("cpu  100 20 30 9 9 4 6 50", perSecond: 100)
          == CoreTime(busy: 1.6, stolen: 0.5))
      #expect(CoreTime.read("cpu  100 20 30 9 9 4 6", perSecond: 100) == nil)
      #expect(CoreTime.read("intr 100 20 30 9 9 4 6 50", perSecond: 100) == nil)
      #expect(CoreTime.read("cpu  100 20 30 9 9 4 6 50", perSecond: 0) == nil)
    }

    @Test(
      "Others' use of the machine is known after a fifth of a second, and never below zero",
      arguments: [
        (0.2, 0.3, 0.5, 0.25), (0.19, 0.3, nil, nil), (0.2, 0.5, 0, 0.25),
      ] as [(seconds: Double, own: Double, other: Double?, stolen: Double?)])
    func use(seconds: Double, own: Double, other: Double?, stolen: Double?) throws {
      var use = MachineUse()
      use.count(
        from: CoreTime(busy: 1, stolen: 0.5), to: CoreTime(busy: 1.4, stolen: 0.55), own: own,
        seconds: seconds)
      #expect((use.otherCores == nil) == (other == nil))
      #expect(abs((use.otherCores ?? 0) - (other ?? 0)) < 1e-9)
      #expect(abs((use.stolenCores ?? 0) - (stolen ?? 0)) < 1e-9)
      use.count(
        from: CoreTime(busy: 1, stolen: 0.5), to: CoreTime(busy: 1, stolen: 0.25), own: 0,
        seconds: 1)
      #expect(use.stolenCores == 0)
    }

    @Test(
      "The tightest control group limits the cores",
      arguments: [
        (["200000 100000", "150000 100000"], 1.5), (["max 100000", "50000 100000"], 0.5),
        (["max 100000"], nil), (["0 100000"], nil), (["100000 0"], nil), (["-1 100000"], nil),
        ([], nil),
      ] as [([String], Double?)])
    func quota(limits: [String], cores: Double?) throws {
      let folder = try Self.folder(
        Dictionary(
          uniqueKeysWithValues: limits.enumerated().map { ("\($0.offset)/cpu.max", $0.element) }))
      let groups = limits.indices.map {
        ControlGroups.Folder(path: folder.url.appending(path: "\($0)").path, isUnified: true)
      }
      #expect(ControlGroups.coreQuota(in: groups) == cores)
    }

    @Test("In version 1, a limit is in two files")
    func legacyQuota() throws {
      let folder = try Self.folder(["cpu.cfs_quota_us": "300000", "cpu.cfs_period_us": "100000"])
      let group = ControlGroups.Folder(path: folder.url.path, isUnified: false)
      #expect(ControlGroups.coreQuota(in: [group]) == 3)
    }

    @Test(
      "A control group leaves what is not used, at least nothing",
      arguments: [
        ("1000", "400", 600), ("300", "400", 0), ("9223372036854771712", "0", Int(1e18)),
        ("max", "400", nil),
      ] as [(String, String, Int?)])
    func memory(limit: String, used: String, left: Int?) throws {
      let folder = try Self.folder(["memory.max": limit, "memory.current": used])
      #expect(
        MemoryProbe.left(in: ControlGroups.Folder(path: folder.url.path, isUnified: true)) == left)
    }
  }
#endif
