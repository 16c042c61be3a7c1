/// The client's own `Core`, which has nothing to do with the package's.
public enum Stride {
  public static let small = 1
}
