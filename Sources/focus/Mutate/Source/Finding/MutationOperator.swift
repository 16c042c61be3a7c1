/// A change that makes a source wrong. The raw value is its name in reports.
package enum MutationOperator: String, CaseIterable, Hashable, Sendable {
  case callRemoved = "call removed"
  case assignmentRemoved = "assignment removed"
  case effectRemoved = "effect removed"
  case caseEmptied = "case does nothing"
  case conditionNegated = "condition negated"
  case conditionAlways = "condition always met"
  case conditionNever = "condition never met"
  case termRemoved = "part of condition removed"
  case boundaryMoved = "boundary moved"
  case numberChanged = "number off by one"
  case cancelInFlightRemoved = "cancelInFlight removed"
  case cancellableRemoved = "cancellable removed"
}
