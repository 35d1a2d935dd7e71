import Testing

@testable import CSQLite

@Suite struct BindingTests {
  private func length(_ bind: (OpaquePointer) -> Int32) -> (type: String, length: Int32)? {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(database)
    }
    guard sqlite3_open(":memory:", &database) == SQLITE_OK,
      sqlite3_prepare_v2(database, "SELECT typeof(?1), length(CAST(?1 AS BLOB))", -1, &statement, nil) == SQLITE_OK,
      let statement, bind(statement) == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW,
      let type = sqlite3_column_text(statement, 0)
    else { return nil }
    return (String(cString: type), sqlite3_column_int(statement, 1))
  }

  @Test func theLibraryIsTheOneThatWasCompiledAgainst() {
    #expect(sqlite3_libversion_number() >= 3_040_000)
    #expect(SQLITE_VERSION_NUMBER / 1_000_000 == sqlite3_libversion_number() / 1_000_000)
  }

  @Test func textIsCopiedWithEveryByte() throws {
    let bound = try #require(length { tl_bind_text($0, 1, "a\0é", 4) })
    #expect(bound == ("text", 4))
  }

  @Test func bytesAreCopied() throws {
    let bound = try #require(
      length { statement in
        [UInt8](repeating: 7, count: 5000).withUnsafeBytes { tl_bind_blob(statement, 1, $0.baseAddress, 5000) }
      })
    #expect(bound == ("blob", 5000))
  }
}
