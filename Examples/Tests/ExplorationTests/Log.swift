import Synchronization

/// A list that effects write to.
final class Log<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  var entries: [Element] { list.withLock { $0 } }

  func note(_ element: Element) { list.withLock { $0.append(element) } }
}

extension Array where Element: Equatable {
  /// Whether all elements are elements of another array, each used once, in the same order.
  func isSubsequence(of other: [Element]) -> Bool {
    var rest = other[...]
    return allSatisfy { element in
      guard let index = rest.firstIndex(of: element) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  /// Whether all elements are elements of another array, each used once, in any order.
  func isPart(of other: [Element]) -> Bool {
    var rest = other
    return allSatisfy { element in
      guard let index = rest.firstIndex(of: element) else { return false }
      rest.remove(at: index)
      return true
    }
  }
}

struct Broken: Error {}
