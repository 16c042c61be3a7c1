import Foundation
import FocusedTestStore
import Testing

struct StackStateTests {
  @Test func elementsAreFoundAndChangedById() {
    var stack = StackState([Element.number(1), .text("a")])
    claimEqual(stack[id: 0], .number(1))
    #expect(stack[id: 5] == nil)
    stack[id: 1] = .number(2)
    claimEqual(Array(stack), [.number(1), .number(2)])
    stack[id: 0] = nil
    claimEqual(stack.ids, [1])
    stack[id: 0] = nil
    claimEqual(stack.ids, [1])
  }

  @Test func whatAnElementHoldsIsChangedThroughItsCase() {
    var stack = StackState([Element.number(1), .text("a")])
    stack[id: 0, case: { .number($0) }]? += 1
    stack[id: 1, case: CasePath(Element.text)]?.append("b")
    claimEqual(Array(stack), [.number(2), .text("ab")])
    #expect(stack[id: 0, case: { .text($0) }] == nil)
    stack[id: 9, case: { .text($0) }]?.append("c")
    claimEqual(Array(stack), [.number(2), .text("ab")])
    stack[id: 1, case: { .text($0) }] = nil
    claimEqual(Array(stack), [.number(2)])
  }

  @Test func settingWhatIsNotThereIsAnIssueAtThatLine() {
    var stack = StackState([Element.number(1)])
    let line = #line + 2
    let issues = withCapturedIssues {
      stack[id: 4] = .number(2)
      stack[id: 0, case: { .text($0) }] = "a"
      stack[id: 4, case: { .text($0) }] = "a"
    }
    for (issue, text) in zip(issues, ["no element", "another case", "no element, by case"]) {
      expectText(issue.message, text: text)
    }
    claimEqual(issues.map(\.line), [line, line + 1, line + 2])
    claimEqual(Array(stack), [.number(1)])
  }

  @Test func changingWhatIsInAnotherCaseIsAnIssueAtThatLine() {
    var stack = StackState([Element.number(1)])
    let line = #line + 2
    let issues = withCapturedIssues {
      stack[id: 0, case: { .text($0) }]? = "a"
      stack[id: 0, case: { .text($0) }]?.append("a")
      stack[id: 0, case: CasePath(Element.text)] = nil
    }
    claimEqual(issues.map(\.line), [line, line + 1, line + 2])
    claimEqual(Array(stack), [.number(1)])
  }

  @Test func elementsKeepTheirIdsAndNewOnesGetOthers() {
    var stack = StackState([1, 2, 3])
    stack.remove(at: 1)
    stack.append(4)
    claimEqual(Set(stack.ids).count, 3)
    stack[0] = 7
    claimEqual(stack[id: 0], 7)
    stack.swapAt(0, 1)
    claimEqual(stack[id: 0], 7)
    claimEqual(Array(stack), [3, 7, 4])
  }

  @Test func popsStopAtAnElementOrTakeItAlong() {
    var stack = StackState([1, 2, 3])
    stack.pop(to: 1)
    claimEqual(stack.ids, [0, 1])
    stack.pop(from: 1)
    claimEqual(stack.ids, [0])
    stack.pop(from: 8)
    stack.pop(to: 8)
    claimEqual(stack.ids, [0])
  }

  @Test func stacksAreEqualWhenElementsAndIdsAre() {
    var stack = StackState([1, 2])
    claimEqual(stack, StackState([1, 2]))
    #expect(stack != StackState([1, 3]))
    stack.removeAll()
    stack.append(contentsOf: [1, 2])
    stack.remove(at: 0)
    var other = StackState([1, 2])
    other.remove(at: 1)
    other[0] = 2
    claimEqual(Array(stack), Array(other))
    #expect(stack != other)
  }

  @Test func theElementsAreCodedAndTheIdsAreNot() throws {
    let stack = StackState(["a", "b"])
    let data = try JSONEncoder().encode(stack)
    claimEqual(String(decoding: data, as: UTF8.self), #"["a","b"]"#)
    #expect(try JSONDecoder().decode(StackState<String>.self, from: data) == stack)
  }

  @Test func aDumpNamesElementsById() {
    let children = Mirror(reflecting: StackState(["a"])).children.map { "\($0.value)" }
    claimEqual(children, [#"(key: 0, value: "a")"#])
    claimEqual("\(StackState(["a"]))", "[0: a]")
  }

  @Test func aChangeInPlaceCopiesNothing() {
    var stack = StackState([Array(0..<100), [1]])
    let address = stack[id: 0]?.withUnsafeBufferPointer { $0.baseAddress }
    stack[id: 0]?[3] = 0
    claimEqual(stack[id: 0]?.withUnsafeBufferPointer { $0.baseAddress }, address)
    claimEqual(Array(stack).map(\.count), [100, 1])
  }
}

extension StackStateTests {
  fileprivate enum Element: Equatable {
    case number(Int)
    case text(String)
  }
}
