import FocusedTestStore

/// Thirty sibling children, like those of an app's root, and the cost of an action for one of them.
struct Wide: Reducer {
  struct State: Equatable {
    var tab0 = Tab.State()
    var tab1 = Tab.State()
    var tab2 = Tab.State()
    var tab3 = Tab.State()
    var tab4 = Tab.State()
    var tab5 = Tab.State()
    var tab6 = Tab.State()
    var tab7 = Tab.State()
    var tab8 = Tab.State()
    var tab9 = Tab.State()
    var tab10 = Tab.State()
    var tab11 = Tab.State()
    var tab12 = Tab.State()
    var tab13 = Tab.State()
    var tab14 = Tab.State()
    var tab15 = Tab.State()
    var tab16 = Tab.State()
    var tab17 = Tab.State()
    var tab18 = Tab.State()
    var tab19 = Tab.State()
    var tab20 = Tab.State()
    var tab21 = Tab.State()
    var tab22 = Tab.State()
    var tab23 = Tab.State()
    var tab24 = Tab.State()
    var tab25 = Tab.State()
    var tab26 = Tab.State()
    var tab27 = Tab.State()
    var tab28 = Tab.State()
    var tab29 = Tab.State()
  }

  enum Action: Equatable {
    case tab0(Tab.Action)
    case tab1(Tab.Action)
    case tab2(Tab.Action)
    case tab3(Tab.Action)
    case tab4(Tab.Action)
    case tab5(Tab.Action)
    case tab6(Tab.Action)
    case tab7(Tab.Action)
    case tab8(Tab.Action)
    case tab9(Tab.Action)
    case tab10(Tab.Action)
    case tab11(Tab.Action)
    case tab12(Tab.Action)
    case tab13(Tab.Action)
    case tab14(Tab.Action)
    case tab15(Tab.Action)
    case tab16(Tab.Action)
    case tab17(Tab.Action)
    case tab18(Tab.Action)
    case tab19(Tab.Action)
    case tab20(Tab.Action)
    case tab21(Tab.Action)
    case tab22(Tab.Action)
    case tab23(Tab.Action)
    case tab24(Tab.Action)
    case tab25(Tab.Action)
    case tab26(Tab.Action)
    case tab27(Tab.Action)
    case tab28(Tab.Action)
    case tab29(Tab.Action)
    case refresh
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.tab0, action: { .tab0($0) }) { Tab() }
    Scope(state: \.tab1, action: { .tab1($0) }) { Tab() }
    Scope(state: \.tab2, action: { .tab2($0) }) { Tab() }
    Scope(state: \.tab3, action: { .tab3($0) }) { Tab() }
    Scope(state: \.tab4, action: { .tab4($0) }) { Tab() }
    Scope(state: \.tab5, action: { .tab5($0) }) { Tab() }
    Scope(state: \.tab6, action: { .tab6($0) }) { Tab() }
    Scope(state: \.tab7, action: { .tab7($0) }) { Tab() }
    Scope(state: \.tab8, action: { .tab8($0) }) { Tab() }
    Scope(state: \.tab9, action: { .tab9($0) }) { Tab() }
    Scope(state: \.tab10, action: { .tab10($0) }) { Tab() }
    Scope(state: \.tab11, action: { .tab11($0) }) { Tab() }
    Scope(state: \.tab12, action: { .tab12($0) }) { Tab() }
    Scope(state: \.tab13, action: { .tab13($0) }) { Tab() }
    Scope(state: \.tab14, action: { .tab14($0) }) { Tab() }
    Scope(state: \.tab15, action: { .tab15($0) }) { Tab() }
    Scope(state: \.tab16, action: { .tab16($0) }) { Tab() }
    Scope(state: \.tab17, action: { .tab17($0) }) { Tab() }
    Scope(state: \.tab18, action: { .tab18($0) }) { Tab() }
    Scope(state: \.tab19, action: { .tab19($0) }) { Tab() }
    Scope(state: \.tab20, action: { .tab20($0) }) { Tab() }
    Scope(state: \.tab21, action: { .tab21($0) }) { Tab() }
    Scope(state: \.tab22, action: { .tab22($0) }) { Tab() }
    Scope(state: \.tab23, action: { .tab23($0) }) { Tab() }
    Scope(state: \.tab24, action: { .tab24($0) }) { Tab() }
    Scope(state: \.tab25, action: { .tab25($0) }) { Tab() }
    Scope(state: \.tab26, action: { .tab26($0) }) { Tab() }
    Scope(state: \.tab27, action: { .tab27($0) }) { Tab() }
    Scope(state: \.tab28, action: { .tab28($0) }) { Tab() }
    Scope(state: \.tab29, action: { .tab29($0) }) { Tab() }
  }

  struct Tab: Reducer {
    struct State: Equatable {
      var count = 0
    }

    enum Action: Equatable {
      case add(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let amount): state.count &+= amount
      }
      return .none
    }
  }
}

