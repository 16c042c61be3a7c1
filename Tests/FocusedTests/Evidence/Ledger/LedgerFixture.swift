import TestEvents
import FocusedTestStore
import Foundation

/// A feature, and a parent that contains it in every possible form.
enum LedgerFixture {
  struct Editor: Reducer {
    struct State: Equatable, Identifiable {
      var id = 0
      var title = ""
      var isSaving = false
    }

    enum Action: Equatable {
      enum Delegate: Equatable { case saved(Int), closed }

      case save
      case saved
      case stop
      case close
      case wait
      case titleChanged(String)
      case picked(Color?)
      case delegate(Delegate)
      case alert(Alert)
      case binding(BindingAction<State>)
    }

    enum Alert: Equatable { case retry }
    enum Color: Equatable { case red }
    enum CancelID { case wait }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .save:
        state.isSaving = true
        return .send(.saved)
      case .saved:
        state.isSaving = false
        return .none
      case .wait:
        return .run { _ in try await Task.never() }.cancellable(id: CancelID.wait)
      case .stop:
        return .cancel(id: CancelID.wait)
      case .close:
        return .run { _ in await dismiss() }
      case .titleChanged(let title):
        state.title = title
        return .none
      case .picked, .delegate, .alert, .binding:
        return .none
      }
    }
  }

  struct Desk: Reducer {
    struct State: Equatable {
      var lastSaved = 0
      var plain = Editor.State()
      @PresentationState var editor: Editor.State?
      var rows: IdentifiedArrayOf<Editor.State> = []
      var path = StackState<Editor.State>()
    }

    enum Action: Equatable {
      case open
      case plain(Editor.Action)
      case row(Int, Editor.Action)
      case editor(PresentationAction<Editor.Action>)
      case rows(IdentifiedAction<Int, Editor.Action>)
      case path(StackAction<Editor.State, Editor.Action>)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.plain, action: { .plain($0) }) { Editor() }
      Reduce { state, action in
        switch action {
        case .open:
          state.editor = Editor.State()
        case .editor(.presented(.save)), .plain(.save), .rows(.element(id: _, action: .save)),
          .path(.element(id: _, action: .save)):
          state.lastSaved += 1
        default:
          break
        }
        return .none
      }
      .ifLet(\.$editor, action: { .editor($0) }) { Editor() }
      .forEach(\.rows, action: { .rows($0) }) { Editor() }
      .forEach(\.path, action: { .path($0) }) { Editor() }
    }
  }

  enum PlainAction: Equatable {
    enum Inner: Equatable { case tap }

    case reload
    case inner(Inner)
  }

  enum Loud {
    enum Action: CustomStringConvertible {
      case shout
      case say(String)

      var description: String {
        switch self {
        case .shout: "SHOUT"
        case .say(let text): text
        }
      }
    }
  }

  static func editor(_ exhaustivity: Exhaustivity = .off) -> TestStoreOf<Editor> {
    TestStore(exhaustivity, initialState: Editor.State()) { Editor() }
  }

  static func desk(
    _ exhaustivity: Exhaustivity = .off, _ state: @autoclosure () -> Desk.State
  ) -> TestStoreOf<Desk> {
    TestStore(exhaustivity, initialState: state()) { Desk() }
  }
}

/// The ledger of an operation: each behavior, with its highest coverage level.
func ledger(
  of operation: nonisolated(nonsending) () async throws -> Void
) async rethrows -> [String] {
  let facts = try await LedgerWriter.collecting(operation)
  let marks = Dictionary(facts.map { ($0.behavior, $0.mark) }, uniquingKeysWith: max)
  return marks.keys.sorted().map { behavior in
    "\(behavior): \(marks[behavior]?.rawValue ?? "")"
      .replacingOccurrences(of: "LedgerFixture.", with: "")
  }
}
