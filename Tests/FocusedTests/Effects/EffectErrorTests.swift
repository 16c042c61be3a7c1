import FocusedTestStore
import Testing

struct EffectErrorTests {
  private struct Broken: Error {}

  @Test func `The issue about an uncaught error names the effect`() async {
    let line = #line + 1
    let store = Probe.store(effect: .run(name: "refresh") { _ in throw Broken() })
    let issues = await withCapturedIssues { await store.send(.tap, line: 201) }
    claimEqual(issues.map(\.line), [line])
    expectText(issues)
  }

  @Test func `An error that is a case is reported with its type`() async {
    enum Refusal: Error { case code(Int) }
    let store = Probe.store(onTap: { _ in throw Refusal.code(3) })
    let issues = await withCapturedIssues { await store.send(.tap) }
    #expect(issues.first?.message.contains(": EffectErrorTests.Refusal.code(3)\n") == true)
  }

  @Test func `A cancellation error is none`() async {
    let store = Probe.store(onTap: { _ in throw CancellationError() })
    await store.send(.tap)
    await store.finish()
  }

  @Test func `An error of a cancelled effect is no issue`() async {
    let clock = TestClock()
    let store = Probe.store(onTap: { _ in
      do { try await clock.sleep(for: .seconds(1)) } catch { throw Broken() }
    })
    let task = await store.send(.tap)
    await task.cancel()
    await store.finish()
  }
}
