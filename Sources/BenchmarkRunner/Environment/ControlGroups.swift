#if os(Linux)
  import Foundation

  /// The control groups of this process, which limit what it may use.
  enum ControlGroups {
    struct Folder: Hashable {
      let path: String

      /// Whether it belongs to version 2, whose files have other names.
      let isUnified: Bool
    }

    /// The folders of the groups that limit a resource: the process's own and all above it.
    ///
    /// A limit of any of them applies.
    static func folders(
      of controller: String,
      in groups: String = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    ) -> [Folder] {
      groups.split(separator: "\n").flatMap { line -> [Folder] in
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return [] }
        let isUnified = parts[1].isEmpty
        guard isUnified || parts[1].split(separator: ",").contains(Substring(controller)) else {
          return []
        }
        let root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/\(controller)"
        let names = parts[2].split(separator: "/").map(String.init)
        return (0...names.count).reversed().map { count in
          let path = ([root] + names.prefix(count)).joined(separator: "/")
          return Folder(path: path, isUnified: isUnified)
        }
      }
    }
  }

  extension ControlGroups {
    /// The CPU time that some groups may use, in cores: the smallest limit, or nil without one.
    static func coreQuota(in groups: [Folder]) -> Double? {
      groups.compactMap { group in
        let files = group.isUnified ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
        let numbers = files.flatMap { group.numbers(in: $0) }
        guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
        return numbers[0] / numbers[1]
      }.min()
    }
  }

  extension ControlGroups.Folder {
    /// The numbers in a file of this group; none if it does not exist or states no limit.
    func numbers(in file: String) -> [Double] {
      ((try? String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)) ?? "")
        .split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
  }
#endif
