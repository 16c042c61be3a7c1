import TestEvents

extension VacuousAssertion {
  static let option = Command.Option(
    "--fail-on-vacuous", help: "Exits with 1 if a statement in an assert closure asserts nothing.")
}

extension [VacuousAssertion] {
  /// The statements of a ledger, without duplicates, ordered by location.
  ///
  /// - Parameter lines: The lines of the package, which map file IDs to paths.
  package init(_ assertions: some Sequence<VacuousAssertion>, _ lines: ProductionLines) {
    self =
      assertions.sorted().map { assertion in
        VacuousAssertion(
          file: lines.path(ofFileID: assertion.file) ?? assertion.file, line: assertion.line,
          reason: assertion.reason)
      }.uniqued
  }

  var section: ReportSection {
    ReportSection(
      id: "vacuous", title: "Vacuous assertions",
      explanation: """
        These statements assert nothing, because they have no effect on the state of the test.
        """,
      label: "Asserts nothing", items: map { ("\($0.file):\($0.line)", [$0.reason]) })
  }

  /// The note if the user requires that there is no vacuous assertion.
  var failure: String? {
    isEmpty
      ? nil
      : "focus: \(focus.count(count, "assertion")) \(count == 1 ? "is" : "are") vacuous, "
        + "but --fail-on-vacuous allows none."
  }

  package var annotations: [Annotation] {
    map {
      Annotation(
        place: ProductionLine(file: $0.file, line: $0.line),
        title: "This statement asserts nothing",
        message: $0.reason)
    }
  }
}
