import Core

/// The difference of two values: a tree that follows the structure of both values down to the changes.
///
/// Diffs, lists of changed fields, and assignments all render this tree, so they agree on the differences.
package struct Difference {
  package let old: Any
  package let new: Any
  package let cause: Cause

  /// The parts that account for a difference.
  package indirect enum Cause {
    /// Nothing smaller than the values themselves.
    case whole
    /// The wrapped values of both optionals.
    case wrapped(Difference)
    /// Some of the fields of a record, a payload or a tuple. Fields without a difference are
    /// unchanged.
    case fields(
      of: ValueStructure.Composite, [(field: ValueStructure.Field, difference: Difference?)])
    case elements(Elements)
    /// Some of the values of a dictionary, or of the members of a set.
    case entries([(key: AnyHashable, change: Change)], unchanged: Int, isSet: Bool)
  }

  package enum Change {
    case removed(Any)
    case added(Any)
    case changed(Difference)
  }

  package struct Elements {
    package let lists: ListPair
    /// The steps for the elements between the common start and the common end.
    package let steps: [ElementStep]

    /// Whether every element has kept its position.
    var areInPlace: Bool {
      lists.old.elementCount == lists.new.elementCount
        && steps.allSatisfy { step in
          guard case .matched(let i, let j, _) = step else { return false }
          return i == j && lists.old.elementID(at: i) == lists.new.elementID(at: j)
        }
    }
  }

  /// The cost limit of a failure message.
  package static let costLimit = 100_000

  /// The difference of two values, or `nil` if they are equal.
  ///
  /// Values are equal if their `==` returns `true`. A NaN is equal to itself.
  ///
  /// - Parameter costLimit: The maximum number of records, payloads, and tuples whose fields are compared. Values beyond
  ///   the limit are compared as a whole.
  package static func between(
    _ old: Any, _ new: Any, costLimit: Int = Difference.costLimit
  ) -> Difference? {
    var comparison = Comparison(costLimit: costLimit)
    return comparison.difference(old, new)
  }

  package init(old: Any, new: Any, cause: Cause) {
    self.old = old
    self.new = new
    self.cause = cause
  }

  package static func whole(_ old: Any, _ new: Any) -> Difference {
    Difference(old: old, new: new, cause: .whole)
  }
}
