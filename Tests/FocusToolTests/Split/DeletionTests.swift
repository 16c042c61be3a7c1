import Testing
@testable import TestFixtures
@testable import focus

/// Deleting what a test does not need.
struct DeletionTests {
  private let split: SourceOfTest

  init() throws {
    let statements = (0..<20).map { "await store.send(.a\($0)) { $0.a = 1 }" }
    split = try SourceOfTest(
      "struct ProfileTests { @Test func everything() async {\n"
        + "let store = TestStore(initialState: A.State()) { A() }\n"
        + statements.joined(separator: "\n") + "\n} }")
  }

  @Test(arguments: 0..<50) func `nothing that is left can be deleted`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let numbers = split.test.elements.map(\.number)
    let needed = Set(numbers.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)))
    let parents = needed.compactMap { split.test[$0].parent }
    var deletion = Deletion(split.test, from: [split.test.whole])
    var count = 0
    while !deletion.proposals.isEmpty {
      count += 1
      deletion.learn { $0.elements.isSuperset(of: needed) }
    }
    claimEqual(deletion.choice?.elements, needed.union(parents))
    #expect(count < 30)
  }

  @Test func `of two that serve, the last stays`() throws {
    var deletion = Deletion(split.test, from: [split.test.whole])
    let (first, last) = (split.test.elements[3].number, split.test.elements[31].number)
    while !deletion.proposals.isEmpty {
      deletion.learn { $0.elements.contains(first) || $0.elements.contains(last) }
    }
    #expect(deletion.choice?.elements.contains(last) == true)
    #expect(deletion.choice?.elements.contains(first) == false)
  }

  @Test func `what is to be kept stays, and so does what it needs`() throws {
    let number = split.test.elements[5].number
    let off = Choice(elements: split.test.whole.elements)
    var deletion = Deletion(split.test, from: [off, split.test.whole], keeping: [number])
    while !deletion.proposals.isEmpty { deletion.learn { $0.exhaustivity == .original } }
    claimEqual(deletion.choice?.elements, [number, split.test[number].parent ?? 0])
  }

  @Test func `if nothing serves, there is no choice`() {
    var deletion = Deletion(split.test, from: [split.test.whole])
    deletion.learn { _ in false }
    #expect(deletion.proposals.isEmpty && deletion.choice == nil)
  }
}
