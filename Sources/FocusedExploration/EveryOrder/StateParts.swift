import Core
import FocusedTestStore

/// The parts of a state: for each path, a hash of the value there.
package struct StateParts: Sendable {
  package struct Value: Hashable, Sendable {
    let hash: UInt64
    /// The value, if it is an `Int`.
    var number: Int?

    /// There is nothing at the path.
    static let absent = Value(hash: 0)

    /// The number to which an addition adds. A dictionary's missing value counts as 0, as its default usually is.
    var addable: Int? { self == .absent ? 0 : number }
  }

  package private(set) var values: [UInt64: Value] = [:]
  /// Whether each part is visible, and there are not too many.
  package private(set) var isComplete = true

  package init(of state: Any) { add(state, at: StableHash(), depth: 0) }

  package subscript(path: UInt64) -> Value { values[path] ?? .absent }

  private mutating func add(_ value: Any, at path: StableHash, depth: Int) {
    guard isComplete, depth < 100, values.count < StateFingerprint.limit else {
      isComplete = false
      return
    }
    if isPlain(type(of: value)), value is any Hashable {
      values[path.value] = Value(hash: StateFingerprint.of(value).hash, number: value as? Int)
      return
    }
    func child(_ key: some Hashable) -> StableHash {
      var child = path
      child.combine(UInt64(bitPattern: Int64(key.hashValue)))
      return child
    }
    func mark(_ key: some Hashable) {
      values[path.value] = Value(hash: UInt64(bitPattern: Int64(key.hashValue)))
    }
    switch ValueStructure(of: value) {
    case .absent: mark(false)
    case .present(let wrapped):
      mark(true)
      add(wrapped, at: child(true), depth: depth + 1)
    case .type(let type): mark(ObjectIdentifier(type))
    case .composite(let whole):
      if whole.object != nil { isComplete = false }
      if let name = whole.caseName { mark(name) }
      for (number, field) in whole.fields.enumerated() {
        add(field.value, at: child("\(whole.caseName ?? "") \(number)"), depth: depth + 1)
      }
    case .list(let list):
      let ids = (0..<list.elementCount).map { list.elementID(at: $0) ?? AnyHashable($0) }
      mark(ids)
      for (offset, id) in ids.enumerated() {
        add(list.element(at: offset), at: child(id), depth: depth + 1)
      }
    case .keyed(let elements):
      let isSet = type(of: elements).isSet
      for (key, value) in elements.boxedValues {
        if isSet {
          values[child(key).value] = Value(hash: 1)
        } else {
          add(value, at: child(key), depth: depth + 1)
        }
      }
    case .opaque: isComplete = false
    }
  }
}
