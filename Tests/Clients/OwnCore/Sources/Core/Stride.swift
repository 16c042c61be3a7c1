/// The client's own `Core`, which isn't related to the package's.
public enum Stride {
  public static let small = 1
}
