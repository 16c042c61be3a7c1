import FocusedTestStore
import Testing

/// The rendering of an action that no child could take, in the issues of composed reducers.
@MainActor struct SourceRenderingTests {
  @Test(
    arguments: [
      (.text("a"), ".child(.text(\"a\"))"),
      (.text("don't say \"a\"\n"), #".child(.text("don't say \"a\"\n"))"#),
      (.optional(nil), ".child(.optional(nil))"),
      (.optional(3), ".child(.optional(3))"),
      (.list([]), ".child(.list([]))"),
      (.list([1, 2]), ".child(.list([…]))"),
      (.table(["a": 1]), ".child(.table([…]))"),
      (.labeled(id: 1, name: "b"), ".child(.labeled(id: 1, name: \"b\"))"),
      (.row(Parent.Row(id: 4)), ".child(.row(SourceRenderingTests.Parent.Row(…)))"),
      (.object(Parent.Object()), ".child(.object(SourceRenderingTests.Parent.Object(…)))"),
      (.none, ".child(.none)"),
    ] as [(Parent.Child, String)])
  func anActionIsRenderedAsCode(_ action: Parent.Child, _ text: String) async {
    let issues = self.issues(of: action)
    #expect(issues.first?.hasPrefix("Expected \\.child to hold a state for \(text), but") == true)
  }

  private func issues(of action: Parent.Child) -> [String] {
    withCapturedIssues {
      let store = Store(initialState: Parent.State()) { Parent() }
      store.send(.child(action))
    }
    .map(\.message)
  }
}

extension SourceRenderingTests {
  struct Parent: Reducer {
    struct State { var child: Int? }
    enum Action { case child(Child) }

    enum Child: Sendable {
      case text(String)
      case optional(Int?)
      case list([Int])
      case table([String: Int])
      case labeled(id: Int, name: String)
      case row(Row)
      case object(Object)
      case none
    }
    struct Row { let id: Int }
    final class Object: Sendable {}

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.child, action: { .child($0) }) {
        Reduce<Int, Child> { _, _ in .none }
      }
    }
  }
}
