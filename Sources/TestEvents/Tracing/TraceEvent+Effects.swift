// The events that `focus show` draws. The writer shortens their texts. `focus split` reads only the starts and ends of
// effects.

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
  package var file: String
  package var line: Int

  package init(id: TracedEffectID, step: Int, name: String?, file: String, line: Int) {
    self.id = id
    self.step = step
    self.name = name
    self.file = file
    self.line = line
  }
}

/// A wait of an effect that only the test can end, or the end of such a wait. Other waits aren't traced.
package struct TracedWait: Hashable, Sendable, Codable {
  package enum Cause: String, Hashable, Sendable, Codable { case clock, stub, own }

  package var id: TracedEffectID
  package var cause: Cause
  /// The event that the effect waits for. Absent at the end of the wait.
  package var text: String?
  /// The time on the clock that ends the wait for a clock.
  package var until: String?

  package init(id: TracedEffectID, cause: Cause, text: String?, until: String? = nil) {
    self.id = id
    self.cause = cause
    self.text = text
    self.until = until
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

/// A call of a stub.
package struct TracedStubCall: Hashable, Sendable, Codable {
  /// The calling effect, if its store is traced.
  package var id: TracedEffectID?
  package var stub: String
  /// The arguments; absent if there are none.
  package var input: String?
  /// Whether a rule of the stub answers at once.
  package var hasRule: Bool

  package init(id: TracedEffectID?, stub: String, input: String?, hasRule: Bool) {
    self.id = id
    self.stub = stub
    self.input = input
    self.hasRule = hasRule
  }
}

/// A move of a clock.
package struct TracedClock: Hashable, Sendable, Codable {
  package var from: String
  /// `nil` if the clock advances until no task sleeps.
  package var to: String?

  package init(from: String, to: String?) {
    self.from = from
    self.to = to
  }
}

/// An issue or a note that a test reported.
package struct TracedIssue: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable { case failure, known, note }

  package var kind: Kind
  package var message: String
  package var file: String?
  package var line: Int?

  package init(kind: Kind, message: String, file: String?, line: Int?) {
    self.kind = kind
    self.message = message
    self.file = file
    self.line = line
  }
}

/// The start of a run of a test under a schedule.
package struct TracedRun: Hashable, Sendable, Codable {
  package enum Role: String, Hashable, Sendable, Codable {
    /// The run has the same order as a test without schedules.
    case usual
    /// The run is one of those that the search tries.
    case tried
    /// The run is reported as failing, or as passing with the smallest difference.
    case failing, passing
    /// The run follows a replay string.
    case replayed
    /// The run takes the steps of the action sequence that an exploration reports.
    case script
    /// Later events belong to no run.
    case over
  }

  package var role: Role

  package init(role: Role) { self.role = role }
}
