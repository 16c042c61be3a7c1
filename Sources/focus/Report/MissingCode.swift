/// The features and actions of a package that no test exercises.
extension [DeclaredCode] {
  package var features: [DeclaredCode] { filter { $0.action == nil } }

  /// The actions of other features that no test sends or receives.
  package var actions: [DeclaredCode] { filter { $0.action != nil } }

  /// The sections of reports on missing code.
  var sections: [ReportSection] {
    [
      ReportSection(
        id: "missing-features", title: "Features without a test (not counted)", color: .red,
        explanation:
          "The table omits these features, because no test sends them an action through a "
          + "TestStore.",
        label: "Without a test",
        items: features.map(\.item)),
      ReportSection(
        id: "missing-actions", title: "Actions that no test sends or receives (not counted)",
        color: .red,
        label: "Not sent by any test",
        items: actions.map(\.item)),
    ]
  }
}

extension DeclaredCode {
  fileprivate var item: ReportSection.Item {
    (feature + (action.map { " · .\($0)" } ?? ""), ["declared at \(declaredAt.description)"])
  }
}
