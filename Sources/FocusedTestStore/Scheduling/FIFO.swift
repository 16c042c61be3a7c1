/// A queue that pops in constant time, whatever its length.
///
/// It keeps nothing alive that has been taken out: a queue is used under a lock, which is no place for
/// work to be destroyed in.
struct FIFO<Element> {
  /// The elements, with places before and after them that are free.
  private var storage: [Element?] = []
  private var head = 0
  /// A number of its own, because an array's type would be looked up for its count in a debug build.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : storage[head] }
  // A closure, because a key path would be made anew by each call.
  var elements: [Element] {
    isEmpty ? [] : storage[head..<head + count].compactMap { $0 }
  }

  mutating func append(_ element: Element) {
    let end = head + count
    if end < storage.count {
      storage[end] = element
    } else {
      if head > 64, head > count { removeSpent() }
      storage.append(element)
    }
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = storage[head].take()
    count -= 1
    // Not emptied, which takes as long as all of a step's other work with the queue in a debug build.
    head = isEmpty ? 0 : head + 1
    return element
  }

  private mutating func removeSpent() {
    storage.removeFirst(head)
    head = 0
  }
}
