import Core

/// The facts that a message about a step needs besides the difference.
struct StepContext<Action> {
  /// The state before the step, or the scoped state that the closure asserts.
  let before: Any
  /// The change that the step made, or `nil` if it made none.
  let change: Difference?
  /// The later step after which the state is as expected, if there is one.
  var later: Later?

  /// A received action after which the mismatched fields have their expected values.
  struct Later {
    let action: Action
    /// Whether the closure itself holds after that action.
    let holdsClosure: Bool
    /// Whether the fields still have these values once all effects are idle, which is when `assert` compares.
    let lasts: Bool
    /// The fields; empty for the whole state.
    let fields: [FieldPath]
    /// The code that asserts these fields.
    let code: [String]
  }
}

extension StepContext {
  init(before: Any, after: Any) {
    self.init(before: before, change: Difference.between(before, after))
  }

  /// The field that the step changed instead of an expected one: the same field of another element.
  ///
  /// - Parameter isWrong: Whether a changed field may have an unexpected value.
  func changedInstead(
    of mismatch: FieldMismatch, where isWrong: (FieldPath) -> Bool
  ) -> FieldPath? {
    guard let old = mismatch.path.value(in: before), areEqual(old, mismatch.actual) else {
      return nil
    }
    let wanted = mismatch.path.components
    return change?.fieldChanges.first { change in
      let components = change.path.components
      return components.count == wanted.count && isWrong(change.path)
        && areEqual(change.new, mismatch.expected)
        && zip(components, wanted).allSatisfy { $0 == $1 || $0.isElement && $1.isElement }
    }?.path
  }

  /// The elements that the step added to a collection in which the closure expects other elements.
  func added(besides mismatch: FieldMismatch) -> [String] {
    guard let old = mismatch.path.value(in: before), mismatch.difference?.isOfNewStack != true
    else { return [] }
    let (known, wanted) = (Set(Self.keys(of: old)), Set(Self.keys(of: mismatch.expected)))
    let actual = Self.keys(of: mismatch.actual)
    guard !wanted.subtracting(actual).isEmpty else { return [] }
    return actual.filter { !known.contains($0) && wanted.contains($0) }.map { key in
      guard case .list(let list) = ValueStructure(of: mismatch.actual),
        let offset = list.offset(ofID: key)
      else { return String(dumpingOnOneLine: key.base) }
      return "\(list.component(at: offset)): \(String(dumpingOnOneLine: list.element(at: offset)))"
    }
  }

  /// The IDs of a collection's elements, or the members of a set. Empty for an array, because a closure that appends to
  /// an array is compared as a change.
  private static func keys(of collection: Any) -> [AnyHashable] {
    switch ValueStructure(of: collection) {
    case .list(let list) where list.elementAccess != .byPosition:
      (0..<list.elementCount).compactMap { list.elementID(at: $0) }
    case .keyed(let elements) where type(of: elements).isSet:
      elements.boxedValues.sortedByKey.map(\.key)
    default: []
    }
  }
}

extension FieldPath.Component {
  /// Whether the field's path names one of several elements.
  fileprivate var isElement: Bool {
    switch self {
    case .index, .id, .key: true
    case .field, .payload, .wrapped: false
    }
  }
}

extension FieldMismatch {
  var difference: Difference? { Difference.between(expected, actual) }
}
