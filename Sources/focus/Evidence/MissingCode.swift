/// The features and actions of a package that no test exercises.
package struct MissingCode: Hashable, Sendable {
  package var features: [ProductionLines.DeclaredFeature] = []

  /// The actions of other features that no test sends or receives.
  package var actions: [ProductionLines.DeclaredAction] = []

  var sections: [ReportSection] {
    [
      ReportSection(
        id: "missing-features", title: "Features without a test (not counted)", color: .red,
        explanation:
          "They are not in the table, because no test sends them an action through a TestStore.",
        label: "Without a test",
        items: features.map { .init($0.feature, "declared at \($0.declaredAt.description)") }),
      ReportSection(
        id: "missing-actions", title: "Sent or received by no test (not counted)", color: .red,
        label: "Sent by no test",
        items: actions.map {
          .init("\($0.feature) · .\($0.action)", "declared at \($0.declaredAt.description)")
        }),
    ]
  }
}
