/// The samples of test helpers other than the store.
struct TestHelperSampleTests {
  @Test func `The sample of reportIssue`() {
    let client = Client(pages: [0: ["a"]])
    #expect(withCapturedIssues { _ = client.fetch(page: 0) } == [])
    #expect(
      withCapturedIssues { _ = client.fetch(page: -1) }.map(\.message) == [
        "Expected a page, but got -1."
      ])
  }

  @Test func `The sample of a dump`() {
    // sample: ValueDump.swift
  }
}

// sample: StoreTrait.swift 2

extension TestHelperSampleTests {
  @Test func `The sample of DumpRepresentable`() {
    #expect(String(dumping: Money(cents: 500)) == "\"5 €\"")
  }

  @Test @MainActor func `The sample of printChanges`() {
    // sample: PrintChanges.swift
    store.send(.add(2))
    #expect(store.count == 2)
  }

  // sample: ShownValue.swift

  private struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var step = 1
    }
    enum Action { case add(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .add(let number) = action { state.count += number }
      return .none
    }
  }
}

// MARK: - Fixtures

private struct Row: Equatable, Identifiable {
  var id: Int
  var title = ""
}

private struct Inbox: Reducer {
  struct State: Equatable {
    var draftID: UUID?
    var date: Date?
  }
  enum Action { case composeTapped }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.draftID = uuid()
    state.date = now
    return .none
  }
}

extension TestHelperSampleTests {
  struct Client {
    var pages: [Int: [String]]

    // sample: IssueReporter.swift
  }
}
