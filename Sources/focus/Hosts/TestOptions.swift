/// Options of `swift test`, as the user writes them after `--`.
extension [String] {
  /// The options that also apply to `swift build`.
  package var buildOptions: [String] {
    without(["--skip", "--test-product", "--xunit-output", "--num-workers", "--attachments-path"])
      .filter {
        ![
          "--parallel", "--no-parallel", "--enable-testable-imports", "--disable-testable-imports",
        ].contains($0)
      }
  }

  /// Whether an option leaves tests out.
  package var leaveTestsOut: Bool {
    without(["--skip", "--test-product"])
      .filter { !["--disable-xctest", "--disable-swift-testing"].contains($0) } != self
  }

  /// The options for a copy of the package, without its directories: a copy has a separate build directory.
  package var forCopy: [String] { without(["--package-path", "--scratch-path", "--build-path"]) }

  /// The options without the package's directory.
  var withoutPackagePath: [String] { without(["--package-path"]) }

  /// The last value of an option, in the form `--option value` or `--option=value`.
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
