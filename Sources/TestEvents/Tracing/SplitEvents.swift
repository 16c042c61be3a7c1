// Everything in this file serves `focus split`, and nothing else reads it.

/// An event of a traced test, in the order of the events.
package enum TraceEvent: Hashable, Sendable, Codable {
  case store(TracedStore)
  case call(TracedCall)
  case answer(TracedAnswer)
  case step(TracedStep)
  case outcome(TracedOutcome)
  case assertion(TracedAssertion)
  case effect(TracedEffect)
  case end(TracedEnd)

  /// The store of the event. `nil` for a call, and for an answer of a stub.
  package var store: Int? {
    switch self {
    case .store(let store): store.store
    case .call, .answer: nil
    case .step(let step): step.store
    case .outcome(let outcome): outcome.store
    case .assertion(let assertion): assertion.store
    case .effect(let effect): effect.id.store
    case .end(let end): end.id.store
    }
  }
}

/// A store that was created.
package struct TracedStore: Hashable, Sendable, Codable {
  /// The store's number.
  package var store: Int
  package var file: String
  package var line: Int
  /// The types of the state and the actions in source code: `Profile.State`.
  package var stateType: String
  package var actionType: String
  /// The type of the reducer, which may wrap the feature's reducer.
  package var reducerType: String?
  /// The test that created the store, if its framework reports the test.
  package var test: String?

  package init(
    store: Int, file: String, line: Int, stateType: String, actionType: String,
    reducerType: String? = nil, test: String? = nil
  ) {
    self.store = store
    self.file = file
    self.line = line
    self.stateType = stateType
    self.actionType = actionType
    self.reducerType = reducerType
    self.test = test
  }
}

/// The start of a call of a store, a clock, or a stub.
package struct TracedCall: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    case send, receive, assert, assertNotReceived, finish, settle
    case skipReceivedActions, skipInFlightEffects
    /// A clock was moved.
    case advance
    /// A stub's call was answered.
    case answer

    package var isOfStore: Bool { self != .advance && self != .answer }
  }

  package var kind: Kind
  package var file: String
  package var line: Int

  package init(kind: Kind, file: String, line: Int) {
    self.kind = kind
    self.file = file
    self.line = line
  }
}

/// An answer of a stub to the call of an effect.
package struct TracedAnswer: Hashable, Sendable, Codable {
  /// The step that started the effect whose call was answered.
  package var step: Int

  package init(step: Int) { self.step = step }
}

/// An action that was reduced.
package struct TracedStep: Hashable, Sendable, Codable {
  package var store: Int
  /// The number of the step in its store's history.
  package var step: Int
  /// The step whose effect sent the action; absent if the test sent it.
  package var cause: Int?
  package var feature: String
  package var action: String
  /// The action as the outcome of its cause.
  package var sent: Behavior?
  package var changes: [TracedChange]
  /// The state before an action that the test sent, one entry per field. `nil` if source code can't
  /// express it.
  package var before: [TracedField]?
  /// The arguments with which a `receive` can expect an effect's action, the most specific one first. `nil` for an
  /// action that the test sent.
  package var expectations: [String]?

  package init(
    store: Int, step: Int, feature: String, action: String, changes: [TracedChange] = []
  ) {
    self.store = store
    self.step = step
    self.feature = feature
    self.action = action
    self.changes = changes
  }
}

/// A field that a traced step changed.
package struct TracedChange: Hashable, Sendable, Codable {
  package var behavior: Behavior
  /// The path to the field.
  package var path: [Part]
  /// The assignment that makes the change, such as `$0.age = 40`. `nil` if source code can't
  /// express it.
  package var assignment: String?
  /// The assignment to the payload of the innermost case on the path. Absent if there is no case, or source code can't
  /// express it.
  package var inCase: InCase?
  /// The field, and its values before and after, as texts.
  package var shown: TimelineRow.Change?

  /// A field of the payload of a case.
  package struct InCase: Hashable, Sendable, Codable {
    /// The number of path components that lead to the payload.
    package var depth: Int
    /// An assignment such as `$0.age = 40`, where `$0` is the payload.
    package var assignment: String

    package init(depth: Int, assignment: String) {
      self.depth = depth
      self.assignment = assignment
    }
  }

  /// A component of the path to a field.
  package struct Part: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
      /// A property, by its name.
      case field
      /// An element, as source code writes it between brackets: `0`, `id: 3`.
      case element
      case payload
    }

    package var kind: Kind
    package var name: String
    /// The label of one value of a payload.
    package var label: String?

    package init(_ kind: Kind, _ name: String, label: String? = nil) {
      self.kind = kind
      self.name = name
      self.label = label
    }
  }

  package init(
    behavior: Behavior, path: [Part], assignment: String? = nil, inCase: InCase? = nil,
    shown: TimelineRow.Change? = nil
  ) {
    self.behavior = behavior
    self.path = path
    self.assignment = assignment
    self.inCase = inCase
    self.shown = shown
  }
}

/// A field of a state, as an argument of its initializer.
package struct TracedField: Hashable, Sendable, Codable {
  /// The argument's label. It is empty if the whole state is rendered: a case of an enum.
  package var name: String
  /// The value in source code; absent if source code can't express it.
  package var value: String?

  package init(name: String, value: String?) {
    self.name = name
    self.value = value
  }
}

/// An outcome of a step other than changed fields and sent actions: an effect was started or cancelled, or the feature
/// dismissed itself.
package struct TracedOutcome: Hashable, Sendable, Codable {
  package var store: Int
  package var step: Int
  package var behavior: Behavior

  package init(store: Int, step: Int, behavior: Behavior) {
    self.store = store
    self.step = step
    self.behavior = behavior
  }
}

/// An assertion that passed.
package struct TracedAssertion: Hashable, Sendable, Codable {
  package var store: Int
  /// The asserted step; absent for the end of effects.
  package var step: Int?
  /// The line of the call; absent for the end of the store.
  package var file: String?
  package var line: Int?
  /// Whether the whole state was compared, as ``Exhaustivity/on`` does.
  package var isInFull: Bool
  package var behaviors: [Behavior]

  package init(
    store: Int, step: Int? = nil, file: String? = nil, line: Int? = nil, isInFull: Bool = false,
    behaviors: [Behavior]
  ) {
    self.store = store
    self.step = step
    self.file = file
    self.line = line
    self.isInFull = isInFull
    self.behaviors = behaviors
  }
}

/// An effect, by its number in its store.
package struct TracedEffectID: Hashable, Sendable, Codable {
  package var store: Int
  package var effect: Int

  package init(store: Int, effect: Int) {
    self.store = store
    self.effect = effect
  }
}

/// An effect that started.
package struct TracedEffect: Hashable, Sendable, Codable {
  package var id: TracedEffectID
  /// The step whose reduction returned the effect.
  package var step: Int
  /// The name that the feature gave to the effect, or to the ID that cancels it.
  package var name: String?

  package init(id: TracedEffectID, step: Int, name: String?) {
    self.id = id
    self.step = step
    self.name = name
  }
}

/// The end of an effect, or of its store while the effect was in flight.
package struct TracedEnd: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    case ended, cancelled
    /// The test ended while the effect was in flight.
    case inFlight
  }

  package var id: TracedEffectID
  package var kind: Kind
  /// The step that cancelled the effect. `nil` if no step did.
  package var step: Int?

  package init(id: TracedEffectID, kind: Kind, step: Int? = nil) {
    self.id = id
    self.kind = kind
    self.step = step
  }
}
