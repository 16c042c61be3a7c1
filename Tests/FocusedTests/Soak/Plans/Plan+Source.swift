import Core

/// Plans as the Swift that they stand for, to be read in a failure.
extension Plan {
  var source: String {
    var lines = ["// the parent"]
    lines += tree.flatMap(\.lines)
    for place in leaves.keys.sorted(by: { "\($0)" < "\($1)" }) {
      let reactions = leaves[place, default: []]
      lines += ["// the child: \(place)"] + reactions.flatMap(\.lines)
    }
    return lines.joined(separator: "\n")
  }
}

extension Reaction {
  fileprivate var lines: [String] {
    guard !changes.isEmpty || effect != .none else { return [] }
    return ["case \(action.source):"] + changes.map { "  \($0.source)" }
      + ["  return \(effect.source)"]
  }
}

private func letter(_ step: Int) -> String {
  ".\(Character(UnicodeScalar(UInt8(97 + step))))"
}

extension Leaf.Action {
  var source: String {
    switch self {
    case .step(let step): letter(step)
    }
  }
}

extension Tree.Action {
  var source: String {
    switch self {
    case .step(let step): letter(step)
    case .loaded(let value): ".loaded(\(value))"
    case .failed: ".failed"
    case .scoped(let action): ".scoped(\(action.source))"
    case .optional(let action): ".optional(\(action.source))"
    case .rows(.element(let id, let action)):
      ".rows(.element(id: \(id), action: \(action.source)))"
    case .sheet(.presented(let action)): ".sheet(.presented(\(action.source)))"
    case .sheet(.dismiss): ".sheet(.dismiss)"
    case .path(.element(let id, let action)):
      ".path(.element(id: \(id.source), action: \(action.source)))"
    case .path(.push(let id, _)): ".path(.push(id: \(id.source), state: Leaf.State()))"
    case .path(.popFrom(let id)): ".path(.popFrom(id: \(id.source)))"
    }
  }
}

extension StackElementID {
  fileprivate var source: String { String("\(self)".drop { $0 == "#" }) }
}

extension Leaf.Change {
  var source: String {
    switch self {
    case .count(let amount): "state.count += \(amount)"
    }
  }
}

extension Tree.Change {
  var source: String {
    switch self {
    case .count(let amount): "state.count += \(amount)"
    case .name(let name): "state.name = \"\(name)\""
    case .append(let value): "state.values.append(\(value))"
    case .removeLast: "_ = state.values.popLast()"
    case .choice(let value): "state.choice = \(value.source)"
    case .optional(let id): "state.optional = \(id.leafSource)"
    case .sheet(let id): "state.sheet = \(id.leafSource)"
    case .insertRow(let id): "state.rows.append(Leaf.State(id: \(id)))"
    case .removeRow(let id): "state.rows.remove(id: \(id))"
    case .push: "state.path.append(Leaf.State())"
    case .pop(let id): "state.path.pop(from: \(id))  // if it is there"
    }
  }
}

extension Int? {
  fileprivate var source: String { map { "\($0)" } ?? "nil" }
  fileprivate var leafSource: String { map { "Leaf.State(id: \($0))" } ?? "nil" }
}

extension PlannedEffect {
  var source: String {
    switch self {
    case .none: ".none"
    case .send(let action): ".send(\(action.source))"
    case .run(let moves, let action):
      ".run { send in \(moves.map(\.source).joined(separator: "; ")) }"
        + (action.map { " catch: { _, send in await send(\($0.source)) }" } ?? "")
    case .merge(let effects): ".merge(\(effects.map(\.source).joined(separator: ", ")))"
    case .concatenate(let effects):
      ".concatenate(\(effects.map(\.source).joined(separator: ", ")))"
    case .cancel(let id): ".cancel(id: \(id))"
    case .cancellable(let effect, let id, let cancelInFlight):
      "\(effect.source).cancellable(id: \(id)\(cancelInFlight ? ", cancelInFlight: true" : ""))"
    case .delayed(let effect, let ticks):
      "\(effect.source).delay(for: .seconds(\(ticks)), clock: clock)"
    case .debounced(let effect, let id, let ticks):
      "\(effect.source).debounce(id: \(id), for: .seconds(\(ticks)), clock: clock)"
    }
  }
}

extension PlannedEffect.Move {
  var source: String {
    switch self {
    case .send(let action): "await send(\(action.source))"
    case .sendFromMain(let action): "await sendFromMain(send, \(action.source))"
    case .yield: "await Task.yield()"
    case .sleep(let ticks): "try await clock.sleep(for: .seconds(\(ticks)))"
    case .hopToMain: "await MainActor.run {}"
    case .dismiss: "await dismiss()"
    case .fail: "throw Failure()"
    case .cancelNow(let id): "Task.cancel(id: \(id))"
    case .load(let endpoint):
      "do { await send(.loaded(try await load\(endpoint)())) } catch { await send(.failed) }"
    case .repeat(let ticks, let action):
      "while true { try await clock.sleep(for: .seconds(\(ticks))); await send(\(action.source)) }"
    case .stuck: "for await _ in AsyncStream<Never>.makeStream().stream {}"
    case .cancellable(let moves, let id, let cancelInFlight):
      "try? await withTaskCancellation(id: \(id)\(cancelInFlight ? ", cancelInFlight: true" : "")) "
        + "{ \(moves.map(\.source).joined(separator: "; ")) }"
    case .inChildTask(let moves):
      "await childTask { \(moves.map(\.source).joined(separator: "; ")) }"
    }
  }
}
