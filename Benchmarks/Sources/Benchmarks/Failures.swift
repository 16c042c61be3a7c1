import FocusedTestStore

/// Failing assertions about many changed elements. The time per element must not grow with their number.
struct Failures {
  enum Call: String {
    case send = ".off", receive = "receive, .off", sendInOn = ".on", notes = "notes"
  }

  #if DEBUG
    static let sizes = [1_000, 10_000]
  #else
    static let sizes = [1_000, 10_000, 100_000]
  #endif

  /// The figures: each kind of collection by `send` in `.off`, and each call by one kind.
  static let kinds =
    Many.Kind.allCases.map { (Call.send, $0) }
    + [(.sendInOn, .rows), (.receive, .rows), (.notes, .rows)]

  let call: Call
  let state: Many.State
  let kind: Many.Kind

  init(_ call: Call, _ kind: Many.Kind, size: Int) {
    (self.call, self.kind) = (call, kind)
    state = Many.State(kind, size: size)
  }

  func fail(_ count: Int) async {
    for _ in 0..<count {
      let issues = await withCapturedIssues { await failOnce() }
      precondition(issues.count == 1, "The assertion must fail once (was \(issues.count))")
    }
  }

  private func failOnce() async {
    let exhaustivity: Exhaustivity =
      switch call {
      case .send, .receive: .off
      case .sendInOn: .on
      case .notes: .off(showSkippedAssertions: true)
      }
    let store = TestStore(exhaustivity, initialState: state) { Many() }
    switch call {
    case .send, .sendInOn: await store.send(.change(kind)) { $0.change(kind, by: 2) }
    case .notes: await store.send(.change(kind))
    case .receive:
      await store.send(.start(kind))
      await store.receive(.change(kind)) { $0.change(kind, by: 2) }
    }
  }
}

/// A feature that changes each element of a collection.
struct Many: Reducer {
  enum Kind: String, CaseIterable, Equatable {
    case structs, rows, addedRows = "added rows", nestedRows = "nested rows"
    case values = "dictionary", members = "set", lines
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var title = 0
    var length = 0
    var parts: IdentifiedArrayOf<Part> = []
  }

  struct Part: Equatable, Identifiable {
    let id: Int
    var size = 0
  }

  struct State: Equatable {
    var structs: [Part] = []
    var rows: IdentifiedArrayOf<Row> = []
    var values: [Int: Int] = [:]
    var members: Set<Int> = []
    var text = ""

    init(_ kind: Kind, size: Int) {
      let numbers = Array(0..<size)
      switch kind {
      case .structs: structs = numbers.map { Part(id: $0) }
      case .rows, .addedRows: rows = IdentifiedArray(uniqueElements: numbers.map { Row(id: $0) })
      case .nestedRows:
        rows = IdentifiedArray(
          uniqueElements: numbers.map { Row(id: $0, parts: [Part(id: 0), Part(id: 1)]) })
      case .values: values = Dictionary(uniqueKeysWithValues: numbers.map { ($0, $0) })
      case .members: members = Set(numbers)
      case .lines: text = numbers.map { "line \($0)" }.joined(separator: "\n")
      }
    }

    mutating func change(_ kind: Kind, by step: Int) {
      switch kind {
      case .structs: for index in structs.indices { structs[index].size += step }
      case .rows:
        for id in rows.ids {
          rows[id: id]?.title += step
          rows[id: id]?.length = step
        }
      case .addedRows:
        rows.append(contentsOf: rows.ids.map { Row(id: -1 - abs($0), title: step) })
      case .nestedRows: for id in rows.ids { rows[id: id]?.parts.append(Part(id: 2, size: step)) }
      case .values: for key in values.keys { values[key]! += step }
      case .members: members = Set(members.map { -step - $0 * 4 })
      case .lines: text = step == 1 ? text.uppercased() : text + "\nlast"
      }
    }
  }

  enum Action: Equatable { case start(Kind), change(Kind) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let kind): return .send(.change(kind))
    case .change(let kind):
      state.change(kind, by: 1)
      return .none
    }
  }
}
