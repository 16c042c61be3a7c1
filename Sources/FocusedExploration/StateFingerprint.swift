import Core
import ReducerDebugging
import FocusedTestStore

/// A hash of what a value is made of, whether its type is `Hashable` or not.
///
/// Equal values have the same hash. A value of thousands of parts is not walked to its end, and says so: what
/// is behind the limit may differ. How a type is walked is found out once.
struct StateFingerprint {
  /// No more parts of a value than these are walked.
  static let limit = 2_000

  private var hasher = Hasher()
  private var budget = StateFingerprint.limit
  /// Whether all parts are in the hash.
  private(set) var isComplete = true

  var hash: UInt64 { UInt64(bitPattern: Int64(hasher.finalize())) }

  static func of<Value>(_ value: Value) -> StateFingerprint {
    var fingerprint = StateFingerprint()
    fingerprint.combine(value)
    return fingerprint
  }

  mutating func combine<Value>(_ value: Value) {
    walk(value, by: FingerprintPlan.of(value))
  }

  mutating func combine(any value: Any) {
    func combine<Value>(_ value: Value) -> StateFingerprint {
      var copy = self
      copy.combine(value)
      return copy
    }
    self = combine(value)
  }

  fileprivate mutating func mix<Value: Hashable>(_ value: Value) { hasher.combine(value) }

  fileprivate mutating func giveUp() { isComplete = false }

  /// Walks a part, unless the limit is reached.
  fileprivate mutating func walk<Value>(_ value: Value, by plan: FingerprintPlan<Value>) {
    guard budget > 0 else { return giveUp() }
    budget -= 1
    plan.walk(value, &self)
  }

  /// Walks the elements of a collection, in order.
  fileprivate mutating func walk(_ elements: some Collection) {
    mix(elements.count)
    guard let first = elements.first else { return }
    let plan = FingerprintPlan.of(first)
    for element in elements {
      walk(element, by: plan)
      if !isComplete { return }
    }
  }

  fileprivate mutating func walk<Part>(
    unordered parts: some Sequence<Part>, _ walkPart: (Part, inout StateFingerprint) -> Void
  ) {
    var sum: UInt64 = 0
    for part in parts {
      var inner = StateFingerprint()
      inner.budget = budget
      walkPart(part, &inner)
      budget = inner.budget
      isComplete = isComplete && inner.isComplete
      sum &+= inner.hash
      if !isComplete { break }
    }
    mix(sum)
  }
}

/// How the values of a type are walked.
private final class FingerprintPlan<Value>: Sendable {
  typealias Walk = (Value, inout StateFingerprint) -> Void

  private let confined: RuntimeConfined<Walk>

  init(_ walk: @escaping Walk) { confined = RuntimeConfined(walk) }

  var walk: Walk { confined.value }

  static func of(_ value: Value) -> FingerprintPlan {
    let type = ObjectIdentifier(Value.self)
    if let known = fingerprintPlans.withLock({ $0[type] }) as? FingerprintPlan { return known }
    let plan = make(for: value)
    fingerprintPlans.withLock { $0[type] = plan }
    return plan
  }

  private static func make(for value: Value) -> FingerprintPlan {
    if let container = Value.self as? any WalkedContainer.Type {
      func plan<Container: WalkedContainer>(_: Container.Type) -> Any {
        FingerprintPlan<Container> { $0.walk(into: &$1) }
      }
      if let plan = plan(container) as? FingerprintPlan { return plan }
    }
    // A type of a feature may leave out of its hash what it compares.
    if let leaf = Value.self as? any Hashable.Type, isPlainLeaf {
      func plan<Leaf: Hashable>(_: Leaf.Type) -> Any { FingerprintPlan<Leaf> { $1.mix($0) } }
      if let plan = plan(leaf) as? FingerprintPlan { return plan }
    }
    return ofFields(value) ?? FingerprintPlan { walkMirror(of: $0, &$1) }
  }

  private static var isPlainLeaf: Bool {
    TypeName.isFromToolchain(Value.self) && !String(reflecting: Value.self).contains("<")
  }

  /// A plan for a struct whose every stored property has a key path.
  private static func ofFields(_ value: Value) -> FingerprintPlan? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else { return nil }
    var fields: [Walk] = []
    forEachStoredProperty(of: Value.self) { _, keyPath in
      func add<Field>(_: Field.Type) {
        guard let keyPath = keyPath as? KeyPath<Value, Field> else { return }
        fields.append { root, fingerprint in fingerprint.combine(root[keyPath: keyPath]) }
      }
      let valueType = type(of: keyPath).valueType
      add(valueType)
    }
    guard !fields.isEmpty, fields.count == mirror.children.count else { return nil }
    return FingerprintPlan { [fields] value, fingerprint in
      for field in fields { field(value, &fingerprint) }
    }
  }

  private static func walkMirror(of value: Value, _ fingerprint: inout StateFingerprint) {
    if let name = CaseName(of: value) { fingerprint.mix(name) }
    // What an object is does not say what is in it, and another run may have another one in its place.
    if type(of: value) is AnyClass { return fingerprint.giveUp() }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty, mirror.displayStyle != .enum, mirror.displayStyle != .struct {
      return fingerprint.giveUp()
    }
    for child in mirror.children { fingerprint.combine(any: child.value) }
  }
}

/// The plans of all types that have been walked.
private let fingerprintPlans = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

/// A type whose values hold others.
private protocol WalkedContainer {
  func walk(into fingerprint: inout StateFingerprint)
}

extension Optional: WalkedContainer {
  fileprivate func walk(into fingerprint: inout StateFingerprint) {
    fingerprint.mix(self != nil)
    if let value = self { fingerprint.combine(value) }
  }
}

extension WalkedContainer where Self: Collection {
  fileprivate func walk(into fingerprint: inout StateFingerprint) { fingerprint.walk(self) }
}

extension Array: WalkedContainer {}
extension IdentifiedArray: WalkedContainer {}

extension StackState: WalkedContainer {
  fileprivate func walk(into fingerprint: inout StateFingerprint) {
    fingerprint.mix(ids)
    fingerprint.walk(self)
  }
}

extension PresentationState: WalkedContainer {
  fileprivate func walk(into fingerprint: inout StateFingerprint) {
    fingerprint.combine(wrappedValue)
  }
}

extension Set: WalkedContainer {
  fileprivate func walk(into fingerprint: inout StateFingerprint) {
    fingerprint.walk(unordered: self) { $1.combine($0) }
  }
}

extension Dictionary: WalkedContainer {
  fileprivate func walk(into fingerprint: inout StateFingerprint) {
    fingerprint.walk(unordered: self) { entry, inner in
      inner.combine(entry.key)
      inner.combine(entry.value)
    }
  }
}
