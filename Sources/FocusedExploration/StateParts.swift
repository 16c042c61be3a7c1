import Core
import FocusedTestStore
import ReducerDebugging

/// The parts of a value, even if its type isn't `Hashable`: for each path, a hash of the value there.
///
/// Equal values have the same parts. The parts of a value with thousands of parts, or with parts that aren't visible,
/// are incomplete: such values may differ although their parts are the same.
package struct StateParts: Sendable {
  package struct Value: Hashable, Sendable {
    let hash: UInt64
    /// The value, if it is an `Int`.
    var number: Int?

    /// Stands for a path without a value.
    static let absent = Value(hash: 0)

    /// The number to which an addition adds. A missing value of a dictionary counts as 0, which is its usual default.
    var addable: Int? { self == .absent ? 0 : number }
  }

  static let limit = 2_000
  private static let depthLimit = 100

  package private(set) var values: [UInt64: Value] = [:]
  /// Whether all parts are visible, and their number is within the limit.
  package private(set) var isComplete = true
  private var addedCount: UInt64 = 0

  init() {}

  package init(of value: Any) { add(value) }

  package subscript(path: UInt64) -> Value { values[path] ?? .absent }

  /// A hash of all parts.
  var hash: UInt64 {
    values.reduce(0) { sum, part in
      var hash = StableHash(part.key)
      hash.combine(part.value.hash)
      return sum &+ hash.value
    }
  }

  /// Adds another value next to the earlier ones.
  mutating func add(_ value: Any) {
    add(value, at: StableHash(addedCount), depth: 0)
    addedCount += 1
  }

  private mutating func add(_ value: Any, at path: StableHash, depth: Int) {
    guard depth < Self.depthLimit, values.count < Self.limit else {
      isComplete = false
      return
    }
    if let hash = Self.hashOfPlain(value) {
      values[path.value] = Value(hash: hash, number: value as? Int)
      return
    }
    func mark(_ hash: UInt64) { values[path.value] = Value(hash: hash) }
    func child(_ key: UInt64) -> StableHash {
      var child = path
      child.combine(key)
      return child
    }
    switch ValueStructure(of: value) {
    case .absent: mark(1)
    case .present(let wrapped):
      mark(2)
      add(wrapped, at: child(0), depth: depth + 1)
    case .type(let type): mark(Self.bits(ObjectIdentifier(type).hashValue))
    case .composite(let whole):
      // The identity of an object doesn't show its contents, and another run may have another object instead.
      if whole.object != nil { return isComplete = false }
      let name = StableHash(of: whole.caseName ?? "").value
      if whole.caseName != nil { mark(name) }
      for (number, field) in whole.fields.enumerated() {
        add(field.value, at: child(name &+ UInt64(number)), depth: depth + 1)
      }
    case .list(let list):
      guard list.elementCount <= Self.limit - values.count else { return isComplete = false }
      var order = StableHash()
      var known: Set<UInt64> = []
      for offset in 0..<list.elementCount {
        let id = list.elementID(at: offset).map { Self.hash($0.base) } ?? UInt64(offset)
        order.combine(id)
        let isFirst = known.insert(id).inserted
        add(list.element(at: offset), at: child(isFirst ? id : order.value), depth: depth + 1)
      }
      mark(order.value)
    case .keyed(let elements):
      let isSet = type(of: elements).isSet
      for (key, value) in elements.boxedValues where isComplete {
        let entry = child(Self.hash(key.base))
        if isSet {
          values[entry.value] = Value(hash: 1)
        } else {
          let count = values.count
          add(value, at: entry, depth: depth + 1)
          // An empty collection has no parts, but its key is one.
          if values.count == count { values[entry.value] = Value(hash: 1) }
        }
      }
    case .opaque: isComplete = false
    }
  }

  private static func hash(_ value: Any) -> UInt64 {
    hashOfPlain(value) ?? StateParts(of: value).hash
  }

  /// Only types of the toolchain count. The hash of a feature's type may omit fields that `==` compares.
  private static func hashOfPlain(_ value: Any) -> UInt64? {
    guard isPlain(type(of: value)), let value = value as? any Hashable else { return nil }
    return bits(value.hashValue)
  }

  private static func bits(_ hash: Int) -> UInt64 { UInt64(bitPattern: Int64(hash)) }
}

/// Whether the type comes from the toolchain and has no generic arguments, so that its hash covers all that `==`
/// compares.
private func isPlain(_ type: Any.Type) -> Bool {
  let id = ObjectIdentifier(type)
  if let known = plainTypes.withLock({ $0[id] }) { return known }
  let isPlain = TypeName.isFromToolchain(type) && !String(reflecting: type).contains("<")
  plainTypes.withLock { $0[id] = isPlain }
  return isPlain
}

/// The types that have been checked so far.
private let plainTypes = Lock<[ObjectIdentifier: Bool]>([:])
