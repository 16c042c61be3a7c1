import Core
import FocusedTestStore
import ReducerDebugging

/// The name of an action in the ledger: a feature and a case. It is the same whether the feature is tested alone or
/// inside its parents.
///
/// The feature is the one that declares the innermost enum named `Action`. So an app's action `.path(.element(id: 3,
/// action: .saved))` has the same name as the screen's own action `.saved`. The name also includes nested cases that
/// describe an event: the cases of an enum inside an `Action`, or of an enum named after its case (`delegate.saved`),
/// and the cases of another action type (`path.popFrom`) and of a `Result` (`loaded.failure`). Cases of other payloads
/// are values. Without an enum named `Action`, the outermost type is the feature, and all cases count.
package struct ActionKey: Hashable, Sendable {
  /// The module that declares the feature. Empty if it is not known.
  package let module: String
  package let feature: String
  package let name: String

  package init(module: String = "", feature: String, name: String) {
    self.module = module
    self.feature = feature
    self.name = name
  }

  package init(of action: Any) {
    let path = ActionPath(of: action)
    var cases = path.cases.map { (type: KnownType.of($0.type), name: $0.name) }
    if let binding = path.payload as? any BindingOfField {
      cases.append((KnownType.of(Swift.type(of: binding)), binding.fieldInKey))
    }
    let innermost = cases.lastIndex { $0.type.featureOfAction != nil }
    let start = innermost ?? 0
    var names: [String] = []
    for (index, step) in cases.enumerated().dropFirst(start) {
      let isPart =
        index == start || step.type.namesEvents
        || index == start + 1 && step.type.innermostName.isCapitalization(of: cases[start].name)
      guard isPart else { break }
      names.append(step.name)
    }
    let type = KnownType.of(Swift.type(of: action))
    self.init(
      module: (innermost.map { cases[$0].type } ?? type).module,
      feature: innermost.flatMap { cases[$0].type.featureOfAction } ?? type.name,
      // An action without cases, such as a number, is named by its type, because it could have any
      // value.
      name: names.isEmpty ? type.innermostName : names.joined(separator: "."))
  }

  /// The name of the action in a behavior of a feature: the case alone if the feature declares the action.
  package func name(in feature: String) -> String {
    feature == self.feature ? name : "\(self.feature).\(name)"
  }
}

/// An action that sets one field. Each field is a separate behavior.
protocol BindingOfField {
  var fieldInKey: String { get }
}

extension BindingAction: BindingOfField {
  /// `name` for `\.name`. A computed property prints its address, which differs between processes.
  var fieldInKey: String {
    String(fieldName.drop { $0 == "\\" || $0 == "." })
      .replacing(#/<computed 0x[0-9a-f]+ /#, with: "<computed ")
  }
}

extension String {
  /// Whether the string equals another one with its first letter capitalized.
  fileprivate func isCapitalization(of other: String) -> Bool {
    first?.isUppercase == true && dropFirst() == other.dropFirst()
      && first?.lowercased() == other.first.map { String($0) }
  }
}

/// Whether the innermost action removes a child, at any depth.
func removesChild(_ action: Any) -> Bool {
  ActionPath(of: action).cases.contains { ($0.value as? any RemovingChild)?.removesChild == true }
}

/// An action by which a parent removes a child.
private protocol RemovingChild {
  var removesChild: Bool { get }
}

extension PresentationAction: RemovingChild {
  fileprivate var removesChild: Bool { if case .dismiss = self { true } else { false } }
}

extension StackAction: RemovingChild {
  fileprivate var removesChild: Bool { if case .popFrom = self { true } else { false } }
}
