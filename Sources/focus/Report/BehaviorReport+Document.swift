import Foundation
import TestEvents

extension BehaviorReport {
  /// The report as a document: the behaviors without a test that asserts them come first.
  ///
  /// - Parameters:
  ///   - gaps: The known gaps, which have a list of their own.
  ///   - listsAll: Whether to list the asserted behaviors, too, and the code of the unasserted ones.
  package func document(_ gaps: KnownGaps? = nil, listsAll: Bool = false) -> Document {
    let counts = counts
    let share = counts.percent.map { " (\($0.shortText) %)" } ?? ""
    let unasserted = entries(.exercised)
    let known = unasserted.filter { gaps?[$0.behavior] != nil }
    func items(
      _ entries: [Entry], reason: (Entry) -> String? = { _ in nil }
    ) -> [Document.Item] {
      entries.map { $0.item(reason: reason($0), showsCode: listsAll) }
    }
    var document = Document(
      title: "Behaviors: \(counts[.asserted]) of \(counts.all) asserted\(share)",
      parts: [
        .table(table),
        .list(
          "Unasserted", items(unasserted.filter { gaps?[$0.behavior] == nil }), color: .red),
        .list(
          "Unasserted, but a known gap", items(known) { gaps?[$0.behavior]?.reason }),
        .list("Read, but not asserted", items(entries(.read))),
      ] + missing.parts + [vacuousAssertions.part])
    if listsAll {
      document.parts += [
        .list("Asserted", items(entries(.asserted)), color: .green),
        .list(
          "Actions without an outcome (not counted)", items(entries.filter { !$0.counts }),
          color: .dim),
      ]
    }
    return document
  }

  /// The matrix of the page. Its cells refer to the items of the document.
  package var matrix: Matrix {
    Matrix(
      cells: entries.map { entry in
        Matrix.Cell(
          behavior: entry.behavior, state: entry.state,
          sign: "\(entry.state.sign) \(entry.tests.count)", label: entry.sentence,
          id: entry.behavior.anchor)
      },
      legend: [
        "●": "asserted: a test fails if the outcome differs",
        "◐": "read: a test reads it from store.state",
        "○": "unasserted: a test exercises it, but none checks it",
        "–": "the action had no outcome (not counted)",
      ])
  }
}

extension BehaviorReport.Entry {
  fileprivate func item(reason: String?, showsCode: Bool) -> Document.Item {
    Document.Item(
      id: behavior.anchor, name: behavior.description,
      details: [
        reason.map { Document.Detail(text: $0) },
        handledAt.map { Document.Detail(text: "handled at \($0.description)") },
        showsCode && !code.isEmpty ? Document.Detail(code: code) : nil,
        Document.Detail(items: tests.map { Document.Item($0.test, at: $0.assertedAt.first) }),
      ].compactMap(\.self))
  }

  fileprivate var state: Matrix.State {
    if !counts { return .idle }
    return switch mark {
    case .asserted: .good
    case .read: .partial
    case .exercised: .bad
    }
  }

  /// The number of tests at the highest coverage level: `asserted by 2 of 3 tests`.
  fileprivate var sentence: String {
    let all = focus.count(tests.count, "test")
    guard counts else { return "no outcome in \(all)" }
    func some(_ mark: Behavior.Mark) -> String {
      let number = tests.count { $0.mark == mark }
      return number == tests.count ? all : "\(number) of \(all)"
    }
    return switch mark {
    case .asserted: "asserted by \(some(.asserted))"
    case .read: "read by \(some(.read)), asserted by none"
    case .exercised: "exercised by \(all), asserted by none"
    }
  }
}

extension BehaviorReport {
  /// The number of behaviors of each feature, by coverage level.
  private var table: Document.Table {
    Document.Table(
      titles: ["Behaviors", "Asserted", "Share", "Read", "Unasserted"],
      rows: features.map { Document.Table.Row(name: $0.name, cells: cells($0.counts)) },
      total: cells(counts))
  }

  private func cells(_ counts: Tally<Behavior.Mark>) -> [Document.Table.Cell] {
    counts.cells((counts[.read], .yellow), (counts[.exercised], .red))
  }
}

extension Behavior {
  /// The behavior's anchor on a page.
  var anchor: String {
    // Encoding can't fail, because the text is valid Unicode.
    description.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
      .replacingOccurrences(of: "%", with: "_")
  }
}

// MARK: - Lists that both kinds of reports have

extension [DeclaredCode] {
  package var features: [DeclaredCode] { filter { $0.action == nil } }

  /// The actions of other features that no test sends or receives.
  package var actions: [DeclaredCode] { filter { $0.action != nil } }

  var parts: [Document.Part] {
    func items(_ declared: [DeclaredCode]) -> [Document.Item] {
      declared.map { code in
        Document.Item(
          name: code.feature + (code.action.map { " · .\($0)" } ?? ""),
          details: [.init(text: "declared at \(code.declaredAt.description)")])
      }
    }
    return [
      .list(
        "Features without a test (not counted)", items(features),
        "The table omits these features, because no test sends them an action through a "
          + "TestStore.", color: .red),
      .list(
        "Actions that no test sends or receives (not counted)", items(actions), color: .red),
    ]
  }
}

extension [VacuousAssertion] {
  var part: Document.Part {
    .list(
      "Vacuous assertions",
      map {
        Document.Item(name: "\($0.file):\($0.line)", details: [.init(text: $0.reason)])
      },
      "These statements assert nothing, because they have no effect on the state of the test.")
  }
}
