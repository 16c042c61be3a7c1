import SourceReading
import FocusedTestStore

// The paths from an exploration to the stubs and clocks of its test.
extension ExploreCall {
  /// The path to a stub at the exploration: `save`, `services.save`. `nil` if no file declares the stub.
  func path(toStub name: String) -> String? {
    let files = files
    return files.indices.lazy.flatMap { file in
      files[file].tokens.indices.lazy
        .filter {
          files[file].tokens[$0].kind == .string && files[file].text($0) == "\"\(name)\""
        }
        .compactMap { path(to: $0, in: file, of: files)?.name }
    }.first
  }

  /// The names of the clocks, in the order of their creation in the test.
  var clocks: [String] {
    guard let statement else { return [] }
    let test = source.block(around: statement.lowerBound)
    let files = files
    return files.indices
      .flatMap { file in
        files[file].tokens.indices
          .filter { files[file].text($0) == "TestClock" && files[file].isAssigned($0) }
          .compactMap { path(to: $0, in: file, of: files) }
      }
      .filter { !test.contains($0.creation) || $0.creation < statement.lowerBound }
      // Properties of the suite come first.
      .sorted {
        let isOfTest = test.contains($0.creation)
        return isOfTest == test.contains($1.creation) ? $0.creation < $1.creation : !isOfTest
      }
      .map(\.name)
  }

  /// The path from the exploration to the value that a token creates: a variable, or a member of a variable, at several
  /// levels. Also returns the token that creates the value of the variable.
  private func path(
    to index: Int, in file: Int, of files: [SwiftSource], atMost depth: Int = 4
  ) -> (name: String, creation: Int)? {
    let isHere = file == files.startIndex
    guard depth > 0, let variable = files[file].variable(holding: index) else { return nil }
    if isHere, isInScope(index) { return (variable.name, index) }
    guard let member = files[file].member(variable, isSeenElsewhere: !isHere) else { return nil }
    // Searches the file of the type, or all files if they can refer to the type.
    let isGlobal = member.scope == files[file].tokens.indices && !member.type.isPrivate
    return files.indices.lazy.filter { $0 == file || isGlobal }.flatMap { place in
      (place == file ? member.scope : files[place].tokens.indices).lazy
        .filter {
          files[place].text($0) == member.type.name && files[place].text($0 + 1) == "("
            && files[place].isAssigned($0)
        }
        .compactMap { path(to: $0, in: place, of: files, atMost: depth - 1) }
    }
    .first.map { ("\($0.name).\(member.name)", $0.creation) }
  }

  /// Whether the exploration can refer to the declaration at a token.
  private func isInScope(_ index: Int) -> Bool {
    statement.map { source.block(around: index).contains($0.lowerBound) } ?? false
  }
}

extension SwiftSource {
  fileprivate func isAssigned(_ index: Int) -> Bool { index > 0 && text(index - 1) == "=" }

  /// The member of a type that a variable is, or that an initializer sets to the variable, if other code can access the
  /// member. Also returns the scope in which other code can refer to the type.
  fileprivate func member(
    _ variable: (name: String, statement: Range<Int>), isSeenElsewhere: Bool
  ) -> (name: String, type: SwiftDeclaration, scope: Range<Int>)? {
    let body = block(around: variable.statement.lowerBound)
    var (name, owner) = (variable.name, owner(of: body))
    if let initializer = owner, initializer.keyword == "init" {
      owner = self.owner(of: block(around: initializer.tokens.lowerBound))
      // `let login = …`, and later `self.login = login`
      if declaration(variable.statement) != nil {
        let assigned = statements(in: body).map { $0.upperBound - 1 }
          .first { text($0) == variable.name && isAssigned($0) }
        guard let member = assigned.flatMap({ self.variable(holding: $0) }) else { return nil }
        name = member.name
      }
    }
    guard let type = owner, ["struct", "class", "actor"].contains(type.keyword),
      let declared = declarations(in: type.body).first(where: { $0.names == [name] }),
      !declared.modifiers.contains("private"), !(isSeenElsewhere && declared.isPrivate)
    else { return nil }
    return (name, type, block(around: type.tokens.lowerBound))
  }

  /// The declaration that has the block as its body.
  private func owner(of block: Range<Int>) -> SwiftDeclaration? {
    guard block.lowerBound > 0 else { return nil }
    return statement(around: block.lowerBound - 1).flatMap(declaration)
      .flatMap { $0.body == block ? $0 : nil }
  }
}
