import BehaviorLedger
import Foundation

/// Builds the trials of a plan in the copy of the package, and makes them.
struct TrialRun {
  private let ground: ProvingGround
  private let program: TrialProgram
  /// The parts that do not compile, each with the first error of the compiler.
  private let errors: [TrialProgram.Part: String]
  private var count = 0
  /// The statements that ended a process, and what had led up to them.
  private var crashes: [(unit: Int, before: Set<Int>)] = []
  /// Beginnings of trials that failed, and why: each trial that begins so fails.
  private var deadEnds: [DeadEnd: String] = [:]

  private struct DeadEnd: Hashable {
    let start: Candidate.Start
    let units: ArraySlice<Int>
    let isPatient: Bool
  }

  /// The suite of the trials, and its file.
  static let suite = "FocusSplitTrials"
  /// The suite of the trials that are tests, and its file.
  static let checks = "FocusSplitChecks"
  static let suites = [suite, checks]

  /// How often what does not compile is left out and the rest tried again.
  private static let attemptLimit = 6
  /// How often trials that crash are left out and the others made.
  private static let crashLimit = 40

  /// How long all trials of one process may take.
  private static let timeLimit = Duration.seconds(90)
  /// How long a wait of a trial may take, in seconds: most of them are in vain.
  private static let patience = "0.03"
  /// The same, for what does not come so soon.
  private static let longPatience = "0.5"

  /// Builds what the trials are made of, as far as it compiles.
  init(_ plan: SplitPlan, in ground: ProvingGround) throws(ToolError) {
    self.ground = ground
    let ways = plan.subjects.flatMap { subject in
      subject.candidates + plan.template.test.laterStarts(of: subject.candidates)
    }.filter(plan.template.canWrite)
    var errors: [TrialProgram.Part: String] = [:]
    var isRestored = false
    var attempts = 0
    while true {
      let program = TrialProgram(
        plan.template, of: ways, suite: Self.suite, without: Set(errors.keys))
      try ground.write(program.file.text, toSuite: Self.suite)
      let build = try ground.compile()
      if build.code == 0 {
        (self.program, self.errors) = (program, errors)
        return
      }
      // Sources may have been left out that turn out to be needed.
      if !isRestored, build.output.hasErrors(outside: Self.suites) {
        isRestored = true
        try ground.update(isPruned: false)
        continue
      }
      let broken = program.errors(in: build.output, file: Self.suite)
      attempts += 1
      guard !broken.isEmpty, attempts <= Self.attemptLimit else {
        throw .input(
          "The trials do not build, which is a shortcoming of focus:\n"
            + build.output.compilerErrors)
      }
      errors.merge(broken) { first, _ in first }
    }
  }

  /// Makes trials. Where one brings the process down, the next process goes on after it.
  mutating func run(
    _ ways: [Candidate], isPatient: Bool = false, adding evidence: inout SplitPlan.Evidence
  ) throws(ToolError) {
    let trace = ground.package.runs("trials.jsonl")
    let list = ground.package.runs("trials.txt")
    var open: [(name: String, way: Candidate)] = ways.map { way in
      count += 1
      return ("testTrial_\(count)", way)
    }
    for (_, way) in open {
      let deadEnd = deadEnd(of: way, isPatient: isPatient)
      evidence.outcomes[way] = .init()
      evidence.outcomes[way]?.failure =
        way.parts.compactMap { errors[$0] }.first
        .map { "it does not compile: \($0)" } ?? (endsProcess(way) ? "the process ends" : deadEnd)
    }
    for _ in 0..<Self.crashLimit {
      open.removeAll { evidence.outcomes[$0.way]?.failure != nil }
      let lines = open.compactMap {
        program.line(of: $0.way, name: $0.name, without: Set(errors.keys))
      }
      if lines.isEmpty { break }
      // The lines of earlier trials are other tests now.
      _ = FileManager.default.createFile(atPath: trace, contents: nil)
      _ = FileManager.default.createFile(
        atPath: list, contents: Data(lines.joined(separator: "\n").utf8))
      let run = try ground.test(
        "\\.\(Self.suite)/",
        environment: [
          TestVariable.trace.rawValue: trace, "FOCUS_TRIALS": list,
          TestVariable.patience.rawValue: isPatient ? Self.longPatience : Self.patience,
        ],
        timeLimit: Self.timeLimit)
      let names = Dictionary(uniqueKeysWithValues: open.map { ($0.name, $0.way) })
      let outcomes = TestOutcomes(run)
      add(run.output, outcomes, of: names, isPatient, to: &evidence)
      // The runner has skipped trials that begin as one that failed.
      for (_, way) in open {
        guard let outcome = evidence.outcomes[way], !outcome.passed, outcome.failure == nil else {
          continue
        }
        evidence.outcomes[way]?.failure = deadEnd(of: way, isPatient: isPatient)
      }
      add(trace, of: names, to: &evidence)
      let crashed = outcomes.unfinished.compactMap { names[$0] }
      if crashed.isEmpty { break }
      open.removeAll { outcomes.passed.contains($0.name) }
      let last = run.output.split(separator: "\n").last { $0.hasPrefix("Step ") }
        .flatMap { Int($0.dropFirst(5)) }
      for way in crashed {
        evidence.outcomes[way]?.failure = "the process ends"
        if let last, let end = way.units.firstIndex(of: last) {
          crashes.append((last, Set(way.units[..<end])))
        }
      }
      for (_, way) in open where endsProcess(way) {
        evidence.outcomes[way]?.failure = "the process ends"
      }
    }
  }

