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

    var files: [PatchedFile] {
      Dictionary(grouping: drafts.filter { !$0.tests.isEmpty }, by: \.found.path)
        .sorted { $0.key < $1.key }.map { PatchedFile($0.value) }
    }
    var tests: [TestName] { drafts.flatMap { draft in draft.tests.map(draft.name) } }
    var isEmpty: Bool { drafts.allSatisfy(\.tests.isEmpty) }
  }

  /// Builds and runs tests. Drops tests that do not compile or do not pass.
  func passing(_ drafts: [Draft]) throws(ToolError) -> Proof {
    var proof = Proof(drafts: drafts)
    while !proof.isEmpty {
      try build(&proof)
      if proof.isEmpty { break }
      let log = try workspace.log(of: proof.tests)
      let count = proof.failures.count
      drop(from: &proof, "it does not pass") { log.outcome(of: $0) != .passed }
      let failing = try workspace.failingAlone(proof.drafts)
      drop(from: &proof, "it passes with the others and fails alone", where: failing.contains)
      if proof.failures.count == count { break }
    }
    return proof
  }

  private func drop(
    from proof: inout Proof, _ reason: String, where isDropped: (TestName) -> Bool
  ) {
    for (index, draft) in proof.drafts.enumerated() {
      let dropped = draft.tests.filter { isDropped(draft.name(of: $0)) }
      proof.drafts[index].tests.removeAll(where: dropped.contains)
      proof.failures += dropped.map { (draft.name(of: $0), $0, reason) }
    }
  }

  private func build(_ proof: inout Proof) throws(ToolError) {
    let all = proof.drafts
    let rejected = try workspace.build(limit: Self.buildLimit) {
      (rejected: Set<PatchedFile.Part>) throws(ToolError) in
      for (index, draft) in proof.drafts.enumerated() {
        if rejected.contains(.shared(original: draft.name)) {
          proof.drafts[index].template.allowsHelper = false
        }
        proof.drafts[index].tests.removeAll { rejected.contains(.test(draft.name(of: $0))) }
      }
      let files = Dictionary(uniqueKeysWithValues: proof.files.map { ($0.path, $0) })
      try workspace.write(files.mapValues(\.diff.edited))
      return { errors in
        Set(errors.compactMap { files[$0.path]?.part(atLine: $0.line) })
      }
    }
    for draft in all {
      proof.failures += draft.tests.map { (draft.name(of: $0), $0) }
        .filter { rejected.contains(.test($0.0)) }
        .map { ($0, $1, "its statements do not compile without the others of the original") }
    }
  }
}
