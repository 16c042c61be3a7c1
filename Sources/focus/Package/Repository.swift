import Foundation

/// The git repository of a package's directory.
package struct Repository {
  private let top: String

  /// The directories from the repository's top to the package.
  private let prefix: [Substring]
  private let runs: RunDirectory

  /// - Throws: An error if the directory is not in a git working tree.
  package init(at directory: String, runs: RunDirectory) throws(ToolError) {
    self.runs = runs
    guard let top = try Self.git(["rev-parse", "--show-toplevel"], in: directory, runs),
      let prefix = try Self.git(["rev-parse", "--show-prefix"], in: directory, runs)
    else {
      throw .input(
        "\(directory) is not in a git repository, or git does not trust its owner. --since "
          + "requires a git repository.")
    }
    self.top = top.trimmed
    self.prefix = prefix.trimmed.split(separator: "/")
  }

  /// The last commit that a revision and `HEAD` have in common.
  package func mergeBase(with revision: String) throws(ToolError) -> String {
    let commits = [revision + "^{commit}", "HEAD"]
    guard let base = try Self.git(["merge-base", "--end-of-options"] + commits, in: top, runs)
    else {
      throw .input(
        "\(revision) and HEAD have no common commit here. Expected a branch, a tag, or a commit. In "
          + "GitHub Actions, use actions/checkout with fetch-depth: 0.")
    }
    return base.trimmed
  }

  /// The paths of the files that differ from a commit, including uncommitted and untracked files.
  package func changes(since commit: String) throws(ToolError) -> [String] {
    let differing = try Self.git(
      [
        "-c", "core.quotepath=off", "diff", "--name-only", "--no-renames", "--no-relative",
        "--ignore-submodules=none", "-z", commit, "--",
      ], in: top, runs)
    let unknown = try Self.git(
      ["ls-files", "--others", "--exclude-standard", "-z"], in: top, runs)
    guard let differing, let unknown else {
      throw .input("git cannot compare \(top) with \(commit).")
    }
    return (differing + unknown).split(separator: "\0").map { relative(String($0)) }
  }

  /// A path in the repository, relative to the package.
  private func relative(_ path: String) -> String {
    let names = path.split(separator: "/")
    let common = zip(names, prefix).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: prefix.count - common) + names[common...])
      .joined(separator: "/")
  }

  /// The output of a git command, or `nil` if it fails.
  static func git(
    _ arguments: [String], in directory: String, _ runs: RunDirectory
  ) throws(ToolError) -> String? {
    // Drops warnings, which would be mistaken for file names.
    let run = try ProcessRun(
      ["sh", "-c", "exec git \"$@\" 2>/dev/null", "git", "-C", directory] + arguments,
      directory: runs)
    return run.code == 0 ? run.output : nil
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
