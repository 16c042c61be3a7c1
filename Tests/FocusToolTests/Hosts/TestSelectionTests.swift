import Testing
import focus

struct TestSelectionTests {
  @Test func `All tests need no option, and a pattern is handed on`() {
    claimEqual(TestSelection.all.options, [])
    claimEqual(TestSelection.matching("A|B").options, ["--filter", "A|B"])
  }

  @Test func `A name stands for itself, at both ends`() throws {
    let names = [
      "AppTests.A/b()", "AppTests.A/cases(n:)", "AppTests.B/testC", "AppTests.free()",
      "AppTests.A/`what (it) costs: 1 + 1 = $2.0?`()",
    ]
    let pattern = try Regex(TestSelection.pattern(of: names))
    for name in names {
      #expect(name.contains(pattern), "\(name)")
      #expect("\(name)/A.swift:12:4".contains(pattern), "\(name)")
      #expect(!"\(name)2".contains(pattern), "\(name)")
      #expect(!"My\(name)".contains(pattern), "\(name)")
      #expect(!"\(name)/inner()".contains(pattern), "\(name)")
    }
    #expect(!"AppTests.A/testC".contains(pattern))
  }

  @Test func `What names have in common is there once`() {
    #expect(
      TestSelection.pattern(of: ["M.A/c()", "M.B/testD", "M.A/b()"])
        == #"^(?:M\.A/(?:b\(\)|c\(\))|M\.B/(?:testD))(?:/[^/]+:[0-9]+:[0-9]+)?$"#)
  }

  @Test func `Many names are several options, because an argument has an end`() {
    let names = (1...450).map { "M.A/test\($0)" }
    let options = TestSelection.only(names).options
    claimEqual(options.count, 6)
    claimEqual(options.count { $0 == "--filter" }, 3)
  }
}
