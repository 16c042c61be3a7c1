import SourceReading
import Testing
import focus

struct FeatureCodeTests {
  @Test func `Calls can be gone`() {
    let code = reading(
      """
      state.isSaving = true
      state.rows.append(1)
      return .run { send in
        try await save()
        await send(.saved)
      }
      """)
    #expect(
      code.faults == [
        "call removed: state.rows.append(1) → ",
        "call removed: try await save() → ",
        "call removed: await send(.saved) → ",
      ])
    #expect(
      code.switched == """
        state.isSaving = true
        if !_isMutated(1) { state.rows.append(1) }
        return .run { send in
          if !_isMutated(2) { try await save() }
          if !_isMutated(3) { await send(.saved) }
        }
        """)
  }

  @Test func `Conditions are met otherwise, and borders moved`() {
    let code = reading(
      """
      guard !state.isSaving, let name = state.name else { return .none }
      if state.count >= limit && isReady {
        state.count += 1
      }
      return name == "" ? .none : .send(.done)
      """)
    #expect(
      code.faults == [
        "condition always met: guard !state.isSaving, let name = state.name else { return .none } → "
          + "guard true, let name = state.name else { return .none }",
        "condition never met: guard !state.isSaving, let name = state.name else { return .none } → "
          + "guard false, let name = state.name else { return .none }",
        "condition always met: if state.count >= limit && isReady { → if true {",
        "condition never met: if state.count >= limit && isReady { → if false {",
        "condition always met: if state.count >= limit && isReady { → if true && isReady {",
        "boundary moved: if state.count >= limit && isReady { → if state.count > limit && isReady {",
        "condition always met: if state.count >= limit && isReady { → "
          + "if state.count >= limit && true {",
        #"condition always met: return name == "" ? .none : .send(.done) → "#
          + "return true ? .none : .send(.done)",
        #"condition never met: return name == "" ? .none : .send(.done) → "#
          + "return false ? .none : .send(.done)",
      ])
    #expect(
      code.switched == """
        guard _mutated(1, _mutated(2, !state.isSaving, as: false), as: true), let name = state.name else { return .none }
        if _mutated(3, _mutated(4, _mutated(5, _mutated(6, state.count >= limit, as: state.count > limit), as: true) && _mutated(7, isReady, as: true), as: false), as: true) {
          state.count += 1
        }
        return _mutated(8, _mutated(9, name == "", as: false), as: true) ? .none : .send(.done)
        """)
  }

  @Test func `A border of several lines stays, because its copy would add lines`() {
    let code = reading("let isLong = state.count\n  > limit\nreturn .none")
    claimEqual(code.faults, [])
  }

  @Test func `What a behavior mutant expresses as well is not mutated`() {
    let code = reading(
      """
      switch action {
      case .one where state.a:
        state.a = false
        return .send(.two)
      case .two:
        if let b = state.b { state.a = b }
        return .merge(
          .cancel(id: ID.load),
          .run { _ in await client.load() }
            .cancellable(id: ID.save, cancelInFlight: true))
      }
      """)
    #expect(
      code.faults == [
        "condition always met: case .one where state.a: → case .one where true:",
        "condition never met: case .one where state.a: → case .one where false:",
        "call removed: .run { _ in await client.load() } → .run { _ in  }",
      ])
  }

  @Test func `What people read, and what must hold in any case, stays as it is`() {
    let code = reading(
      """
      print("count", 1)
      logger.debug("\\(state.count)")
      assert(state.count > 0)
      reportIssue("odd")
      #if DEBUG
        state.count = 1
      #endif
      while true { break }
      state.title = "Hello"
      return .none
      """)
    claimEqual(code.faults, [])
  }

  @Test func `A closure in the condition of a loop is not its block`() {
    let code = reading(
      """
      repeat { state.open() } while state.rows.contains { $0.isOpen }
      return .none
      """)
    #expect(
      code.switched == """
        repeat { if !_isMutated(1) { state.open() } } while _mutated(2, state.rows.contains \
        { _mutated(3, _mutated(4, $0.isOpen, as: false), as: true) }, as: false)
        return .none
        """)
  }

  @Test func `What describes a view stays as it is, and what shows or hides it does not`() {
    let code = reading(
      """
      state.alert = AlertState {
        TextState("Delete 3?")
      } actions: {
        ButtonState(role: .destructive, action: .delete(after: 1)) { TextState("Delete") }
        ButtonState(role: .cancel) { TextState("Cancel") }
      } message: {
        TextState("It is gone.")
      }
      state.dialog = .init(titleVisibility: .hidden) {
        TextState("Sure?")
        ButtonState(action: .limit(10)) { TextState("Yes") }
      }
      state.rows = state.isOld ? ConfirmationDialogState { make(4) }.rows(5) : other(6)
      return .none
      """)
    #expect(
      code.faults == [
        "condition always met: state.rows = state.isOld ? ConfirmationDialogState { make(4) }.rows(5) "
          + ": other(6) → state.rows = true ? ConfirmationDialogState { make(4) }.rows(5) : other(6)",
        "condition never met: state.rows = state.isOld ? ConfirmationDialogState { make(4) }.rows(5) "
          + ": other(6) → state.rows = false ? ConfirmationDialogState { make(4) }.rows(5) : other(6)",
      ])
  }

  @Test(arguments: [
    "@Reducer", "@Reducer(state: .equatable)", "@ComposableArchitecture.Reducer",
    "@ComposableArchitecture.Reducer(state: .equatable)",
  ])
  func `A type that a macro makes a reducer is a feature`(attribute: String) {
    let source = SwiftSource(
      """
      \(attribute)
      struct Home {
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            save()
            return .none
          }
        }
      }
      @ReducerOptions struct Other {
        var body: some Options { Reduce { state, action in save() } }
      }
      """)
    let code = FoundMutants([["Home.swift": source]])
    claimEqual(code.features, ["Home"])
    claimEqual(code.places.map { source.string(bytes: $0.site.range) }, ["save()"])
  }

  @Test func `A call at the end of a block that must be left stays`() {
    let code = reading(
      """
      guard state.isReady else { unreachable() }
      state.log()
      switch action {
      case .one: return save()
      case .two:
        state.log()
        if state.isOpen { return .none } else { unreachable() }
      default: unreachable()
      }
      """)
    #expect(
      code.faults.filter { $0.hasPrefix("call") } == [
        "call removed: state.log() → ", "call removed: state.log() → ",
      ])
  }

  @Test(arguments: ["Reduce<State, Action> {", "Reduce<[State], Action>({", "Reduce({", "Reduce {"])
  func `The closure of a reducer is read, with its types or without them`(call: String) {
    let end = call.contains("(") ? "})" : "}"
    let source = SwiftSource(
      "struct F: Reducer { var body: some ReducerOf<Self> { \(call) state, _ in\nsave()\n"
        + "return .none \(end) } }")
    let code = FoundMutants([["F.swift": source]])
    claimEqual(code.places.map { source.string(bytes: $0.site.range) }, ["save()"])
  }

  @Test func `A task of a group may have a value, and is gone as a whole`() {
    let code = reading(
      """
      await withTaskGroup(of: Int.self) { group in
        group.addTask { await client.fetch(7) }
        await send(.done)
      }
      return .none
      """)
    #expect(
      code.faults == [
        "call removed: await withTaskGroup(of: Int.self) { group in … → ",
        "call removed: group.addTask { await client.fetch(7) } → ",
        "call removed: await send(.done) → ",
      ])
  }

  @Test func `A case beside one that is compiled on a condition is read`() {
    let code = reading(
      """
      switch action {
      case .one:
        save(a)
        save(b)
        #if DEBUG
          save(c)
        #endif
      #if os(macOS)
        case .two:
          save(d)
      #endif
      case .three:
        save(e)
      }
      return .none
      """)
    claimEqual(
      code.faults,
      ["call removed: save(a) → ", "call removed: save(b) → ", "call removed: save(e) → "])
  }

  @Test func `What reduce and body come to is read, and nothing else`() {
    let source = SwiftSource(
      """
      struct Home: Reducer {
        struct State {
          var name = ""
          var canSave: Bool { !name.isEmpty }
          var isOld: Bool { name.count > 3 }
        }
        var body: some ReducerOf<Self> {
          Scope(state: \\.a, action: { .a($0) }) { A(limit: 3) }
          #if DEBUG
            Reduce { state, action in .send(.print) }
          #endif
          Reduce { state, action in
            guard state.canSave else { return .none }
            return save()
          }
        }
        private func preview() { start() }
      }
      extension Home {
        private func save() -> Effect<Action> { .run { _ in client.save() } }
      }
      struct HomeView: View {
        var body: some View { Text("\\(1 + 1)") }
      }
      struct Rows: Reducer {
        func reduce(into state: inout Int, action: Int) -> Effect<Int> {
          state.add(action)
          return .none
        }
      }
      """)
    let code = FoundMutants([["Home.swift": source]])
    claimEqual(code.features, ["Home", "Rows"])
    let found = code.places.map { place in
      "\(place.mutant.feature) \(place.mutant.line)"
    }
    claimEqual(found, ["Home 4", "Home 4", "Home 13", "Home 13", "Home 20", "Rows 27"])
  }
}

/// The faults in a `reduce` with the given body, one line per fault, and the body with its switches.
private func reading(_ body: String) -> (faults: [String], switched: String) {
  let head =
    "struct F: Reducer { func reduce(into state: inout State, action: Action) -> Effect<Action> {\n"
  let source = SwiftSource(head + body + "\n} }")
  let code = FoundMutants([["F.swift": source]])
  let faults = code.places.map(\.site).map { fault in
    let (before, after) = source.lines(replacing: fault.range, with: fault.replacement)
    return "\(fault.operator.rawValue): \(before) → \(after)"
  }
  let text = source.text(switching: code.places.map { ($0.number, $0.site) }).text
  return (faults, String(text.dropFirst(head.count).dropLast(4)))
}
