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
    properties = [properties, other.properties].merged
    lifecycle = [lifecycle, other.lifecycle].merged
    functions += other.functions
    members = [members, other.members].merged
  }
}

/// A declaration outside of a suite.
struct FileDeclaration: Hashable {
  /// What it declares; nothing if it is an extension.
  let names: [String]
  let lines: [String]
}

extension [[[String]]] {
  /// The elements of all, each once.
  var merged: [[String]] {
    reduce(into: []) { all, elements in all += elements.filter { !all.contains($0) } }
  }
}
