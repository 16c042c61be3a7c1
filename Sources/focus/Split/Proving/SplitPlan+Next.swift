import BehaviorLedger

extension SplitPlan {
  /// What to try next: for each long way that works the ways that leave out some of its statements.
  ///
  /// - Parameter tried: The ways that have been tried before.
  /// - Returns: `nil` if there are none.
  package func refined(by evidence: Evidence, tried: Set<Candidate> = []) -> SplitPlan? {
    var refined = self
    var isLonger = false
    let tried = tried.union(subjects.flatMap(\.candidates))
    refined.subjects = subjects.map { subject in
      var subject = subject
      guard let way = working(subject, by: evidence) else {
        subject.candidates = []
        return subject
      }
      var shorter: [Candidate] = []
      if !subject.isCheck, way.units.count > Self.refinedLength {
        shorter = way.shortened.filter { !tried.contains($0) && template.test.canGo($0.units) }
      }
      if !shorter.isEmpty { isLonger = true }
      subject.candidates = shorter.sorted { $0.precedes($1) } + [way]
      return subject
    }
    return isLonger ? refined : nil
  }

  /// What to try for effects whose mutants no test of the original's behaviors notices.
  package func absences(_ behaviors: [Behavior]) -> SplitPlan {
    var plan = self
    plan.subjects = behaviors.map { behavior in
      Subject(
        topic: .behavior(behavior), line: 0,
        candidates: template.test.candidates(forAbsence: behavior))
    }
    return plan
  }

  /// The shortest trials of each subject that have passed and come upon its behavior, as tests.
  package func passing(_ evidence: Evidence, limit: Int) -> [FocusedTest] {
    subjects.flatMap { subject in
      subject.candidates.lazy.map { FocusedTest(name: trialName($0), candidate: $0) }
        .filter { trial in
          guard case .behavior(let behavior) = subject.topic else { return false }
          return evidence.passed.contains(trial.name)
            && evidence.exercised[trial.name]?.contains(behavior) == true
        }.prefix(limit)
    }
  }

  /// A way of so many statements is short enough.
  private static let refinedLength = 2
}

extension Candidate {
  /// Whether it is to be preferred to another one: by its cost, or else by the original's order.
  fileprivate func precedes(_ other: Candidate) -> Bool {
    cost == other.cost ? units.lexicographicallyPrecedes(other.units) : cost < other.cost
  }

  /// The ways that leave out two statements, or some in a row. A `send` whose closure asserts stays.
  fileprivate var shortened: [Candidate] {
    let free = units.indices.prefix(closureOfSend == nil ? units.count : units.count - 1)
    func without(_ indices: Set<Int>) -> Candidate {
      Candidate(
        start: start, units: units.indices.filter { !indices.contains($0) }.map { units[$0] },
        ending: ending)
    }
    var left: Set<Set<Int>> = []
    for first in free {
      for last in free[first...].prefix(Self.longestRow) { left.insert(Set(first...last)) }
      if free.count <= Self.longestRow {
        for other in free[first...] { left.insert([first, other]) }
      }
    }
    return left.map(without)
  }

  private static let longestRow = 12
}
