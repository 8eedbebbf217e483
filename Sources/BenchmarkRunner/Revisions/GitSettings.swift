/// The settings that every git command of the tool runs with.
///
/// The configuration of a repository (its `.git/config`) can name programs that git starts. The
/// tool starts none of them: a repository may come from anywhere. What the user's own configuration
/// or the system's names is run as always, for example the filter of Git LFS. Files that need a
/// filter which only the repository configures are an error: without it their content would be
/// wrong.
struct GitSettings: Sendable {
  /// Options that go before the verb.
  let options: [String]

  let variables: [String: String?]

  private static let standardOptions: [String] = [
    // Hooks are for the user's own work.
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    // A folder of a branch can look like a bare repository, with a configuration of its own.
    "safe.bareRepository=explicit",
    "protocol.ext.allow=never",
    "submodule.recurse=false",
    // The index of the worktree is a single file, and the worktree has all files.
    "core.splitIndex=false",
    "core.sparseCheckout=false",
    "worktree.useRelativePaths=false",
    // A reflog would keep every recorded working tree alive.
    "core.logAllRefUpdates=false",
    // Git's output is read as UTF-8.
    "i18n.logOutputEncoding=UTF-8",
    "i18n.commitEncoding=UTF-8",
    // A commit of the working tree changes no file, so line ends that git converts are no loss.
    "core.safecrlf=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "http.saveCookies=false",
  ].flatMap { ["-c", $0] }

  private static let standardVariables: [String: String?] = [
    "GIT_TERMINAL_PROMPT": "0",
    // Otherwise 'git status' rewrites the user's index.
    "GIT_OPTIONAL_LOCKS": "0",
    // The tool compares git's messages with English ones.
    "LC_ALL": "C",
  ]

  /// The settings that hold before the repository's configuration is known; enough for reading it.
  static let standard = GitSettings(options: standardOptions, variables: standardVariables)
}

extension GitSettings {
  /// Replaces every program that a repository's configuration names.
  init(configuration: String, environment: [String: String]) {
    var values: [String: (own: Bool, others: [String])] = [:]
    let fields = configuration.split(separator: "\0", omittingEmptySubsequences: false)
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      let entry = fields[index + 1].split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(entry[0])
      let isOwn = fields[index] == "local" || fields[index] == "worktree"
      var value = values[key] ?? (own: false, others: [])
      if isOwn {
        value.own = true
      } else {
        value.others.append(entry.count > 1 ? String(entry[1]) : "")
      }
      values[key] = value
    }
    var settings: [(key: String, value: String)] = []
    var variables = Self.standardVariables
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where value.own {
      settings += Self.replacement(for: key, others: value.others).map { ($0.key, $0.value) }
      // The first proxy command wins, so no later setting replaces it.
      if key == "core.gitproxy" { variables["GIT_PROXY_COMMAND"] = "" }
    }
    // Unlike '-c', these variables can carry a key that contains '='.
    let first = environment["GIT_CONFIG_COUNT"].flatMap(Int.init) ?? 0
    for (index, setting) in settings.enumerated() {
      variables["GIT_CONFIG_KEY_\(first + index)"] = setting.key
      variables["GIT_CONFIG_VALUE_\(first + index)"] = setting.value
    }
    if !settings.isEmpty { variables["GIT_CONFIG_COUNT"] = "\(first + settings.count)" }
    self.init(options: Self.standardOptions, variables: variables)
  }

  /// What replaces a setting of the repository; empty for one that names no program.
  ///
  /// `key` has its section and its last part in lower case. `others` are its values in the user's
  /// and the system's configuration.
  private static func replacement(
    for key: String, others: [String]
  ) -> [(key: String, value: String)] {
    // The name of a filter may have dots in a row, which git keeps.
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let last = parts.last else { return [] }
    let name = parts.dropFirst().dropLast().joined(separator: ".")
    switch (parts[0], last) {
    case ("filter", "clean"), ("filter", "smudge"), ("filter", "process"), ("filter", "required"):
      return filter(name)
    case ("core", "sshcommand"): return [(key, others.last ?? "ssh")]
    case ("core", "alternaterefscommand"): return [(key, others.last ?? "true")]
    case ("core", "askpass"): return [(key, others.last ?? "")]
    case ("credential", "helper"):
      // An empty value removes the helpers before it.
      return [(key, "")] + others.map { (key, $0) }
    case ("remote", "uploadpack"): return [(key, others.last ?? "git-upload-pack")]
    case ("hook", "command"): return [("hook.\(name).enabled", "false")]
    default: return []
    }
  }

  /// Whether a filter fails because the repository's configuration defines it.
  func refuses(filter name: String) -> Bool {
    name != "lfs" && variables.values.contains("filter.\(name).smudge")
  }

  /// Git LFS gets its own commands, whatever the repository says; every other filter fails.
  private static func filter(_ name: String) -> [(key: String, value: String)] {
    let isLFS = name == "lfs"
    return [
      ("filter.\(name).clean", isLFS ? "git-lfs clean -- %f" : "false"),
      ("filter.\(name).smudge", isLFS ? "git-lfs smudge -- %f" : "false"),
      ("filter.\(name).process", isLFS ? "git-lfs filter-process" : ""),
      ("filter.\(name).required", "true"),
    ]
  }
}
