/// What stands in a suite.
struct SuiteContents {
  struct Function {
    let name: String
    /// The attributes and the signature.
    let head: [String]
    let body: [String]
  }

  let header: [String]
  var properties: [[String]]
  /// What is done before and after each test.
  var lifecycle: [[String]]
  var functions: [Function]
  var members: [[String]]
  let helper: [String]

  /// Adds what another one has besides.
  mutating func add(_ other: SuiteContents) {
    properties = (properties + other.properties).uniqued
    lifecycle = (lifecycle + other.lifecycle).uniqued
    functions += other.functions
    members = (members + other.members).uniqued
  }
}

/// A declaration outside of a suite.
struct FileDeclaration: Hashable {
  /// What it declares; nothing if it is an extension.
  let names: [String]
  let lines: [String]
}
