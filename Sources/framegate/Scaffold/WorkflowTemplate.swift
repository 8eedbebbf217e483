import ReportText

/// The workflow that `init` writes and `results/ci.md` shows.
struct WorkflowTemplate {
  /// The path from the top of the repository to the package with the benchmarks: empty, or ending
  /// with a slash.
  let prefix: String

  /// The name of Framegate's checkout among the dependencies.
  var framegate = "framegate"

  /// The branch whose runs fill the cache.
  var branch = "main"

  /// YAML that ends in a newline.
  var text: String {
    let package = prefix.isEmpty ? "" : " --package-path \(prefix.dropLast().shellWord)"
    let cache = Self.scalar("\(prefix).build")
    let sources = "\(prefix).build/checkouts/\(framegate)".shellWord
    return """
      name: frames

      on:
        pull_request:
        merge_group:
        push:
          branches: [\(branch)]             # fills the cache, which pull requests may read

      permissions:
        contents: read

      concurrency:
        group: frames-${{ github.ref }}
        cancel-in-progress: ${{ github.event_name == 'pull_request' }}

      jobs:
        frames:
          runs-on: ubuntu-24.04
          timeout-minutes: 60
          container:
            image: swift:6.3
            options: --security-opt seccomp=unconfined     # lets both sides run at the same addresses
          steps:
            - run: apt-get update && apt-get install -y git libjemalloc-dev valgrind

            - uses: actions/checkout@v6
              with:
                fetch-depth: 2              # HEAD is a merge commit; its first parent is the base

            - run: git config --global --add safe.directory '*'   # the checkout belongs to another user

            - uses: actions/cache/restore@v5
              with:
                path: \(cache)
                key: frames-${{ runner.os }}-${{ github.sha }}
                restore-keys: frames-${{ runner.os }}-

            - name: Find the version of Framegate
              id: framegate
              run: |
                swift package\(package) resolve
                revision=$(git -C \(sources) rev-parse HEAD)
                system=$(. /etc/os-release && echo "$ID$VERSION_ID")
                echo "build=$system-$revision" >> "$GITHUB_OUTPUT"

            - uses: actions/cache@v5
              id: tool
              with:
                path: ~/.local/bin/framegate
                key: framegate-${{ runner.os }}-${{ runner.arch }}-${{ steps.framegate.outputs.build }}

            - name: Install Framegate
              if: steps.tool.outputs.cache-hit != 'true'
              run: |
                \(sources)/scripts/install

            - name: Frame budgets and regressions
              run: |
                ~/.local/bin/framegate check\(package) \\
                  --against HEAD^1 \\
                  --explain \\
                  --format github \\
                  --also markdown="$GITHUB_STEP_SUMMARY" \\
                  --also junit=frames.xml \\
                  --also html=frames.html

            - uses: actions/cache/save@v5
              if: github.event_name == 'push'
              with:
                path: \(cache)
                key: frames-${{ runner.os }}-${{ github.sha }}

            - uses: actions/upload-artifact@v6
              if: always()
              with:
                name: frames
                path: |
                  frames.html
                  frames.xml
                  \(prefix)results/runs

      """
  }

  /// A scalar of YAML: in quotes if a character of it may mean something else there.
  private static func scalar(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    return isPlain ? text : "'\(text.replacing("'", with: "''"))'"
  }
}
