import Foundation
import FocusedTestStore
import Testing

struct PresentationStateTests {
  @Test func aStateCanPresentItsOwnKind() {
    var tree = Tree(name: "a", child: Tree(name: "b", child: Tree(name: "c")))
    tree.child?.child?.name = "d"
    claimEqual(tree.child?.child?.name, "d")
  }

  @Test func copiesDoNotShareChanges() {
    let original = Tree(child: Tree(name: "a"))
    var copy = original
    copy.child?.name = "b"
    claimEqual(original.child?.name, "a")
    #expect(copy != original)
  }

  @Test func equalityIsThatOfTheValues() {
    var presentedTwice = Tree(child: Tree())
    presentedTwice.child = nil
    presentedTwice.child = Tree()
    claimEqual(presentedTwice, Tree(child: Tree()))
    claimEqual(presentedTwice.hashValue, Tree(child: Tree()).hashValue)
    #expect(presentedTwice != Tree())
  }

  @Test func aMessageShowsTheValueInItsPlace() throws {
    let message = try #require(diff(Tree(), Tree(child: Tree(name: "a"))))
    expectText(message)
  }

  @Test func itIsCodedAsAPlainOptional() throws {
    let tree = Tree(name: "a", child: Tree(name: "b"))
    let decoded = try JSONDecoder().decode(Tree.self, from: JSONEncoder().encode(tree))
    claimEqual(decoded, tree)
    let old = try JSONDecoder().decode(Tree.self, from: Data(#"{"name":"a"}"#.utf8))
    claimEqual(old, Tree(name: "a"))
  }

  @Test func aChangeInPlaceCopiesNothing() {
    var holder = Holder(list: List(values: Array(0..<100)))
    let address = holder.list?.values.withUnsafeBufferPointer { $0.baseAddress }
    holder.list?.values[3] = 0
    claimEqual(holder.list?.values.withUnsafeBufferPointer { $0.baseAddress }, address)
  }

  @Test func aChildReducesInPlace() async {
    var holder = Holder(list: List(values: Array(0..<100)))
    let address = holder.list?.values.withUnsafeBufferPointer { $0.baseAddress }
    let reducer = EmptyReducer<Holder, PresentationAction<Int>>()
      .ifLet(\.$list, action: { $0 }) {
        Reduce<List, Int> { state, action in
          state.values[3] = action
          return .none
        }
      }
    _ = reducer.reduce(into: &holder, action: .presented(7))
    claimEqual(holder.list?.values[3], 7)
    claimEqual(holder.list?.values.withUnsafeBufferPointer { $0.baseAddress }, address)
  }
}

extension PresentationStateTests {
  fileprivate struct Tree: Hashable, Codable, Sendable {
    var name = ""
    @PresentationState var child: Tree?
  }

  fileprivate struct List { var values: [Int] }
  fileprivate struct Holder { @PresentationState var list: List? }
}
