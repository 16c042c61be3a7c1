/// The storage of an array.
///
/// An edit of the array moves its elements to another storage as long as this value exists. So arrays with equal
/// storages have the same elements.
package struct ArrayStorage: Equatable {
  /// Retained, so that no edit is in place, and no other array gets the address.
  private let elements: Any
  private let address: UnsafeRawPointer?

  /// Returns `nil` if the elements are objects, whose content can change without an edit of the array.
  package init?<Element>(of elements: [Element]) {
    if Element.self is any AnyObject.Type { return nil }
    self.elements = elements
    address = elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }

  package static func == (lhs: ArrayStorage, rhs: ArrayStorage) -> Bool {
    lhs.address == rhs.address
  }
}

extension ArrayStorage? {
  /// Replaces the storage by a later one of the same list. Returns whether the elements may have changed. `nil` shows nothing.
  package mutating func mayChange(to later: ArrayStorage?) -> Bool {
    defer { self = later }
    return later == nil || later != self
  }
}
