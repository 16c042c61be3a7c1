extension UnmetClaims {
  /// Notes a claim if an assert closure is being evaluated.
  static func note(_ claim: () -> UnmetClaim?) {
    guard let current = DependencyValues.scoped?.contents.unmetClaims, let claim = claim() else {
      return
    }
    current.add(claim)
  }
}
