/// The notes of a running assert closure about a collection.
///
/// The collection itself contains them, so that a removal excuses only writes to the same collection, not to another
/// collection with equal elements. They don't affect the equality of collections.
struct AssertionNotes<ID: Hashable> {
  fileprivate enum Absence: Sendable {
    case missed(MissedMutation)
    case removed
  }

  /// The elements that the closure added to an identified array although they were already present.
  var restatements: [ID: Restatement] = [:]
  /// The missing elements to which the closure wrote, and the elements that it removed by ID.
  fileprivate var absences: [ID: Absence] = [:]
}

extension AssertionNotes: Sendable where ID: Sendable {}

/// The identity of a collection, which can contain notes. They are in an indirect case, so that they take no memory in an
/// app, except for a reference in an identified array.
protocol NotableIdentity<ID> {
  associatedtype ID: Hashable

  static func noted(_ plain: Self, _ notes: AssertionNotes<ID>) -> Self

  /// The identity without its notes, and the notes, if there are any.
  var parts: (plain: Self, notes: AssertionNotes<ID>?) { get }
}

extension NotableIdentity {
  /// The identity without its notes.
  var plain: Self {
    get { parts.plain }
    set { self = parts.notes.map { .noted(newValue, $0) } ?? newValue }
  }

  var notes: AssertionNotes<ID> {
    get { parts.notes ?? AssertionNotes() }
    _modify {
      var notes = notes
      let plain = plain
      // The identity releases the notes, so that they change in place.
      self = plain
      defer { self = .noted(plain, notes) }
      yield &notes
    }
  }

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
    if case .missed(let mutation) = notes.absences.updateValue(.removed, forKey: id) {
      AssertionContext.current?.note { $0.missed.removeAll { $0.id === mutation.id } }
    }
  }

  fileprivate mutating func noteMiss(of id: ID, _ describe: () -> MissedMutation) {
    guard AssertionContext.isAfterStep != nil, notes.absences[id] == nil else { return }
    let mutation = describe()
    notes.absences[id] = .missed(mutation)
    AssertionContext.current?.note { $0.missed.append(mutation) }
  }
}

/// The only element that a presented state has.
enum PresentedElement: Hashable { case presented }

extension NotableIdentity<PresentedElement> {
  /// Reports a write to a missing presented state.
  mutating func noteMiss<State>(ofPresented _: State.Type) {
    noteMiss(of: .presented) {
      MissedMutation(subject: "the \(TypeName.of(State.self)) that is presented", context: "")
    }
  }

  /// Reports the removal of a presented state.
  mutating func noteRemoval() { noteRemoval(of: .presented) }
}
