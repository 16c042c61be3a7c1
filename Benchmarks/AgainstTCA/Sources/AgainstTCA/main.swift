import Foundation

struct ListRow: Equatable {
  let id: Int
  var title: String

  init(_ id: Int) {
    self.id = id
    title = "row \(id)"
  }
}

/// An operation of both stores: each closure runs it as often as its argument says.
struct Comparison {
  let name: String
  let count: Int
  let ours: @MainActor (Int) async -> Void
  let theirs: @MainActor (Int) async -> Void
}

let comparisons = [
  Comparison(name: "`send`", count: 2000, ours: Ours.send, theirs: Theirs.send),
  Comparison(
    name: "`send` and `receive`", count: 100, ours: Ours.sendAndReceive,
    theirs: Theirs.sendAndReceive),
  Comparison(
    name: "create a store, `send`, `finish`", count: 100, ours: Ours.createSendAndFinish,
    theirs: Theirs.createSendAndFinish),
  Comparison(
    name: "one of 10,000 actions of an effect", count: 10_000, ours: Ours.actionsOfOneEffect,
    theirs: Theirs.actionsOfOneEffect),
  Comparison(
    name: "`send` on 10,000 structs", count: 10, ours: Ours.sendOnLargeState,
    theirs: Theirs.sendOnLargeState),
  Comparison(
    name: "`send` and `receive` by a detached task", count: 50, ours: Ours.detachedTask,
    theirs: Theirs.detachedTask),
  Comparison(
    name: "`send` and `receive` by `Task {}`", count: 50, ours: Ours.unstructuredTask,
    theirs: Theirs.unstructuredTask),
  Comparison(
    name: "`send` and `receive` by a task group", count: 50, ours: Ours.taskGroup,
    theirs: Theirs.taskGroup),
  Comparison(
    name: "`send` and `receive` through the main actor", count: 50, ours: Ours.mainActor,
    theirs: Theirs.mainActor),
]

let clock = ContinuousClock()

/// Returns the microseconds that one of `count` operations takes.
@MainActor func microseconds(_ count: Int, _ operation: @MainActor (Int) async -> Void) async
  -> Double
{
  let duration = await clock.measure { await operation(count) }
  return duration / .microseconds(1) / Double(count)
}

func spread(_ values: [Double]) -> String {
  let sorted = values.sorted()
  func text(_ value: Double) -> String { String(format: value < 10 ? "%.1f" : "%.0f", value) }
  return "\(text(sorted[sorted.count / 2])) (\(text(sorted[0]))–\(text(sorted[sorted.count - 1])))"
}

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 7
print("| operation | this package, µs | TCA, µs | TCA / this package |")
print("|---|---|---|---|")
for comparison in comparisons {
  // The rounds alternate, so that whatever else the machine does changes both.
  _ = await microseconds(comparison.count, comparison.ours)
  _ = await microseconds(comparison.count, comparison.theirs)
  var ours: [Double] = []
  var theirs: [Double] = []
  for _ in 0..<rounds {
    ours.append(await microseconds(comparison.count, comparison.ours))
    theirs.append(await microseconds(comparison.count, comparison.theirs))
  }
  let ratios = zip(theirs, ours).map { $0 / $1 }
  print("| \(comparison.name) | \(spread(ours)) | \(spread(theirs)) | \(spread(ratios)) |")
}
