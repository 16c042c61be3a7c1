/// A queue that pops in constant time, whatever its length.
///
/// It keeps nothing alive that has been taken out: a queue is used under a lock, which is no place for
/// work to be destroyed in.
struct FIFO<Element> {
  private var storage: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == storage.count }
  var first: Element? { isEmpty ? nil : storage[head] }
  var elements: [Element] { storage[head...].compactMap(\.self) }

  mutating func append(_ element: Element) {
    if head > 64, head * 2 > storage.count { removeSpent() }
    storage.append(element)
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = storage[head].take()
    head += 1
    if isEmpty {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
    return element
  }

  mutating func prepend(_ element: Element) {
    if head > 0 {
      head -= 1
      storage[head] = element
    } else {
      storage.insert(element, at: 0)
    }
  }

  private mutating func removeSpent() {
    storage.removeFirst(head)
    head = 0
  }
}
