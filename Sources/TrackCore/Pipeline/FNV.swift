/// FNV-1a with 64 bits (draft-eastlake-fnv): tells bytes apart, cheaply; no protection against someone who wants them alike.
public enum FNV {
  public static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
