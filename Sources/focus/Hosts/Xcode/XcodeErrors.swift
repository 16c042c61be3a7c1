import Foundation

extension ToolError {
  /// The error for a failed call of `xcodebuild`; `nil` if the failure has another cause than the arguments, such as
  /// a compiler error.
  package static func xcodebuild(
    code: Int32, output: String, scheme: XcodeScheme
  ) -> ToolError? {
    if code == 127 || output.contains("requires Xcode") {
      return .input(
        """
        --scheme requires `xcodebuild`, which is part of Xcode, but it cannot be started:
        \(output.lastLines(4))
        """)
    }
    guard let text = output.xcodebuildError else { return nil }
    if text.contains("does not contain a scheme named") {
      return .input(
        """
        There is no scheme \(scheme.name). `xcodebuild -list` prints all scheme names. \
        `xcodebuild` printed:
        \(text)
        """)
    }
    if code == 70 || text.contains("Unable to find a de") {
      return .input(
        """
        The destination \(scheme.destination) cannot be used for the scheme \(scheme.name). \
        `xcodebuild` printed:
        \(text)
        """)
    }
    return .input("`xcodebuild` failed with exit code \(code), and printed:\n\(text)")
  }

  static let nothingRecorded = ToolError.input(
    "The tests recorded nothing. Expected tests that create a TestStore, in a "
      + "target that links FocusedEvidence and runs on this Mac or in a simulator, without a sandbox."
  )

  static func notEnumerated(_ output: String) -> ToolError {
    .input("`xcodebuild -enumerate-tests` listed no tests, and printed:\n\(output.lastLines(12))")
  }
}

extension String {
  /// The lines from the first error of `xcodebuild` itself to the end, indented; `nil` if there is no such error.
  fileprivate var xcodebuildError: String? {
    let lines = split(separator: "\n").map { $0.replacing("\t", with: "  ") }
    guard let first = lines.firstIndex(where: { $0.hasPrefix("xcodebuild: error: ") }) else {
      return nil
    }
    return lines[first...].prefix(14).map { "  " + $0 }.joined(separator: "\n")
  }
}
