/// Tests that are written into one suite, by the tests that led to them.
package struct FocusedSuite {
  let name: String
  package var sections: [(template: SuiteTemplate, tests: [FocusedTest])]

  package init(
    _ name: String, _ sections: [(template: SuiteTemplate, tests: [FocusedTest])]
  ) {
    self.name = name
    self.sections = sections
  }
}

extension FocusedFile {
  /// The file of some suites. Each test makes its store itself.
  ///
  /// Declarations that several tests need are written once.
  package init(_ suites: [FocusedSuite]) {
    self.init()
    lines = Set(suites.flatMap(\.sections).flatMap(\.template.importLines)).sorted()
    let all = suites.map { suite in
      let contents = suite.contents
      return (contents, suite.privateDeclarations(for: contents))
    }
    var texts: [String: Set<[String]>] = [:]
    for declaration in all.flatMap(\.1) {
      for name in declaration.names { texts[name, default: []].insert(declaration.lines) }
    }
    func clashes(_ declaration: FileDeclaration) -> Bool {
      declaration.names.contains { texts[$0, default: []].count > 1 }
    }
    for (var contents, declarations) in all {
      // Each file that was read has its own of this name.
      contents.members += declarations.filter(clashes).map(\.lines)
      lines.append("")
      add(contents)
    }
    for declaration in all.flatMap(\.1).filter({ !clashes($0) }).map(\.lines).uniqued {
      lines += [""] + declaration
    }
  }
}

extension FocusedSuite {
  fileprivate var contents: SuiteContents {
    let contents = sections.map { section in
      let template = section.template.withoutHelper
      return template.contents(
        template.header(name), section.tests.map { template.function($0) })
    }
    return contents.dropFirst().reduce(into: contents[0]) { $0.add($1) }
  }

  /// What other files cannot see of the files that were read, and the tests need.
  fileprivate func privateDeclarations(for contents: SuiteContents) -> [FileDeclaration] {
    var file = FocusedFile()
    file.add(contents)
    let names = file.mentionedNames
    return sections.flatMap { $0.template.privateDeclarations(names) }.uniqued
  }
}
