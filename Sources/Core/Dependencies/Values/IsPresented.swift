private enum IsPresentedKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// Whether the running feature is presented by a parent, and so can be dismissed.
  public var isPresented: Bool {
    get {
      if let feature = presentedFeature, !feature.isPresentedOverridden { return true }
      return self[IsPresentedKey.self]
    }
    set {
      presentedFeature?.isPresentedOverridden = true
      self[IsPresentedKey.self] = newValue
    }
  }
}