  /// Whether a way makes a statement that has ended a process, with no other statements before it than then.
  private func endsProcess(_ way: Candidate) -> Bool {
    crashes.contains { crash in
      guard let end = way.units.firstIndex(of: crash.unit) else { return false }
      return crash.before.isSuperset(of: way.units[..<end])
    }
  }

  /// Why a way fails, if a trial with the same beginning has failed.
  private func deadEnd(of way: Candidate, isPatient: Bool) -> String? {
    // What fails after a long wait fails after a short one.
    for patience in isPatient ? [true] : [true, false] {
      for end in way.units.indices {
        let beginning = DeadEnd(start: way.start, units: way.units[...end], isPatient: patience)
        if let failure = deadEnds[beginning] { return failure }
      }
    }
    return nil
  }

  /// Adds what the trials have printed: how they ended, and why.
  private mutating func add(
    _ output: String, _ outcomes: TestOutcomes, of names: [String: Candidate], _ isPatient: Bool,
    to evidence: inout SplitPlan.Evidence
  ) {
    for name in outcomes.passed { names[name].map { evidence.outcomes[$0]?.passed = true } }
    var current: String?
    for line in output.split(separator: "\n") {
      if line.hasPrefix("Step ") {
        continue
      } else if let start = line.wholeMatch(of: /Test (testTrial_\d+)\(\) (started|passed|failed)/)
      {
        current = start.2 == "started" ? String(start.1) : nil
      } else if let match = line.wholeMatch(of: /Failure of (\w+) at (-?\d+), (\d+): (.*)/) {
        guard let way = names[String(match.1)] else { continue }
        let place = Int(match.3).flatMap { program.parts[$0] }.flatMap(lineOfOriginal)
        let failure = (place.map { "at line \($0), " } ?? "") + match.4
        evidence.outcomes[way]?.failure = failure
        if let end = Int(match.2).flatMap(way.units.firstIndex) {
          deadEnds[DeadEnd(start: way.start, units: way.units[...end], isPatient: isPatient)] =
            failure
        }
      } else if let current, let way = names[current], let place = line.place(inFile: Self.suite) {
        // The framework's own expectations are printed.
        evidence.outcomes[way]?.passed = false
        let unit = program.parts[place].flatMap(lineOfOriginal)
        evidence.outcomes[way]?.failure =
          "the expectation" + (unit.map { " at line \($0)" } ?? "") + " fails"
      }
    }
  }

  private func lineOfOriginal(_ part: TrialProgram.Part) -> Int? {
    let unit: Int
    switch part {
    case .unit(let number): unit = number
    case .ending(let assertion): unit = assertion.position
    case .start: return nil
    }
    return program.lineOfOriginal(unit)
  }

  /// Adds what each trial has asserted, and what else came of its actions.
  private func add(
    _ file: String, of names: [String: Candidate], to evidence: inout SplitPlan.Evidence
  ) {
    let trace = FileManager.default.contents(atPath: file) ?? Data()
    var current: Candidate?
    for event in Trace(withoutStepsIn: trace).events {
      switch event {
      case .call(let call):
        current = names[call.file] ?? current
      case .outcome(let outcome):
        if let current { evidence.outcomes[current]?.exercised.insert(outcome.behavior) }
      case .assertion(let assertion):
        guard let current else { continue }
        // Of what leads up to it, nothing counts; the end of a store has no line.
        if let line = assertion.line, program.parts[line] != .ending(current.assertion) { continue }
        evidence.outcomes[current]?.asserted.formUnion(assertion.behaviors)
      default: break
      }
    }
  }
}

extension TracedTest {
  /// Ways that start from each state that shorter ways may start from.
  fileprivate func laterStarts(of ways: [Candidate]) -> [Candidate] {
    let own = ways.filter { $0.start == .beginning }
    guard let way = own.max(by: { $0.units.count < $1.units.count }) else { return [] }
    return way.units.dropFirst().filter { units[$0].isSend }.flatMap { unit in
      starts(before: unit).map { way.with(units: way.units.filter { $0 >= unit }, start: $0) }
    }
  }
}

extension TrialProgram {
  /// The parts in which the compiler found something wrong, each with the first error.
  fileprivate func errors(in output: String, file: String) -> [Part: String] {
    output.errors(inFile: file).reduce(into: [:]) { errors, error in
      guard let part = parts[error.line], errors[part] == nil else { return }
      errors[part] = error.message
    }
  }
}

extension Substring {
  /// The line of a file of which a compiler or a test framework found something wrong.
  func place(inFile file: String) -> Int? {
    guard contains(": error: ") || contains(" recorded an issue at "),
      let place = firstRange(of: file + ".swift:")
    else { return nil }
    return Int(self[place.upperBound...].prefix(while: \.isNumber))
  }
}

extension String {
  /// What a compiler has said is wrong in a file, line by line.
  func errors(inFile file: String) -> [(line: Int, message: String)] {
    split(separator: "\n").compactMap { text in
      guard let message = text.firstRange(of: ": error: "), let line = text.place(inFile: file)
      else { return nil }
      return (line, String(text[message.upperBound...]))
    }
  }

  /// Whether a compiler found errors in other files than those of some suites.
  fileprivate func hasErrors(outside suites: [String]) -> Bool {
    split(separator: "\n").contains { line in
      line.contains(": error: ") && !suites.contains { line.contains($0 + ".swift") }
    }
  }
}
