import Core
import ReducerDebugging

/// A part of a store's state, and the actions that belong to it.
///
/// It does not know the store, which knows it to the end.
final class ScopedPart<Root, RootAction, State, Action>: StorePart {
  let path: PartPath<Root, State>
  let action: CasePath<RootAction, Action>
  let callSite: CallSite
  private(set) lazy var source = PartSource(at: callSite, in: outer?.source)
  private(set) var absence: PartAbsence?
  /// The part that it is a part of, and the name of the case that wraps its actions there.
  private let outer: (any StorePart<Root, RootAction>)?
  private let caseName: () -> String?
  private var knownField: FieldPath?
  private let comparison = StateComparison<State>()

  init(
    _ path: PartPath<Root, State>, _ action: CasePath<RootAction, Action>,
    caseName: @escaping () -> String?, of outer: (any StorePart<Root, RootAction>)? = nil,
    in root: Root, at callSite: CallSite
  ) {
    self.path = path
    self.action = action
    self.callSite = callSite
    self.outer = outer
    self.caseName = caseName
    absence = path.isLikely?(root) == false ? .sinceScope : nil
  }

  var type: Any.Type { State.self }
  var unsupportedReason: String? { path.unsupportedReason() }

  func watch(_ root: Root, step: Int, sentAt callSite: CallSite?) {
    guard let isLikely = path.isLikely else { return }
    if isLikely(root) {
      absence = nil
    } else if absence == nil {
      absence = .sinceStep(step, sentAt: callSite)
    }
  }

  func value(in root: Root) -> Any? { path.find(root).map { $0 as Any } }

  func isSame(in lhs: Root, _ rhs: Root) -> Bool {
    guard let lhs = path.find(lhs), let rhs = path.find(rhs) else { return false }
    return comparison.areEqual(lhs, rhs)
  }

  func holdsDifference(_ old: Root, _ new: Root) -> Bool {
    guard let part = path.find(old) else { return false }
    var copy = new
    guard (try? path.modify(&copy) { $0 = part }) == true else { return false }
    return areEqual(copy, old)
  }

  /// Values tell where the part is. Parts with equal values are told apart by the names in the source.
  func field(in root: Root) -> FieldPath? {
    guard let value = path.find(root) else { return knownField }
    func isPart(_ other: Any) -> Bool {
      Swift.type(of: other) == State.self && areEqual(other, value)
    }
    if let known = knownField?.value(in: root), isPart(known) { return knownField }
    var fields = FieldPath.paths(in: root, where: isPart)
    if fields.count > 1 { fields = fields.filter { $0.leads(through: source.fields) } }
    knownField = fields.count == 1 ? fields[0] : nil
    return knownField
  }

  func call(
    _ action: RootAction, isSent: Bool, on receiver: String,
    assigning statements: [AssertionCode.Statement]
  ) -> [String]? {
    self.action.find(in: action).map {
      AssertionCode.call($0, isSent: isSent, on: receiver, assigning: statements)
    }
  }

  /// What a closure of the part does to the whole state.
  ///
  /// It throws ``PartIsMissing`` for a state without the part.
  func lifted(_ update: ((inout State) throws -> Void)?) -> ((inout Root) throws -> Void)? {
    guard let update else { return nil }
    return { [path] root in
      if try !path.modify(&root, update) { throw PartIsMissing() }
    }
  }

  func lifted(_ expectation: ActionExpectation<Action>) -> ActionExpectation<RootAction> {
    expectation.lifted(by: action) { [self] name, values in
      // A case path knows its case once it has found a value.
      _ = values.first { ($0 as? RootAction).flatMap(action.find) != nil }
      return spelled(name)
    }
  }

  func spelled(_ name: String) -> String {
    let spelled =
      if let source = source.action {
        source.replacing("$0", with: name)
      } else if let caseName = caseName(), !caseName.contains("_") {
        caseName.replacing(/\)*$/, maxReplacements: 1) { "(\(name))\($0.0)" }
      } else {
        name
      }
    return outer?.spelled(spelled) ?? spelled
  }
}

extension FieldPath {
  /// Whether fields or cases of these names are on the path, in this order.
  fileprivate func leads(through names: [String]) -> Bool {
    var rest = names[...]
    for component in components {
      switch component {
      case .field(let name), .payload(let name, part: _):
        if name == rest.first { rest = rest.dropFirst() }
      default: break
      }
    }
    return rest.isEmpty
  }
}
