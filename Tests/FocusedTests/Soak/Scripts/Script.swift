import FocusedTestStore

/// A test as data: a feature, and the test's steps.
struct Script: Equatable, Sendable {
  var plan: Plan
  var mode: Mode
  var steps: [ScriptStep] = []

  /// The state that each script begins with.
  static var state: Tree.State {
    var state = Tree.State()
    state.optional = Leaf.State()
    state.rows = [Leaf.State(id: 0), Leaf.State(id: 1)]
    return state
  }

  /// The line that makes the store.
  static let firstLine = 1
  /// The line of a step.
  static func line(of step: Int) -> Int { 10 + step }
}

/// The exhaustivity of a script.
enum Mode: Equatable, Sendable {
  case on, off
  /// `.off`, with notes on skipped assertions.
  case offShowing
  /// `.on`, but effects may be in flight at the end.
  case onButEffects

  var isOn: Bool { self == .on || self == .onButEffects }

  var exhaustivity: Exhaustivity {
    switch self {
    case .on: .on
    case .off: .off
    case .offShowing: .off(showSkippedAssertions: true)
    case .onButEffects: .on(checking: [.stateChanges, .receivedActions])
    }
  }
}

/// One line of a test.
enum ScriptStep: Equatable, Sendable {
  case send(Tree.Action, [StateClaim]?)
  case receive(Expected, [StateClaim]?)
  case receiveInOrder([Tree.Action])
  case assertNotReceived(Tree.Action)
  case assert([StateClaim])
  case advance(Int)
  case succeed(endpoint: Int, Int)
  case fail(endpoint: Int)
  case skipReceivedActions(strict: Bool)
  case skipInFlightEffects(strict: Bool)
  case set(Mode)
  /// Begins a `withExhaustivity` that ends at the next ``end``, or at the end of the script.
  case begin(Mode)
  case end
  case settle
  case finish
  /// Cancels or finishes the task of a `send`, by the number of the `send`.
  case cancelTask(Int)
  case finishTask(Int)
}

/// The form of a `receive`'s expectation.
enum Expected: Equatable, Sendable {
  case action(Tree.Action)
  /// `receive(case:)`: any action of that case.
  case sameCase(Tree.Action)
  /// `receive(case:, value)`.
  case sameCaseAndValue(Tree.Action)

  var action: Tree.Action {
    switch self {
    case .action(let action), .sameCase(let action), .sameCaseAndValue(let action): action
    }
  }

  func matches(_ other: Tree.Action) -> Bool {
    switch self {
    case .action(let action), .sameCaseAndValue(let action): action == other
    case .sameCase(let action): action.caseName == other.caseName
    }
  }
}

extension Tree.Action {
  var caseName: String { String("\(self)".prefix { $0 != "(" }) }
}
