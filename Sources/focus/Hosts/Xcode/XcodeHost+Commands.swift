import Foundation
import TestEvents

// The parts of `focus show` and `focus report` that differ between a scheme and a package.

extension XcodeHost {
  /// Builds the tests, and finds one of them.
  ///
  /// - Parameter text: The name of the test, or an ending that no other test's name has.
  func find(_ text: String, _ console: Console) throws(ToolError) -> TestName {
    try buildShown(console)
    let names = try tests().compactMap { TestName($0.names[0]) }
    if let name = try TestName(endingWith: text, among: names) { return name }
    throw .noTest(
      text, in: "the scheme", TestName.nearest(to: text, among: names),
      expected: "such as AppTests.ProfileTests/testSaving")
  }

  /// Runs all tests once, with a directory for their ledger.
  func record(in directory: String, _ console: Console) throws(ToolError) {
    try buildShown(console)
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    progress.show("Running the tests …")
    func files() -> Set<String> {
      Set(
        FileManager.default.files(below: directory)
          .filter { $0.hasSuffix("." + LedgerFormat.fileExtension) })
    }
    let earlier = files()
    let id = UUID().uuidString.lowercased().replacing("-", with: "")
    let run = try run(
      TestRequest(environment: [
        TestVariable.ledger.rawValue: URL(fileURLWithPath: directory).standardizedFileURL.path,
        TestVariable.run.rawValue: id,
      ]))
    try run.checkBegun(by: command)
    progress.end()
    let failures = run.log.names(of: .failed) + run.log.names(of: .unfinished)
    if !failures.isEmpty {
      let verb = failures.count == 1 ? "test fails" : "tests fail"
      console.note(
        "focus: \(failures.count) \(verb): \(failures.prefix(5).joined(separator: ", "))"
          + "\(failures.count > 5 ? ", and \(failures.count - 5) more" : "").")
    }
    if files().isSubset(of: earlier) { throw .nothingRecorded }
  }

  private func buildShown(_ console: Console) throws(ToolError) {
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    progress.show("Building the tests …")
    try buildOrThrow()
  }
}
