import Core
@_spi(FocusedTCA) import FocusedTestStore
import ReducerDebugging

/// A field of the state that a step changed, and its name in the ledger.
///
/// A field belongs to the innermost type named `State` on its path: `path[id: 0].guess.age` is `age` of the
/// feature whose state the guess is. Elements are named by kind, `rows[].title`.
package struct ChangedField: Hashable {
  /// The full path to the field, including IDs and indices.
  package let path: FieldPath
  /// The path in the state before the step, where elements of an array can have other indices.
  package let oldPath: FieldPath
  /// The feature that the field belongs to. `nil` if no type on the path is named `State`. The name
  /// is then the whole path.
  package let feature: String?
  package let name: String
  /// The added and removed elements, if the field is a list.
  package var elements: ChangedElements?

  package init(path: FieldPath, feature: String?, name: String) {
    (self.path, oldPath, self.feature, self.name) = (path, path, feature, name)
  }

  /// The name of the field in a behavior of a feature.
  package func name(in feature: String) -> String {
    guard let own = self.feature, own != feature else { return name }
    return "\(own).\(name)"
  }
}

extension ChangedField {
  /// The maximum number of fields of one step. Further fields are elements of the same kinds.
  private static let limit = 256
  /// The limit of a comparison. Without it, an endless value, such as one whose mirror contains itself, would take longer
  /// than the rest of its test.
  private static let costLimit = 10_000

  /// The fields that differ between two states, by their names.
  ///
  /// An added or removed element is a change of its collection. A change of an existing element is a change of its
  /// fields. The same applies to collections other than arrays. An optional that becomes `nil` or a value is a changed
  /// field of the value that contains it. A state that is an enum is named by its new case.
  ///
  /// - Complexity: That of ``Difference``, plus the fields found, at most 256.
  package static func all(from old: Any, to new: Any) -> [ChangedField] {
    Difference.between(old, new, costLimit: costLimit).map { all(in: $0) } ?? []
  }

  /// - Parameters:
  ///   - place: The path to the value in the state, if a reference in the state leads to it.
  ///   - state: The state that contains the reference.
  ///   - withStorage: Whether to include the storage of a collection that changed only because an element did.
  static func all(
    in difference: Difference, at place: FieldPath = FieldPath(), of state: Any = (),
    withStorage: Bool = false
  ) -> [ChangedField] {
    let steps = place.components.enumerated().map { depth, component in
      let owner = place.prefix(depth).value(in: state)
      return FieldStep(
        component: component, oldComponent: component, feature: owner.flatMap(featureOfState))
    }
    var fields: [ChangedField] = []
    collect(difference, below: steps, withStorage: withStorage, into: &fields)
    return fields
  }

  fileprivate struct FieldStep {
    let component: FieldPath.Component
    /// The component in the state before the step.
    let oldComponent: FieldPath.Component
    /// The feature whose state declares the component, if the component is a field of a state.
    let feature: String?
    /// Whether the component is a storage property of a collection, not one of its elements.
    var isStorage = false
  }

  private static func collect(
    _ difference: Difference, below outer: [FieldStep], withStorage: Bool,
    into fields: inout [ChangedField]
  ) {
    let changes = difference.fieldChanges
    for change in changes where withStorage || !change.isBookkeeping(among: changes) {
      guard fields.count < limit else { return }
      let steps = outer + change.steps.map { FieldStep($0) }
      guard let elements = change.elements else {
        fields.append(ChangedField(change, at: steps))
        continue
      }
      var isSameElements = true
      for step in elements.steps {
        guard case .matched(let oldOffset, let offset, let difference) = step else {
          isSameElements = false
          continue
        }
        guard let difference else { continue }
        let element = FieldStep(
          component: elements.lists.new.component(at: offset),
          oldComponent: elements.lists.old.component(at: oldOffset), feature: nil)
        collect(difference, below: steps + [element], withStorage: withStorage, into: &fields)
      }
      if !isSameElements { fields.append(ChangedField(change, at: steps)) }
    }
  }

  private init(_ change: FieldChange, at steps: [FieldStep]) {
    path = FieldPath(steps.map(\.component))
    oldPath = FieldPath(steps.map(\.oldComponent))
    elements = change.elements.map { ChangedElements($0) }
    if let state = Self.stateOfEnum(change) {
      (feature, name) = state
      return
    }
    let owner = steps.lastIndex { $0.feature != nil }
    var named = steps[(owner ?? 0)...]
    // For an added or removed value of a dictionary, the dictionary is the changed field.
    if case .key? = named.last?.component, Self.isAbsent(change.old) || Self.isAbsent(change.new) {
      named = named.dropLast()
    }
    let name = named.reduce(into: "") { name, step in
      let part = step.isStorage ? "" : step.component.kind
      name += (name.isEmpty || part.isEmpty || part == "[]" ? "" : ".") + part
    }
    feature = owner.flatMap { steps[$0].feature } ?? Self.featureOfState(change.new)
    self.name = name.isEmpty ? "state" : name
  }

  /// The feature and the new case of a state that is an enum, if the change is a change of its case.
  private static func stateOfEnum(_ change: FieldChange) -> (feature: String?, name: String)? {
    guard type(of: change.old) == type(of: change.new),
      let feature = featureOfState(change.new),
      let name = ShownValue(of: change.new).composite?.caseName
    else { return nil }
    return (feature, name)
  }

  private static func featureOfState(_ value: Any) -> String? {
    KnownType.of(type(of: value)).featureOfState
  }

  private static func isAbsent(_ value: Any) -> Bool {
    if case .absent = ValueStructure(of: value) { true } else { false }
  }
}

extension ChangedField.FieldStep {
  fileprivate init(_ step: FieldChange.PathStep) {
    (component, oldComponent) = (step.component, step.component)
    isStorage = step.isStorage
    if case .field(_, _, let owner) = step.part {
      feature = KnownType.of(owner.type).featureOfState
    } else {
      feature = nil
    }
  }
}

// MARK: - Collections that are records

extension FieldChange {
  /// Whether the storage of a collection changed only because an element changed, and no element was added or removed.
  fileprivate func isBookkeeping(among changes: [FieldChange]) -> Bool {
    guard let last = steps.last, last.isStorage, elements == nil else { return false }
    let collection = path.components.dropLast()
    let others = changes.filter {
      $0.path.components.starts(with: collection) && $0.path != path
    }
    return !others.isEmpty
      && !others.contains { $0.elements != nil || $0.steps.last?.isEntry == true }
  }
}

extension FieldChange.PathStep {
  fileprivate var isEntry: Bool { if case .entry = part { true } else { false } }

  /// Whether the component is a stored property of a library's collection: a property that the collection hides, or the
  /// collection of its elements. The mirror of an ordered dictionary has key-value pairs.
  fileprivate var isStorage: Bool {
    guard case .field(let field, _, let owner) = part else { return false }
    if case .tuple = owner.kind {
      return owner.fields.count == 2 && owner.fields[0].label == "key"
        && owner.fields[1].label == "value"
    }
    guard owner.isRecord, !owner.isAtomic, let collection = container as? any Collection else {
      return false
    }
    return field.property == nil
      || (field.value as? any Collection).map { $0.elementType == collection.elementType } == true
  }
}

extension Collection {
  fileprivate var elementType: Any.Type { Element.self }
}

extension FieldPath.Component {
  /// The component without the identity of an element.
  fileprivate var kind: String {
    switch self {
    case .field(let name): name
    case .payload(let name, let part): part.map { "\(name).\($0)" } ?? name
    case .index, .id, .key: "[]"
    case .wrapped: ""
    }
  }
}
