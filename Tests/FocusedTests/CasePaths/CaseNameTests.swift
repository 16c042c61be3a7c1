import FocusedTestStore
import Foundation
import Testing

/// A mirror replaces the runtime if the runtime doesn't name cases.
struct CaseNameTests {
  @Test func `the runtime of this toolchain names cases`() {
    #expect(!CaseName.isReadByMirror)
  }

  @Test func `a mirror shows the case that the runtime names`() {
    func claimAgreement<Value>(_ value: Value, line: UInt = #line) {
      let named = CaseName(of: value)
      let shown = CaseName.$isReadByMirror.withValue(true) { CaseName(of: value) }
      claimEqual(shown, named, line: line)
    }
    claimAgreement(Sample.plain)
    claimAgreement(Sample.number(1))
    claimAgreement(Sample.labeled(x: 1))
    claimAgreement(Sample.pair(1, name: "a"))
    claimAgreement(Sample.inner(.plain))
    claimAgreement(Sample.anything(Sample.plain))
    claimAgreement(Sample.plain as Any)
    claimAgreement(Sample.`default`)
    claimAgreement(Unit.unit)
    claimAgreement(Raw.two)
    claimAgreement(Described.number(1))
    claimAgreement(Int?.none)
    claimAgreement(Int??.some(nil))
    claimAgreement(Sample?.some(.plain))
    claimAgreement(Result<Int, any Error>.success(1))
    claimAgreement(Result<Int, any Error>.failure(CancellationError()))
    claimAgreement(StackAction<Int, String>.popFrom(id: 0))
    let context = DecodingError.Context(codingPath: [], debugDescription: "")
    claimAgreement(DecodingError.typeMismatch(Int.self, context))
    claimAgreement(ComparisonResult.orderedSame)
    // These values are not enums.
    claimAgreement(3)
    claimAgreement("a")
    claimAgreement([1])
    claimAgreement([1: 2])
    claimAgreement((1, 2))
    claimAgreement({})
    claimAgreement(Int.self)
    claimAgreement(Date.now)
    claimAgreement(Object())
    claimAgreement(())
    claimAgreement(Optionlike())
  }

  @Test func `a mirror doesn't show a case without payload of an enum that describes itself`() {
    #expect(CaseName(of: Described.other) != nil)
    CaseName.$isReadByMirror.withValue(true) {
      #expect(CaseName(of: Described.other) == nil)
      let path = CasePath(Described.number)
      claimEqual(path.extract(from: .number(3)), 3)
      #expect(path.extract(from: .other) == nil)
      let constant = CasePath<Described, Void> { .other }
      let issues = withCapturedIssues { #expect(constant.extract(from: .other) == nil) }
      #expect(
        issues.map(\.message).allSatisfy {
          $0.contains("Described has no reflection metadata, or has a custom mirror")
        })
      claimEqual(issues.count, 1)
    }
  }

  @Test func `an enum with a mirror of its own has no case that a mirror shows`() {
    #expect(CaseName(of: Closed.number(1)) != nil)
    CaseName.$isReadByMirror.withValue(true) {
      #expect(CaseName(of: Closed.number(1)) == nil)
      #expect(CaseName(of: Closed.other) == nil)
    }
  }
}

// MARK: - Fixtures

private indirect enum Sample {
  case plain
  case number(Int)
  case labeled(x: Int)
  case pair(Int, name: String)
  case inner(Sample)
  case anything(Any)
  case `default`
}

private enum Unit { case unit }
private enum Raw: Int { case one = 1, two }
private final class Object {}

private enum Described: CustomStringConvertible {
  case number(Int)
  case other

  var description: String { "a description" }
}

private enum Closed: CustomReflectable {
  case number(Int)
  case other

  var customMirror: Mirror { Mirror(self, children: ["label": 1], displayStyle: .enum) }
}

private struct Optionlike: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .optional) }
}
