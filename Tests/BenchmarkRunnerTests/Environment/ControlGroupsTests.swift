#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import BenchmarkRunner

  @Suite("Control groups")
  struct ControlGroupsTests {
    @Test("A process is limited by its own group and by all above it")
    func unified() {
      let folders = ControlGroups.folders(of: "memory", in: "0::/ci.slice/job\n")

      #expect(
        folders.map(\.path) == [
          "/sys/fs/cgroup/ci.slice/job", "/sys/fs/cgroup/ci.slice", "/sys/fs/cgroup",
        ])
      #expect(folders.allSatisfy { $0.isUnified })
    }

    @Test("In version 1, each resource has groups of its own")
    func legacy() {
      let groups = "4:cpu,cpuacct:/job\n3:memory:/\nnot a group\n"

      #expect(
        ControlGroups.folders(of: "cpu", in: groups).map(\.path) == [
          "/sys/fs/cgroup/cpu/job", "/sys/fs/cgroup/cpu",
        ])
      #expect(
        ControlGroups.folders(of: "memory", in: groups)
          == [.init(path: "/sys/fs/cgroup/memory", isUnified: false)])
    }

    @Test(
      "What files take up that nobody has read lately is left, too",
      arguments: [
        (limit: "1000", statistics: "active_file 50\ninactive_file 900\n", left: 910),
        ("1000", "active_file 50\n", 10), ("1000", nil, 10), ("1000", "inactive_file 2000\n", 1000),
        ("max", "inactive_file 900\n", nil),
      ] as [(limit: String, statistics: String?, left: Int?)])
    func files(limit: String, statistics: String?, left: Int?) throws {
      for isUnified in [true, false] {
        let folder = try TemporaryFolder()
        func write(_ text: String?, to file: String) throws {
          try text?.write(to: folder.url.appending(path: file), atomically: true, encoding: .utf8)
        }
        try write(limit, to: isUnified ? "memory.max" : "memory.limit_in_bytes")
        try write("990\n", to: isUnified ? "memory.current" : "memory.usage_in_bytes")
        try write(
          isUnified ? statistics : statistics?.replacing("inactive", with: "total_inactive"),
          to: "memory.stat")
        let group = ControlGroups.Folder(path: folder.url.path, isUnified: isUnified)
        #expect(MemoryProbe.left(in: group) == left)
      }
    }

    @Test("Some memory is available, and not more than the machine has")
    func memory() {
      let machine = Int(ProcessInfo.processInfo.physicalMemory)
      #expect((1...machine).contains(MemoryProbe.availableBytes))
    }
  }
#endif
