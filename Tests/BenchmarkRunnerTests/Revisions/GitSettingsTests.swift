import Testing

@testable import BenchmarkRunner

@Suite("Git settings")
struct GitSettingsTests {
  /// The variables that replace settings of a repository.
  private func replaced(
    _ entries: [(scope: String, key: String, value: String)], environment: [String: String] = [:]
  ) -> [String: String] {
    let text = entries.map { "\($0.scope)\0\($0.key)\n\($0.value)\0" }.joined()
    let variables = GitSettings(configuration: text, environment: environment).variables
    return variables.compactMapValues(\.self).filter { $0.key.hasPrefix("GIT_CONFIG") }
  }

  @Test("Programs that the repository names are replaced by the user's own, or by none")
  func programs() {
    #expect(
      replaced([
        ("global", "core.sshcommand", "mine"), ("local", "core.sshcommand", "theirs"),
      ]) == [
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.sshcommand",
        "GIT_CONFIG_VALUE_0": "mine",
      ])
    #expect(
      replaced([
        ("system", "credential.https://a?b=c.helper", "mine"),
        ("worktree", "credential.https://a?b=c.helper", "theirs"),
      ]) == [
        "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "credential.https://a?b=c.helper",
        "GIT_CONFIG_VALUE_0": "", "GIT_CONFIG_KEY_1": "credential.https://a?b=c.helper",
        "GIT_CONFIG_VALUE_1": "mine",
      ])
  }

  @Test("What the user and the system configure stays, and so do settings that run nothing")
  func own() {
    #expect(
      replaced([
        ("global", "filter.lfs.process", "git-lfs filter-process"),
        ("system", "core.sshcommand", "mine"), ("local", "core.autocrlf", "input"),
        ("local", "remote.origin.url", "https://localhost"), ("local", "user.name", "a\nb"),
      ]).isEmpty)
  }

  @Test("A filter of the repository fails; Git LFS runs with its own commands")
  func filters() {
    let evil = replaced([("local", "filter.a.b.smudge", "theirs")])
    #expect(evil.values.contains("filter.a.b.required"))
    #expect(!evil.values.contains("theirs"))
    for name in ["a..b", "x.", ".x"] {
      #expect(
        replaced([("local", "filter.\(name).clean", "theirs")]).values
          .contains("filter.\(name).required"))
    }
    let lfs = replaced([("local", "filter.lfs.process", "theirs")])
    #expect(lfs.values.contains("git-lfs filter-process"))
    #expect(!lfs.values.contains("theirs"))
  }

  @Test("Settings in the user's environment stay before those of the tool")
  func environment() {
    let variables = replaced(
      [("local", "hook.a.command", "theirs")], environment: ["GIT_CONFIG_COUNT": "2"])
    #expect(
      variables == [
        "GIT_CONFIG_COUNT": "3", "GIT_CONFIG_KEY_2": "hook.a.enabled",
        "GIT_CONFIG_VALUE_2": "false",
      ])
  }
}
