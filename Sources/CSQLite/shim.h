// SQLite as Swift can call it: the library's own header, and what its macros and variadic calls hide from Swift.
#ifndef TRACKLOGGER_CSQLITE_H
#define TRACKLOGGER_CSQLITE_H

#include <sqlite3.h>

_Static_assert(SQLITE_VERSION_NUMBER >= 3040000, "tracklogger needs SQLite 3.40 or newer");

/// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes that are bound.
static inline int tl_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
static inline int tl_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

#endif
