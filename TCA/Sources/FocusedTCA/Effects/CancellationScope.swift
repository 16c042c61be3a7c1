import ComposableArchitecture
import Foundation

/// Gives each store its own cancellation IDs.
///
/// TCA keeps the IDs of all stores in one place, together with the path of the presented feature. So a store runs its feature
/// like one that is presented under a unique ID.
enum CancellationScope {
  /// The current dependencies, with a path that no other store has.
  static func dependencies() -> DependencyValues {
    @Dependency(\.self) var current
    let original = current
    let captured = LockIsolated<DependencyValues?>(nil)
    var state = Presenter.State(child: Child.State())
    _ = Presenter(captured: captured)._reduce(into: &state, action: .child(.presented(.start)))
    var dependencies = captured.value ?? original
    dependencies.dismiss = original.dismiss
    return dependencies
  }

  private struct Presenter: Reducer {
    struct State {
      @PresentationState var child: Child.State?
    }

    enum Action: CasePathable {
      case child(PresentationAction<Child.Action>)

      struct AllCasePaths {
        var child: AnyCasePath<Action, PresentationAction<Child.Action>> {
          AnyCasePath(embed: Action.child) {
            switch $0 {
            case .child(let action): action
            }
          }
        }
      }

      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let captured: LockIsolated<DependencyValues?>

    var body: some Reducer<State, Action> {
      EmptyReducer().ifLet(\.$child, action: \.child) { Child(captured: captured) }
    }
  }

  private struct Child: Reducer {
    struct State: Identifiable {
      let id = UUID()
    }

    enum Action { case start }

    let captured: LockIsolated<DependencyValues?>

    var body: some Reducer<State, Action> {
      Reduce { _, _ in
        @Dependency(\.self) var dependencies
        captured.setValue(dependencies)
        return .none
      }
    }
  }
}
