/// Options of `swift test`, as the user writes them after `--`.
extension [String] {
  /// The options that `swift build` takes as well.
  package var buildOptions: [String] {
    without(["--skip", "--xunit-output", "--num-workers", "--attachments-path"])
      .filter { !["--parallel", "--no-parallel"].contains($0) }
  }

  /// The options that leave no test out.
  var withoutSkips: [String] { without(["--skip"]) }

  /// The options that are right for a copy of the package: its build has its own directory.
  package var forCopy: [String] { without(["--package-path", "--scratch-path", "--build-path"]) }

  /// The options without the package's directory.
  var withoutPackagePath: [String] { without(["--package-path"]) }

  /// The last value of an option: of `--option value`, or of `--option=value`.
  func lastValue(of option: String) -> String? {
    indices.last { self[$0] == option || self[$0].hasPrefix(option + "=") }.flatMap { index in
      let inline = self[index].dropFirst(option.count + 1)
      return self[index] != option ? String(inline) : index + 1 < count ? self[index + 1] : nil
    }
  }

  private func without(_ withValue: [String]) -> [String] {
    var result: [String] = []
    var rest = self[...]
    while let option = rest.popFirst() {
      if withValue.contains(option) {
        _ = rest.popFirst()
      } else if !withValue.contains(where: { option.hasPrefix($0 + "=") }) {
        result.append(option)
      }
    }
    return result
  }
}
