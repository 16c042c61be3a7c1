extension TestProgram {
  /// Whether the tests of a package are a program. On Darwin, they are a bundle, which a program of Xcode loads.
  static let isSupported: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()
}
