/// The messages of issues about case paths.
enum CasePathMessages {
  static let nowhere = "the case path does not store its argument where reflection can find it"

  static func reason(_ obstacle: CaseObstacle) -> String {
    switch obstacle {
    case .closed(let type):
      "\(type) has no reflection metadata, or a mirror of its own"
    case .uncopyable(let type):
      "its payload of type \(type) is stored in a form that reflection cannot read"
    }
  }

  /// - Parameter name: The name of the case, if the case path has determined it.
  static func notInCase<Root>(_ root: Root, named name: String?, value: Any.Type) -> String {
    """
    Expected \(name ?? "the case that holds \(TypeName.of(value))") to change what it holds, but \
    the value is \(Spelling.caseName(root)).
    Nothing was changed.

    Look at the case first: `is` says whether a value is in it.
    """
  }

  static func unreadable<Root, Value>(
    _: Root.Type, _: Value.Type, _ obstacle: CaseObstacle
  ) -> String {
    """
    Expected to look for a value of type \(Value.self) in a value of type \(Root.self), but reflection \
    cannot: \(reason(obstacle)).
    It counts as not found, whether it is there or not.

    Say how to find it: CasePath(embed: { … }, extract: { if case … = $0 { … } else { nil } })
    """
  }
}
