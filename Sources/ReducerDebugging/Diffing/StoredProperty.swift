// The standard library keeps these key paths to itself on Apple platforms.
#if !canImport(Darwin)
  @_spi(Reflection) import Swift

  /// Calls a closure with the name and the key path of each stored property of a type.
  ///
  /// A property without a key path, as that of a closure or a weak one, is left out.
  package func forEachStoredProperty<Record>(
    of type: Record.Type, _ body: (_ name: String, PartialKeyPath<Record>) -> Void
  ) {
    // `ignoreUnknown`, by its value: its name is a variable, which Swift 6 takes for shared.
    let skippingUnknown = _EachFieldOptions(rawValue: 1 << 1)
    _ = _forEachFieldWithKeyPath(of: type, options: skippingUnknown) { name, keyPath in
      body(String(cString: name), keyPath)
      return true
    }
  }
#endif
