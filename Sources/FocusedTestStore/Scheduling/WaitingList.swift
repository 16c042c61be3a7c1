import Core

/// What waits, in an order, and may be cancelled before it has come.
struct WaitingList<Element: Identifiable & Sendable>: Sendable where Element.ID == Int {
  private(set) var elements: [Element] = []
  private var nextID = 0
  /// Of elements that were cancelled before they had come.
  private var cancelled: Set<Int> = []

  /// The id of an element that will come.
  mutating func makeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// Adds an element before those that come after it.
  mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    elements.insert(element, at: elements.partitioningIndex(where: isLater))
  }

  /// Takes out an element, if it is there.
  mutating func take(_ id: Int) -> Element? {
    elements.firstIndex { $0.id == id }.map { elements.remove(at: $0) }
  }

  mutating func takeAll(where isMeant: (Element) -> Bool = { _ in true }) -> [Element] {
    defer { elements.removeAll(where: isMeant) }
    return elements.filter(isMeant)
  }

  /// Takes out an element. If it has not come yet, it must not.
  mutating func cancel(_ id: Int) -> Element? {
    let element = take(id)
    if element == nil { cancelled.insert(id) }
    return element
  }

  /// Forgets that an element must not come. Returns whether it must not.
  @discardableResult
  mutating func takeCancellation(of id: Int) -> Bool { cancelled.remove(id) != nil }
}
