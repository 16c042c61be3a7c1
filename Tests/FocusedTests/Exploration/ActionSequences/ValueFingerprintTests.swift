import FocusedTestStore
import Testing

@testable import struct FocusedExploration.ValueFingerprint

struct ValueFingerprintTests {
  private struct Part: Equatable, Identifiable {
    var id: Int
    var name = "a"
  }

  private enum Screen: Equatable {
    case empty, loading
    case list([Part])
    case detail(Part?, isNew: Bool)
  }

  private struct State: Equatable {
    var count = 0
    var screen = Screen.list([])
    var parts: IdentifiedArrayOf<Part> = []
    var copies: [Part] = []
    var path = StackState<Part>()
    var names: [String: Part] = [:]
    var groups: [String: Set<Int>] = [:]
    var marks: Set<Int> = []
    var optional: Part??
    @PresentationState var sheet: Part?
  }

  private static let changes: [@Sendable (inout State) -> Void] = [
    { $0.count = 1 },
    { $0.screen = .empty },
    { $0.screen = .loading },
    { $0.screen = .list([Part(id: 1)]) },
    { $0.screen = .list([Part(id: 1, name: "b")]) },
    { $0.screen = .detail(nil, isNew: false) },
    { $0.screen = .detail(Part(id: 1), isNew: true) },
    { $0.parts.append(Part(id: 1)) },
    { $0.parts.append(Part(id: 1, name: "b")) },
    { $0.parts = [Part(id: 1), Part(id: 2)] },
    { $0.parts = [Part(id: 2), Part(id: 1)] },
    { $0.copies = [Part(id: 1), Part(id: 1, name: "b")] },
    { $0.copies = [Part(id: 1, name: "c"), Part(id: 1, name: "b")] },
    { $0.path.append(Part(id: 1)) },
    { $0.names = ["a": Part(id: 1)] },
    { $0.names = ["a": Part(id: 2)] },
    { $0.groups = ["a": []] },
    { $0.groups = ["b": []] },
    { $0.groups = ["a": [1]] },
    { $0.marks = [3, 5] },
    { $0.optional = .some(nil) },
    { $0.optional = Part(id: 1) },
    { $0.sheet = Part(id: 1) },
    { $0.sheet = Part(id: 2) },
  ]

  @Test func `Each difference has another hash`() {
    var hashes: Set<UInt64> = [ValueFingerprint(of: State()).hash]
    for change in Self.changes {
      var state = State()
      change(&state)
      let fingerprint = ValueFingerprint(of: state)
      #expect(fingerprint.isComplete)
      #expect(hashes.insert(fingerprint.hash).inserted)
    }
  }

  @Test func `Equal values have the same hash`() {
    for change in Self.changes {
      var (one, two) = (State(), State())
      change(&one)
      two.marks = Set((0..<100).reversed())
      two.marks = []
      change(&two)
      #expect(ValueFingerprint(of: one).hash == ValueFingerprint(of: two).hash)
    }
  }

  @Test
  func `The fingerprint of a large value, an object, or a function is incomplete`() {
    final class Object: Sendable {}
    let function: () -> Void = {}
    #expect(ValueFingerprint(of: Array(0..<1_000)).isComplete)
    for value in [Array(0..<10_000), Object(), function] as [Any] {
      #expect(!ValueFingerprint(of: value).isComplete, "\(type(of: value))")
    }
  }
}
