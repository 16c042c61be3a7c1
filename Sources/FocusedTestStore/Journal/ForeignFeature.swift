import Core
import ReducerDebugging

/// The interface of another library, with which a store checks the state of that library's features.
///
/// Such a state can contain references, for example TCA's `@Shared`. Their values belong to each step, as fields do. So the
/// store compares a state together with the values behind its references.
@_spi(FocusedTCA) public protocol ForeignFeature<State>: AnyObject {
  associatedtype State

  /// Runs an assert closure with the library's dependencies. Writes to references don't reach the feature.
  ///
  /// - Parameter step: The step that the closure asserts. `nil` in `assert`.
  func run(isExhaustive: Bool, for step: Int?, _ closure: () throws -> Void) throws

  /// Whether values behind references have changed since the store was created.
  var hasReferenceChanges: Bool { get }

  /// Whether the reduction of the step has written to a reference, also if the value stayed the same.
  func wroteReferences(in step: Int) -> Bool

  /// Whether a closure has written to a reference since the last call of this method.
  func takeWrites() -> Bool

  /// The values behind the references in a state.
  func references(in state: State, at moment: ForeignMoment) -> [ForeignReference]

  /// Replaces the value that the latest step has left behind a reference, as if its reduction had set it.
  func replaceValue(behind reference: ForeignReference, by value: Any)

  /// Applies a closure to a state whose references have these values. Returns the values that the closure leaves.
  func apply(
    _ update: (inout State) throws -> Void, to state: inout State,
    with references: [ForeignReference]
  ) throws -> [ForeignReference]

  /// An assertion has covered the changes that effects made after the step, outside of reducers.
  func didAssertChanges(after step: Int)

  /// An assertion of the step has covered all changes since, also those of later steps.
  func didAssertAllChanges(since step: Int)

  /// The innermost case of an action, if the library's tests can name it by a key path.
  func casePath(of action: Any) -> ForeignCasePath?

  /// `finish` is about to wait for the effects.
  func willFinish()

  /// The store is about to report what is unfinished or unasserted.
  func willEnd(isExhaustive: Bool)
}

/// A point in the test at which references are compared.
@_spi(FocusedTCA) public enum ForeignMoment {
  case before(step: Int)
  case after(step: Int)
  /// Right before the next step, or now: includes what effects have changed outside of reducers.
  case idle(step: Int)
  /// Now: includes what later steps have changed.
  case latest
}

/// The value behind a reference in a state.
@_spi(FocusedTCA) public struct ForeignReference {
  /// The place of the reference in the state.
  public let place: ForeignPlace
  /// The reference itself, for the library.
  public let reference: Any
  public var value: Any

  public init(at place: ForeignPlace, reference: Any, value: Any) {
    self.place = place
    self.reference = reference
    self.value = value
  }
}

/// The place of a part in a state. Its description is code: `rows[id: 3].$title` without the `$`.
@_spi(FocusedTCA) public struct ForeignPlace: CustomStringConvertible {
  package let path: FieldPath

  public var description: String { path.description }
}

/// A change of a value behind a reference, by the reduction of the step.
package struct ForeignChange {
  package let reference: ForeignReference
  package let old: Any

  package var path: FieldPath { reference.place.path }
  package var new: Any { reference.value }
}

extension ForeignFeature {
  /// The changes of values behind the references in a state that the step has left.
  package func changes(inStep step: Int, of state: State) -> [ForeignChange] {
    guard wroteReferences(in: step) else { return [] }
    let old = references(in: state, at: .idle(step: step - 1))
    return zip(old, references(in: state, at: .after(step: step)))
      .filter { !areEqual($0.value, $1.value) }
      .map { ForeignChange(reference: $1, old: $0.value) }
  }
}
