import TestEvents

extension SplitPlan {
  /// The candidates that have not been tried.
  package func untried(by evidence: Evidence) -> [Candidate] {
    subjects.flatMap(\.candidates).filter { evidence.outcomes[$0] == nil }.uniqued
  }

  /// The original's own setup steps, for subjects without a working candidate.
  package func originalWaysOfUnsolvedSubjects(by evidence: Evidence) -> [Candidate] {
    subjects.filter { working($0, by: evidence) == nil }.flatMap { $0.candidates.prefix(3) }.uniqued
  }

  /// Adds the next candidates to try. For each subject, they shorten the best working candidate.
  package mutating func refine(by evidence: Evidence) {
    for (index, subject) in subjects.enumerated() where !subject.isCheck {
      guard let way = working(subject, by: evidence) else { continue }
      let known = Set(subject.candidates)
      subjects[index].candidates += template.test.shortened(way).filter {
        way in
        !known.contains(way) && template.canWrite(way)
          && subject.asserted.map { template.test.keepsKind(of: $0, way) } != false
      }
    }
  }

  /// A plan that tests effects by the absence of actions, if no other new test kills their mutants.
  package func absences(_ behaviors: [Behavior]) -> SplitPlan {
    var plan = self
    plan.subjects = behaviors.map { behavior in
      Subject(
        topic: .behavior(behavior), line: 0,
        candidates: template.test.candidates(forAbsence: behavior).filter(template.canWrite))
    }
    return plan
  }

  /// For each subject, the shortest and longest candidates that passed and exercised the behavior, as tests.
  package func passing(_ evidence: Evidence, limit: Int) -> [FocusedTest] {
    subjects.enumerated().flatMap { number, subject in
      subject.candidates.enumerated().filter { _, way in
        guard case .behavior(let behavior) = subject.topic, let outcome = evidence.outcomes[way]
        else { return false }
        return outcome.passed && outcome.exercised.contains(behavior)
      }.ends(limit).map {
        FocusedTest(name: "testTrial_\(number)_\($0)", candidate: $1, topics: [subject.topic])
      }
    }
  }
}
