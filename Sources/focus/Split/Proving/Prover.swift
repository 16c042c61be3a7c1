import TestEvents

/// Builds focused tests in the copy of a package, and proves them: each test passes together with the others and
/// alone, and fails with a mutant that it must kill.
struct Prover {
  let workspace: SplitWorkspace

  /// The maximum number of builds that drop code that does not compile.
  private static let buildLimit = 5

  /// The tests that were written, and those that were dropped.
  struct Proof {
    var drafts: [Draft]
    /// The dropped tests, each with the reason.
    var failures: [(name: TestName, test: FocusedTest, reason: String)] = []

    var files: [PatchedFile] { Prover.files(of: drafts) }
    var tests: [TestName] { drafts.flatMap { draft in draft.tests.map(draft.name) } }
    var isEmpty: Bool { drafts.allSatisfy(\.tests.isEmpty) }
  }

  static func files(of drafts: [Draft], removesOriginals: Bool = false) -> [PatchedFile] {
    Dictionary(grouping: drafts.filter { !$0.tests.isEmpty }) { $0.found.path }
      .sorted { $0.key < $1.key }
      .map { PatchedFile($0.value, removesOriginals: removesOriginals) }
  }

  /// Code that may not compile: a test, or the shared code of an original's tests.
  private enum Part: Hashable {
    case test(TestName)
    case shared(TestName)
  }

  /// Builds and runs tests. Drops tests that do not compile or do not pass.
  func passing(_ drafts: [Draft]) throws(ToolError) -> Proof {
    var proof = Proof(drafts: drafts)
    while !proof.isEmpty {
      try build(&proof)
      if proof.isEmpty { break }
      let log = try workspace.log(of: proof.tests)
      let passed = Set(proof.tests.filter { log.outcome(of: $0) == .passed })
      drop(from: &proof, "it does not pass") { draft, test in !passed.contains(draft.name(of: test))
      }
      if !proof.isEmpty {
        var failing: Set<TestName> = []
        for draft in proof.drafts {
          failing.formUnion(
            try workspace.failingAlone(
              draft.tests.map(draft.name), of: draft.found.function.framework))
        }
        drop(from: &proof, "it passes with the others and fails alone") { draft, test in
          failing.contains(draft.name(of: test))
        }
        if failing.isEmpty, passed.isSuperset(of: proof.tests) { break }
      }
    }
    return proof
  }

  private func drop(
    from proof: inout Proof, _ reason: String, where isDropped: (Draft, FocusedTest) -> Bool
  ) {
    for index in proof.drafts.indices {
      let draft = proof.drafts[index]
      let dropped = draft.tests.filter { isDropped(draft, $0) }
      proof.drafts[index].tests.removeAll(where: dropped.contains)
      proof.failures += dropped.map { (draft.name(of: $0), $0, reason) }
    }
  }

  private func build(_ proof: inout Proof) throws(ToolError) {
    let all = proof.drafts
    let rejected: Set<Part> = try workspace.build(
      &proof,
      write: { proof, rejected throws(ToolError) in
        for index in proof.drafts.indices {
          let draft = proof.drafts[index]
          if rejected.contains(.shared(draft.name)) {
            proof.drafts[index].template.allowsHelper = false
          }
          proof.drafts[index].tests.removeAll { rejected.contains(.test(draft.name(of: $0))) }
        }
        let edited = proof.files.map { ($0.path, $0.diff.edited) }
        try workspace.write(workspace.originals.merging(edited) { $1 })
      },
      blame: { proof, errors in
        let files = proof.files
        return Set(
          errors.compactMap { error in
            files.first { $0.path == error.path }.flatMap { file in
              file.test(atLine: error.line).map(Part.test)
                ?? file.original(atLine: error.line).map(Part.shared)
            }
          })
      }, limit: Self.buildLimit)
    for draft in all {
      proof.failures += draft.tests.map { (draft.name(of: $0), $0) }
        .filter { rejected.contains(.test($0.0)) }
        .map { ($0, $1, "its statements do not compile without the others of the original") }
    }
  }
}
