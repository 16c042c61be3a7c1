import Core
import FocusedTestStore
import ReducerDebugging

/// A hash of values, even if their types aren't `Hashable`.
///
/// Equal values have the same hash. A hash is incomplete if the values contain thousands of values, or some that aren't
/// visible: such values may differ although their hashes are equal.
struct ValueFingerprint {
  private static let limit = 2_000
  private static let depthLimit = 100

  private var stableHash = StableHash()
  private var count = 0
  /// Whether the hash covers all values.
  private(set) var isComplete = true

  init() {}

  init(of value: Any) { add(value) }

  var hash: UInt64 { stableHash.value }

  /// Adds another value after the earlier ones.
  mutating func add(_ value: Any) { add(value, depth: 0) }

  private mutating func add(_ value: Any, depth: Int) {
    count += 1
    guard depth < Self.depthLimit, count <= Self.limit else {
      isComplete = false
      return
    }
    if let hash = Self.hashOfPlain(value) { return stableHash.combine(hash) }
    switch ValueStructure(of: value) {
    case .absent: stableHash.combine(1)
    case .present(let wrapped):
      stableHash.combine(2)
      add(wrapped, depth: depth + 1)
    case .type(let type): stableHash.combine(Self.bits(ObjectIdentifier(type).hashValue))
    case .composite(let whole):
      // The identity of an object doesn't show its contents, and another run may have another object instead.
      if whole.object != nil { return isComplete = false }
      if let name = whole.caseName { stableHash.combine(StableHash(of: name).value) }
      for field in whole.fields { add(field.value, depth: depth + 1) }
    case .list(let list):
      stableHash.combine(UInt64(list.elementCount))
      for offset in 0..<list.elementCount where isComplete {
        if let id = list.elementID(at: offset) { stableHash.combine(Self.bits(id.hashValue)) }
        add(list.element(at: offset), depth: depth + 1)
      }
    case .keyed(let elements):
      let isSet = type(of: elements).isSet
      // The order of the entries doesn't matter.
      var sum: UInt64 = 0
      for (key, value) in elements.boxedValues where isComplete {
        var entry = Self()
        entry.add(key.base, depth: depth + 1)
        if !isSet { entry.add(value, depth: depth + 1) }
        sum &+= entry.hash
        count += entry.count
        isComplete = entry.isComplete && count <= Self.limit
      }
      stableHash.combine(sum)
    case .opaque: isComplete = false
    }
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
