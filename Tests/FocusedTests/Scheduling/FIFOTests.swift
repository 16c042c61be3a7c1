import Testing

@testable import struct FocusedTestStore.FIFO

struct FIFOTests {
  @Test(arguments: 1...20) func `It has what an array has from which the first is removed`(
    _ seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var queue = FIFO<Int>()
    var model: [Int] = []
    for number in 0..<1_000 {
      switch random.number(0..<10) {
      case 0...5:
        queue.append(number)
        model.append(number)
      default:
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      // As often as it grows, so that it is at the start of its storage, too.
      if random.chance(2) { while queue.popFirst() != nil { model.removeFirst() } }
      #expect(queue.elements == model)
      #expect(queue.first == model.first)
      #expect(queue.count == model.count)
      #expect(queue.isEmpty == model.isEmpty)
    }
  }

  @Test func `What has been taken out is not kept alive`() {
    final class Element {}
    var queue = FIFO<Element>()
    weak var first: Element?
    do {
      let element = Element()
      first = element
      queue.append(element)
    }
    queue.append(Element())
    #expect(first != nil)
    _ = queue.popFirst()
    #expect(first == nil)
  }
}
