import ReducerDebugging
import Testing

/// The standard library's key paths of stored properties, and the check that they are correct.
struct StoredPropertyTests {
  private typealias Sample = StoredPropertyCheck.Sample<Int8>

  @Test func `The key paths here are the expected ones`() {
    #expect(StoredPropertyCheck.isPassed)
    var names: [String] = []
    forEachStoredProperty(of: Sample.self) { name, _ in names.append(name) }
    claimEqual(names, ["number", "constant", "text", "value"])
  }

  @Test func `Other ones are noticed`() {
    var all: [(String, PartialKeyPath<Sample>)] = []
    forEachStoredProperty(of: Sample.self) { all.append(($0, $1)) }
    #expect(StoredPropertyCheck.passes { _, body in all.forEach { body($0.0, $0.1) } })
    #expect(!StoredPropertyCheck.passes { _, _ in })
    #expect(!StoredPropertyCheck.passes { _, body in all.dropLast().forEach { body($0.0, $0.1) } })
    #expect(!StoredPropertyCheck.passes { _, body in all.forEach { body($0.0, \Sample.number) } })
    #expect(!StoredPropertyCheck.passes { _, body in all.forEach { body($0.0, \Sample.constant) } })
  }
}
