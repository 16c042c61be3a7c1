import Core
import FocusedTestStore
import ReducerDebugging

/// The facts about a type that the ledger needs: whether it is the `Action` or `State` of a feature, and the name of
/// that feature.
///
/// The runtime returns names as text, which takes microseconds, so each type is read once per process.
struct KnownType: Sendable {
  /// The type's name as source writes it, without its module: `Profile.Action`.
  let name: String
  /// The module that declares the type.
  let module: String
  /// The feature whose actions the type is: `Profile` for `Profile.Action`.
  let featureOfAction: String?
  /// The feature whose state the type is: `Profile` for `Profile.State`.
  let featureOfState: String?
  /// Whether the cases of an enum describe events rather than values, in each action that has the enum as its payload.
  let namesEvents: Bool
  /// The innermost name without generic arguments: `Delegate` for `Profile.Delegate`.
  let innermostName: String

  private static let known = Lock<[ObjectIdentifier: KnownType]>([:])

  static func of(_ type: Any.Type) -> KnownType {
    let id = ObjectIdentifier(type)
    if let type = known.withLock({ $0[id] }) { return type }
    let new = KnownType(type)
    known.withLock { $0[id] = new }
    return new
  }

  private init(_ type: Any.Type) {
    name = TypeName.of(type)
    // A type that no other one contains belongs to the module.
    // `(extension in App):Models.Profile.Action` belongs to the module of the extension.
    let fullName = String(reflecting: type).trimmingPrefix("(extension in ")
    module = String(fullName.prefix { $0 != "." && $0 != ")" })
    featureOfAction = Self.container(of: name, named: "Action", module: module)
    featureOfState = Self.container(of: name, named: "State", module: module)
    innermostName = Self.innermost(of: name)
    namesEvents =
      innermostName.hasSuffix("Action") || name.contains("Action.") || innermostName == "Result"
  }

  /// The last name outside generic arguments, such as `Delegate` of `Form<Row.ID>.Delegate`.
  private static func innermost(of name: String) -> String {
    var depth = 0
    var last = ""
    for character in name {
      switch character {
      case "<": depth += 1
      case ">": depth -= 1
      case "." where depth == 0: last = ""
      default: if depth == 0 { last.append(character) }
      }
    }
    return last.isEmpty ? name : last
  }

  private static func container(of name: String, named suffix: String, module: String) -> String? {
    if name == suffix { return module }
    return name.hasSuffix("." + suffix) ? String(name.dropLast(suffix.count + 1)) : nil
  }
}
