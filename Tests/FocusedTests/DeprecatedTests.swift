import FocusedTestStore
import Foundation
import Testing

/// The names of earlier versions mean what they meant.
///
/// Called through a protocol, because a use of a deprecated name in code that is deprecated is no warning.
struct DeprecatedTests {
  @Test func `the old names of a store's calls still work`() async {
    await (OldNames() as any Checked).check()
  }
}

private protocol Checked { func check() async }

private struct OldNames: Checked {
  @available(*, deprecated)
  func check() async {
    #expect(Exhaustivity.exhaustive == .on && Exhaustivity.nonExhaustive == .off)
    #expect(UUID(incrementing: 42) == UUID(incrementing: 42))

    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Bool> { state, isSent in
        state += 1
        let both = Effect<Bool>.send(false).merge(with: .send(false)).concatenate(
          with: .send(false))
        return isSent ? both : .none
      }
    }
    await store.send(true)
    #expect(store.state == 4)
    await store.skipReceivedActions(strict: true)
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    let issues = await withCapturedIssues {
      await store.skipReceivedActions(strict: true)
      await store.skipInFlightEffects(strict: true)
    }
    #expect(issues.count == 2)

    let stub = Stub<Int, String>("Client.name")
    stub.returns("a")
    #expect((try? await stub.call(1)) == "a")
    stub.responds { "\($0)" }
    #expect((try? await stub.call(2)) == "2")
    stub.throws(CancellationError())
    await #expect(throws: CancellationError.self) { try await stub.call(3) }
    stub.holds()
    async let held = stub.call(4)
    await stub.succeed(with: "d")
    #expect((try? await held) == "d")
  }
}
