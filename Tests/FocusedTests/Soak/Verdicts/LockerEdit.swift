import FocusedTestStore

/// A mutation of a locker: on the state itself, and on its model.
struct LockerEdit {
  let source: String
  /// Whether the edit accesses an element by its position, which another state may lack.
  var namesPosition: Bool {
    ["swapAt(", "move(", "remove(at:", "insert(", "[0]", "[1]", "[2]", "[3]"].contains {
      source.contains($0)
    }
  }
  let change: @Sendable (inout Locker.State) -> Void
  let model: @Sendable (inout LockerReading) throws -> Void
}

extension LockerEdit {
  init(
    _ source: String, _ change: @escaping @Sendable (inout Locker.State) -> Void,
    model: @escaping @Sendable (inout LockerReading) throws -> Void
  ) {
    self.init(source: source, change: change, model: model)
  }

  /// A mutation of fields that have the same standard library type in the state and in its model.
  static func plain<Value>(
    _ source: String, _ field: any WritableKeyPath<Locker.State, Value> & Sendable,
    _ modelField: any WritableKeyPath<LockerModel, Value> & Sendable,
    requires isPossible: @escaping @Sendable (Value) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> LockerEdit {
    LockerEdit("$0\(source)") {
      change(&$0[keyPath: field])
    } model: {
      try $0.require(isPossible($0.model[keyPath: modelField]))
      change(&$0.model[keyPath: modelField])
    }
  }
}

/// A collection of a locker, which has an array as its model.
struct LockerCollection<Collection> {
  let name: String
  let field: any WritableKeyPath<Locker.State, Collection> & Sendable
  let modelField: any WritableKeyPath<LockerModel, [Locker.Item]> & Sendable

  /// A mutation of the collection.
  func edit(
    _ source: String, _ change: @escaping @Sendable (inout Collection) -> Void,
    model: @escaping @Sendable (inout LockerReading) throws -> Void
  ) -> LockerEdit {
    LockerEdit(
      "$0.\(name)\(source)", { [field] in change(&$0[keyPath: field]) }, model: model)
  }

  /// A mutation that an array has as well.
  func arrayEdit(
    _ source: String,
    requires isPossible: @escaping @Sendable ([Locker.Item]) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout Collection) -> Void,
    model: @escaping @Sendable (inout [Locker.Item]) -> Void
  ) -> LockerEdit {
    edit(source, change) { [modelField] in
      try $0.require(isPossible($0.model[keyPath: modelField]))
      model(&$0.model[keyPath: modelField])
    }
  }
}
