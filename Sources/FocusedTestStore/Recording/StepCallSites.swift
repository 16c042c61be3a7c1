import Core

/// The lines that sent or asserted steps, by the number of the step.
///
/// Arrays in the order of the steps: nearly always the latest step is noted or looked up.
struct StepCallSites {
  private var steps: [Int] = []
  private var callSites: [CallSite] = []

  var count: Int { steps.count }

  subscript(step: Int) -> CallSite? {
    let position = position(of: step)
    return position < steps.count && steps[position] == step ? callSites[position] : nil
  }

  mutating func note(_ callSite: CallSite, for step: Int) {
    let position = position(of: step)
    if position == steps.count {
      steps.append(step)
      callSites.append(callSite)
    } else if steps[position] == step {
      callSites[position] = callSite
    } else {
      steps.insert(step, at: position)
      callSites.insert(callSite, at: position)
    }
  }

  /// The first position whose step is not before the given one.
  private func position(of step: Int) -> Int {
    if let last = steps.last, last < step { return steps.count }
    return steps.sortedPosition(of: step)
  }
}

extension Array where Element: Comparable {
  /// Where an element stands, or would stand, in a sorted array.
  ///
  /// - Complexity: O(log *n*), where *n* is the length of the array.
  func sortedPosition(of element: Element) -> Int { partitioningIndex { $0 >= element } }
}
