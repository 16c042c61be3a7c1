import Core

/// The jugs of Die Hard: one of three gallons, and one of five. The goal is four gallons.
struct Jugs: Reducer {
  struct State: Equatable {
    var small = 0
    var big = 0
  }

  enum Action: Equatable, CaseIterable {
    case fillSmall, fillBig, emptySmall, emptyBig, pourIntoSmall, pourIntoBig
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fillSmall: state.small = 3
    case .fillBig: state.big = 5
    case .emptySmall: state.small = 0
    case .emptyBig: state.big = 0
    case .pourIntoSmall:
      let amount = min(3 - state.small, state.big)
      state.small += amount
      state.big -= amount
    case .pourIntoBig:
      let amount = min(5 - state.big, state.small)
      state.big += amount
      state.small -= amount
    }
    return .none
  }
}
