@testable import FocusedTestStore
import Core
import Testing

/// A process with two copies of `Core`, such as an app and the test bundle that it hosts.
struct SecondCopyTests {
  private final class EffectGroup {}

  @Test func `Here is one copy`() {
    #expect(!CoreCopies.hasOther(than: Core.EffectGroup.self))
  }

  @Test func `A class of the same name is found in another copy`() {
    #expect(CoreCopies.hasOther(than: Core.EffectGroup.self) { _ in EffectGroup.self })
    #expect(!CoreCopies.hasOther(than: Core.EffectGroup.self) { _ in nil })
  }

  @Test func `The issue names the consequence and the cure`() {
    expectText(FailureMessages.secondCopy(of: "Core"))
  }
}
