import Foundation

extension Command {
  /// `focus split`.
  package static let split = Command(
    name: "split",
    summary: "Splits an exhaustive test into focused tests, and proves them.",
    operands: "[-- arguments of swift test…]",
    options: [
      TestsToRun.testOption,
      Option("--patch", value: "FILE", help: "Writes the diff to FILE instead of printing it."),
      Option("--apply", help: "Edits the test's file instead of printing the diff."),
      Option("--force", help: "With --apply, edits the file even if it has uncommitted changes."),
      Option(
        "--remove-original",
        help: "Removes the original if nothing is lost."),
      Option("--json", help: "Prints the summary as JSON instead of the diff."),
    ],
    examples: [
      "split --test AppTests.ProfileTests/testEverything --patch split.diff",
      "split --test testEverything --apply --remove-original",
    ],
    exitCodes:
      "0 if the new tests kill every mutant that the original kills, 1 if something is lost, "
      + "2 wrong usage or input, 3 the test fails, 4 no result, 130 interrupted",
    refusals: [
      "--scheme":
        "--scheme works with mutate, show, and report. split tries its tests in a copy of "
        + "the package. An Xcode project cannot be copied, because it can refer to files "
        + "anywhere."
    ],
    run: { arguments, console throws(ToolError) in
      let command = try SplitCommand(arguments)
      return try RunDirectory.whileUsed { directory throws(ToolError) in
        try command.run(console, directory)
      }
    })
}

/// The arguments of `focus split`.
private struct SplitCommand {
  private let arguments: ParsedArguments
  private let test: String
  private let tests: TestsToRun
  private var patch: String? { arguments.value(of: "--patch") }
  private var isApplied: Bool { arguments.has("--apply") }
  private var isForced: Bool { arguments.has("--force") }
  private var removesOriginal: Bool { arguments.has("--remove-original") }
  private var printsJSON: Bool { arguments.has("--json") }

  init(_ arguments: ParsedArguments) throws(ToolError) {
    (test, tests) = try TestsToRun.ofTest(arguments)
    self.arguments = arguments
    if isApplied, patch != nil {
      throw arguments.error("Expected --apply or --patch, but got both.")
    }
    if isForced, !isApplied { throw arguments.error("--force requires --apply.") }
    if let patch { try OutputFile(patch).check(what: "The diff") }
  }

  func run(_ console: Console, _ directory: RunDirectory) throws(ToolError) -> ExitCode {
    guard let package = try tests.package(directory) else {
      preconditionFailure("A package (was \(tests))")
    }
    let found = try package.find(test)
    let target = package.directory + "/" + found.path
    if isApplied, !isForced { try Repository.checkUnchanged(target, directory) }
    var splitter = try Splitter(package: package, found: found, console: console)
    let result = try splitter.split()
    let removes = removesOriginal && result.isComplete
    let file = result.file(removingOriginal: removes)
    if isApplied {
      let original = found.function.source.string(bytes: 0..<Int.max)
      guard FileManager.default.contents(atPath: target) == Data(original.utf8) else {
        throw .input("\(found.path) has changed in the meantime, so it was not edited.")
      }
      try OutputFile(target).write(file.diff.edited, what: "The tests")
    } else if let patch {
      try OutputFile(patch).write(file.diff.text, what: "The diff")
    } else if !printsJSON {
      console.printText(file.diff.text)
    }
    if printsJSON { console.print(result.json(in: file)) }
    var notes = [result.summary]
    if isApplied { notes.append("The tests were added to \(found.path).") }
    if let patch { notes.append("The diff is in \(patch).") }
    if removesOriginal, !removes {
      notes.append(
        "The original was kept, because something is lost.")
    }
    if !printsJSON || isApplied || patch != nil { console.note(notes.joined(separator: "\n")) }
    return result.isComplete ? .asRequested : .belowRequest
  }
}

extension Repository {
  /// Throws unless git tracks a file and the file has no uncommitted changes.
  static func checkUnchanged(_ path: String, _ runs: RunDirectory) throws(ToolError) {
    let folder = (path as NSString).deletingLastPathComponent
    let name = (path as NSString).lastPathComponent
    guard
      try git(["ls-files", "--error-unmatch", "--", name], in: folder, runs) != nil
    else {
      throw .input("git does not track \(path). Commit the file, or pass --force.")
    }
    guard try git(["status", "--porcelain", "--", name], in: folder, runs)?.isEmpty == true else {
      throw .input(
        "\(path) has uncommitted changes. Commit them, or pass --force.")
    }
  }
}
