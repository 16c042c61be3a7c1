import CharacterSearch
import FocusedTestStore
import Testing

/// Only the last query counts: it is sent after the wait, and its answer is shown.
struct CharacterSearchModel: Model {
  struct Query: Equatable {
    var step: Int
    var text: String
    var time: Duration
    /// The time of a later query.
    var end: Duration?

    /// The call of the query.
    var call: Call { Call(query: text, time: time + .milliseconds(300)) }
    /// Whether the wait has ended by a given time, and before a later query.
    func isCalled(by now: Duration) -> Bool {
      !text.isEmpty && call.time < end ?? now
    }
  }

  struct Call: Equatable {
    var query: String
    var time: Duration
  }

  var state: CharacterSearch.State
  private(set) var queries: [Query] = []
  /// The query that has no answer yet.
  private(set) var open: Query?

  init(_ state: CharacterSearch.State = CharacterSearch.State()) {
    self.state = state
  }

  func expect(_ state: CharacterSearch.State, at sourceLocation: SourceLocation) {
    #expect(state == self.state, sourceLocation: sourceLocation)
  }

  mutating func follow(_ action: CharacterSearch.Action, at moment: Moment) {
    switch action {
    case .queryChanged(let text):
      #expect(moment.cause == nil)
      if !queries.isEmpty { queries[queries.count - 1].end = moment.time }
      let query = Query(step: moment.step, text: text, time: moment.time)
      queries.append(query)
      state.query = text
      state.hasFailed = false
      state.isSearching = !text.isEmpty
      if text.isEmpty { state.characters = [] }
      open = text.isEmpty ? nil : query
    case .found(let characters):
      answer(at: moment)
      #expect(characters == allCharacters.filter { $0.name.contains(open?.text ?? "") })
      state.characters = IdentifiedArray(uniqueElements: characters)
      open = nil
    case .searchFailed:
      answer(at: moment)
      state.hasFailed = true
      open = nil
    }
  }

  private mutating func answer(at moment: Moment) {
    #expect(open != nil && moment.cause == open?.step)
    state.isSearching = false
  }

  /// Asserts that each query was sent once, after its wait, unless another one replaced it before.
  func expectCalls(_ calls: [Call], at now: Duration) {
    #expect(calls.isSubsequence(of: queries.filter { !$0.text.isEmpty }.map(\.call)))
    #expect(queries.filter { $0.isCalled(by: now) }.map(\.call).isSubsequence(of: calls))
  }
}
