import FocusedTestStore

/// Shows a text for three seconds.
struct Banner: Reducer {
  struct State: Equatable {
    var text: String?
  }

  enum Action: Equatable {
    case show(String)
    case expired
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .show(let text):
      state.text = text
      return .run { send in
        try await clock.sleep(for: .seconds(3))
        await send(.expired)
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    case .expired:
      state.text = nil
      return .none
    }
  }
}

/// Has an effect for each of several IDs.
struct Downloads: Reducer {
  struct State: Equatable {
    var finished: Int?
  }

  enum Action: Equatable {
    case start(Int), cancel(Int), cancelAll, finished(Int)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let id):
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.finished(id))
      }
      .cancellable(id: id)
    case .cancel(let id):
      return .cancel(id: id)
    case .cancelAll:
      return .merge(.cancel(id: 1), .cancel(id: 2))
    case .finished(let id):
      state.finished = id
      return .none
    }
  }
}

/// Closes by itself once it has been saved.
struct Sheet: Reducer {
  struct Form: Equatable {
    var isSaving = false
  }

  struct State: Equatable {
    var sheet: Form?
  }

  enum Action: Equatable {
    case saveTapped, saved, closed
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .saveTapped:
      state.sheet?.isSaving = true
      return .run { send in
        await send(.saved)
        await send(.closed)
      }
    case .saved:
      state.sheet?.isSaving = false
      return .none
    case .closed:
      state.sheet = nil
      return .none
    }
  }
}

/// A sheet that is presented.
struct Drawer: Reducer {
  struct Form: Equatable {
    var title = ""
    var isSaving = false
  }

  struct State: Equatable {
    var sheet: Form?
  }

  enum FormAction: Equatable { case titleChanged(String), saveTapped }

  enum Action: Equatable {
    case sheet(PresentationAction<FormAction>)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .sheet(.presented(.titleChanged(let title))):
      state.sheet?.title = title
      state.sheet?.isSaving = false
    case .sheet(.presented(.saveTapped)): state.sheet?.isSaving = true
    case .sheet(.dismiss): state.sheet = nil
    }
    return .none
  }
}

/// Counts to three.
struct Ticker: Reducer {
  struct State: Equatable {
    var ticks = 0
    var remaining: Int { 3 - ticks }
  }

  enum Action: Equatable { case tick, look }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if action == .tick { state.ticks += 1 }
    return .none
  }
}

/// Rows with switches.
struct Switches: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
    var isOn = false
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
  }

  enum Action: Equatable { case turnOn(Int), turnAllOn }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .turnOn(let id): state.rows[id: id]?.isOn = true
    case .turnAllOn: for id in state.rows.ids { state.rows[id: id]?.isOn = true }
    }
    return .none
  }
}
