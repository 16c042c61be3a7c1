import FocusedTestStore
import Testing

struct NavigationPathTests {
  @Test func `Paths are equal when their components are`() {
    let path = NavigationPath.root.appending(.element(1)).appending(.element("a"))
    let same = NavigationPath.root.appending(.element(1)).appending(.element("a"))
    claimEqual(path, same)
    claimEqual(path.hashValue, same.hashValue)
    #expect(path != NavigationPath.root.appending(.element("a")).appending(.element(1)))
    #expect(path != NavigationPath.root.appending(.element(1)))
    #expect(path != NavigationPath.root.appending(.element(1)).appending(.element("b")))
    #expect(path != NavigationPath.root)
  }

  @Test func `Operators differ by the place they are written at, and by the field of their child`()
  {
    func path(line: UInt, column: UInt, of field: AnyKeyPath? = nil) -> NavigationPath {
      let site = CallSite(fileID: "A/A.swift", filePath: "/A.swift", line: line, column: column)
      return .root.appending(.operator(site, of: field.map { RuntimeConfined($0) }))
    }
    claimEqual(path(line: 1, column: 1), path(line: 1, column: 1))
    #expect(path(line: 1, column: 1) != path(line: 1, column: 2))
    #expect(path(line: 1, column: 1) != path(line: 2, column: 1))
    claimEqual(
      path(line: 1, column: 1, of: \[Int].count), path(line: 1, column: 1, of: \[Int].count))
    #expect(
      path(line: 1, column: 1, of: \[Int].count) != path(line: 1, column: 1, of: \[Int].first))
    #expect(path(line: 1, column: 1, of: \[Int].count) != path(line: 1, column: 1))
  }

  @Test func `Prefixes lead from the root to the path itself`() {
    let root = NavigationPath.root
    let child = root.appending(.element(1))
    let grandchild = child.appending(.element(2))
    claimEqual(grandchild.prefixes, [root, child, grandchild])
    claimEqual(root.prefixes, [root])
  }
}
