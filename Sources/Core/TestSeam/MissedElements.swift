/// A write of an assert closure to a missing element or presented state.
package struct MissedMutation: Sendable {
  /// `the Row.State with the id 7`
  package let subject: String
  /// The elements that exist instead.
  package let context: String
  fileprivate let id = Identity()
}

/// The missing elements to which a running assert closure wrote, and the elements that it removed by ID.
///
/// The collection itself contains them, so that a removal excuses only writes to the same collection, not to another
/// collection with equal elements. They don't affect the equality of collections.
struct MissedElements<ID: Hashable>: Hashable {
  fileprivate enum Note: Sendable {
    case missed(MissedMutation)
    case removed
  }

  private var notes: [ID: Note] = [:]

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}

  /// Reports a write to a missing element.
  mutating func noteMiss<Element>(of _: Element.Type, id: ID, among ids: some Collection) {
    noteMiss(of: id) {
      let list = ids.prefix(8).map { SourceRendering.element($0) }.joined(separator: ", ")
      return MissedMutation(
        subject: "the \(TypeName.of(Element.self)) with the id \(SourceRendering.element(id))",
        context: ids.isEmpty
          ? " There are no others."
          : " Those that are there: \(list)\(ids.count > 8 ? ", …" : "")")
    }
  }

  /// Records the removal of an element by its ID. The removal excuses writes to the missing element, including earlier
  /// ones.
  mutating func noteRemoval(of id: ID) {
    guard AssertionContext.isAfterStep != nil else { return }
    if case .missed(let mutation) = notes.updateValue(.removed, forKey: id) {
      AssertionContext.current?.note { $0.missed.removeAll { $0.id === mutation.id } }
    }
  }

  fileprivate mutating func noteMiss(of id: ID, _ describe: () -> MissedMutation) {
    guard AssertionContext.isAfterStep != nil, notes[id] == nil else { return }
    let mutation = describe()
    notes[id] = .missed(mutation)
    AssertionContext.current?.note { $0.missed.append(mutation) }
  }
}

extension MissedElements: Sendable where ID: Sendable {}

/// The only element that a presented state has.
enum PresentedElement: Hashable { case presented }

extension MissedElements<PresentedElement> {
  /// Reports a write to a missing presented state.
  mutating func noteMiss<State>(ofPresented _: State.Type) {
    noteMiss(of: .presented) {
      MissedMutation(subject: "the \(TypeName.of(State.self)) that is presented", context: "")
    }
  }

  /// Reports the removal of a presented state.
  mutating func noteRemoval() { noteRemoval(of: .presented) }
}
