@testable import FocusedTestStore
import Testing

struct PatienceTests {
  @Test(
    arguments: [
      (nil, 1_000_000_000), ("0.5", 0.5), ("nan", 1_000_000_000), ("inf", 1_000_000_000),
      ("1e300", 1_000_000_000), ("-1", 1_000_000_000), ("soon", 1_000_000_000),
    ] as [(String?, Double)])
  func `any text is a longest wait`(_ text: String?, _ seconds: Double) {
    #expect(Duration.patience(text) == .seconds(seconds))
  }
}
