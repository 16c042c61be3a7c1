/// The storage of an array.
///
/// An edit of the array moves its elements to another storage as long as this value exists. So arrays with equal
/// storages have the same elements.
package struct ArrayStorage: Equatable {
  /// Retained, so that no edit is in place, and no other array gets the address.
  private let elements: Any
  private let address: UnsafeRawPointer?

  package init<Element>(of elements: [Element]) {
    self.elements = elements
    address = elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }

  package static func == (lhs: ArrayStorage, rhs: ArrayStorage) -> Bool {
    lhs.address == rhs.address
  }
}
