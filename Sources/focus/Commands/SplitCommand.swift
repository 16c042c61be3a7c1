extension Command {
  /// `focus split`.
  package static let split = Command(
    name: "split",
    summary: "Splits an exhaustive test into focused tests, and proves them.",
    operands: TestArguments.operands,
    options: [
      TestArguments.test,
      Option(
        "--output", value: "FILE",
        help: "Writes the tests to a new file. Without it they are printed."),
      TestArguments.package,
    ],
    discussion: """
      Runs the test with a trace of what it does, and writes one test for each
      behavior that it asserts: the sends that lead up to it, and one assertion. A
      test starts from a state of its own where that is shorter than the way there.
      For each behavior the way of the original, cut at its assertion, is tried in a
      copy of the package (in .build/focus), and made shorter as long as it passes,
      and the ledger says that it asserts the behavior. The result is built, and
      each mutant of what the original asserts (see `focus help mutate`) is tried
      on it. Your sources are not changed.

      What cannot be split is named with its line, and left out: steps in the
      blocks of `for`, `if` and the like, and steps that a helper takes. That
      nothing else happens is said by an exhaustive test alone.

      Exit codes: 0 as asked, 1 if something was left out, or a mutant is
      not killed any more or cannot be tried, 2 wrong usage or input,
      such as a test that does not exist, does not build, fails, has several
      stores, or is focused already.
      """,
    run: { arguments, console throws(ToolError) in
      let command = try SplitCommand(arguments)
      return try RunDirectory.whileUsed { directory throws(ToolError) in
        try command.run(console, directory)
      }
    })
}

/// What `focus split` was asked for.
private struct SplitCommand {
  let test: TestArguments
  let output: String?

  init(_ arguments: ParsedArguments) throws(ToolError) {
    test = try TestArguments(arguments)
    output = try arguments.newTests(of: "--output")
  }

  func run(_ console: Console, _ directory: RunDirectory) throws(ToolError) -> ExitCode {
    let (package, found) = try test.found(directory)
    let result = try Splitter(
      package: package, found: found, suiteName: suiteName(found), console: console
    ).split()
    if let output {
      try OutputFile(output).write(result.file.text, what: "The tests")
    } else {
      console.print(result.file.text.trimmingTrailingLineFeed)
    }
    console.note(SplitSummary(result, test: test.name, output: output).text)
    return result.isComplete ? .asRequested : .belowRequest
  }

  /// The name of the new suite: that of the file that was asked for, or one that no type of the target
  /// has.
  private func suiteName(_ found: FoundTest) -> String {
    let name = output.flatMap(SuiteNaming.name(ofFile:))
    if let name, !found.typeNames.contains(name) { return name }
    return SuiteNaming.name(for: test.name, taken: found.typeNames)
  }
}

extension String {
  fileprivate var trimmingTrailingLineFeed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
