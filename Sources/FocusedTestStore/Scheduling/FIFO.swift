/// A queue that pops in constant time, whatever its length.
///
/// It keeps nothing alive that has been taken out: a queue is used under a lock, which is no place for
/// work to be destroyed in.
struct FIFO<Element> {
  private var storage: [Element?] = []
  private var head = 0
  /// A number of its own, because an array's type would be looked up for its count in a debug build.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : storage[head] }
  // A closure, because a key path would be made anew by each call.
  var elements: [Element] { isEmpty ? [] : storage[head...].compactMap { $0 } }

  mutating func append(_ element: Element) {
    if head > 64, head * 2 > storage.count { removeSpent() }
    storage.append(element)
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = storage[head].take()
    head += 1
    count -= 1
    if isEmpty {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
    return element
  }

  mutating func prepend(_ element: Element) {
    count += 1
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
