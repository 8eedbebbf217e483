#if os(Linux)
  import Foundation
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

    @Test("Some memory is available, and not more than the machine has")
    func memory() {
      let machine = Int(ProcessInfo.processInfo.physicalMemory)
      #expect((1...machine).contains(MemoryProbe.availableBytes))
    }
  }
#endif