/// The same children, each of them optional.
struct WideOptional: Reducer {
  struct State: Equatable {
    var tab0: Wide.Tab.State? = Wide.Tab.State()
    var tab1: Wide.Tab.State? = Wide.Tab.State()
    var tab2: Wide.Tab.State? = Wide.Tab.State()
    var tab3: Wide.Tab.State? = Wide.Tab.State()
    var tab4: Wide.Tab.State? = Wide.Tab.State()
    var tab5: Wide.Tab.State? = Wide.Tab.State()
    var tab6: Wide.Tab.State? = Wide.Tab.State()
    var tab7: Wide.Tab.State? = Wide.Tab.State()
    var tab8: Wide.Tab.State? = Wide.Tab.State()
    var tab9: Wide.Tab.State? = Wide.Tab.State()
    var tab10: Wide.Tab.State? = Wide.Tab.State()
    var tab11: Wide.Tab.State? = Wide.Tab.State()
    var tab12: Wide.Tab.State? = Wide.Tab.State()
    var tab13: Wide.Tab.State? = Wide.Tab.State()
    var tab14: Wide.Tab.State? = Wide.Tab.State()
    var tab15: Wide.Tab.State? = Wide.Tab.State()
    var tab16: Wide.Tab.State? = Wide.Tab.State()
    var tab17: Wide.Tab.State? = Wide.Tab.State()
    var tab18: Wide.Tab.State? = Wide.Tab.State()
    var tab19: Wide.Tab.State? = Wide.Tab.State()
    var tab20: Wide.Tab.State? = Wide.Tab.State()
    var tab21: Wide.Tab.State? = Wide.Tab.State()
    var tab22: Wide.Tab.State? = Wide.Tab.State()
    var tab23: Wide.Tab.State? = Wide.Tab.State()
    var tab24: Wide.Tab.State? = Wide.Tab.State()
    var tab25: Wide.Tab.State? = Wide.Tab.State()
    var tab26: Wide.Tab.State? = Wide.Tab.State()
    var tab27: Wide.Tab.State? = Wide.Tab.State()
    var tab28: Wide.Tab.State? = Wide.Tab.State()
    var tab29: Wide.Tab.State? = Wide.Tab.State()
  }

  // Several statements, because the compiler fails to type-check a single one.
  var body: some Reducer<State, Wide.Action> {
    let none = EmptyReducer<State, Wide.Action>()
    let upTo0 = none.ifLet(\.tab0, action: { .tab0($0) }) { Wide.Tab() }
    let upTo1 = upTo0.ifLet(\.tab1, action: { .tab1($0) }) { Wide.Tab() }
    let upTo2 = upTo1.ifLet(\.tab2, action: { .tab2($0) }) { Wide.Tab() }
    let upTo3 = upTo2.ifLet(\.tab3, action: { .tab3($0) }) { Wide.Tab() }
    let upTo4 = upTo3.ifLet(\.tab4, action: { .tab4($0) }) { Wide.Tab() }
    let upTo5 = upTo4.ifLet(\.tab5, action: { .tab5($0) }) { Wide.Tab() }
    let upTo6 = upTo5.ifLet(\.tab6, action: { .tab6($0) }) { Wide.Tab() }
    let upTo7 = upTo6.ifLet(\.tab7, action: { .tab7($0) }) { Wide.Tab() }
    let upTo8 = upTo7.ifLet(\.tab8, action: { .tab8($0) }) { Wide.Tab() }
    let upTo9 = upTo8.ifLet(\.tab9, action: { .tab9($0) }) { Wide.Tab() }
    let upTo10 = upTo9.ifLet(\.tab10, action: { .tab10($0) }) { Wide.Tab() }
    let upTo11 = upTo10.ifLet(\.tab11, action: { .tab11($0) }) { Wide.Tab() }
    let upTo12 = upTo11.ifLet(\.tab12, action: { .tab12($0) }) { Wide.Tab() }
    let upTo13 = upTo12.ifLet(\.tab13, action: { .tab13($0) }) { Wide.Tab() }
    let upTo14 = upTo13.ifLet(\.tab14, action: { .tab14($0) }) { Wide.Tab() }
    let upTo15 = upTo14.ifLet(\.tab15, action: { .tab15($0) }) { Wide.Tab() }
    let upTo16 = upTo15.ifLet(\.tab16, action: { .tab16($0) }) { Wide.Tab() }
    let upTo17 = upTo16.ifLet(\.tab17, action: { .tab17($0) }) { Wide.Tab() }
    let upTo18 = upTo17.ifLet(\.tab18, action: { .tab18($0) }) { Wide.Tab() }
    let upTo19 = upTo18.ifLet(\.tab19, action: { .tab19($0) }) { Wide.Tab() }
    let upTo20 = upTo19.ifLet(\.tab20, action: { .tab20($0) }) { Wide.Tab() }
    let upTo21 = upTo20.ifLet(\.tab21, action: { .tab21($0) }) { Wide.Tab() }
    let upTo22 = upTo21.ifLet(\.tab22, action: { .tab22($0) }) { Wide.Tab() }
    let upTo23 = upTo22.ifLet(\.tab23, action: { .tab23($0) }) { Wide.Tab() }
    let upTo24 = upTo23.ifLet(\.tab24, action: { .tab24($0) }) { Wide.Tab() }
    let upTo25 = upTo24.ifLet(\.tab25, action: { .tab25($0) }) { Wide.Tab() }
    let upTo26 = upTo25.ifLet(\.tab26, action: { .tab26($0) }) { Wide.Tab() }
    let upTo27 = upTo26.ifLet(\.tab27, action: { .tab27($0) }) { Wide.Tab() }
    let upTo28 = upTo27.ifLet(\.tab28, action: { .tab28($0) }) { Wide.Tab() }
    upTo28.ifLet(\.tab29, action: { .tab29($0) }) { Wide.Tab() }
  }
}
