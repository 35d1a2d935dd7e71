// What SQLite needs to insert the fixes that tracklogger recorded, and no more: no decoding, no trips, no checkpoint.
//
//   insert FROM TO [ROWS PER TRANSACTION]      FROM: a database of tracklogger; TO: a new file
//
// Reads the table `fix` of FROM into memory, makes the same table in TO, with the same page size, WAL and synchronous=FULL, and inserts
// the rows. Prints "ROWS SECONDS": CPU time (user and system) of the inserting alone.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { columns_max = 32 };
struct row {
  sqlite3_int64 value[columns_max];
  unsigned nulls;
};

static double cpu(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static void must(int code, sqlite3 *db, const char *what) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fprintf(stderr, "insert: %s: %s\n", what, sqlite3_errmsg(db));
  exit(1);
}

static sqlite3_stmt *prepared(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  must(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), db, sql);
  return statement;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: insert FROM TO [ROWS PER TRANSACTION]\n");
    return 64;
  }
  long batch = argc > 3 ? atol(argv[3]) : 1000;
  sqlite3 *from, *to;
  must(sqlite3_open_v2(argv[1], &from, SQLITE_OPEN_READWRITE, NULL), from, argv[1]);
  remove(argv[2]);
  must(sqlite3_open(argv[2], &to), to, argv[2]);

  sqlite3_stmt *page = prepared(from, "PRAGMA page_size");
  sqlite3_step(page);
  char pragma[64];
  snprintf(pragma, sizeof pragma, "PRAGMA page_size=%d", sqlite3_column_int(page, 0));
  sqlite3_finalize(page);
  must(sqlite3_exec(to, pragma, NULL, NULL, NULL), to, pragma);
  must(sqlite3_exec(to, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", NULL, NULL, NULL), to, "pragma");

  sqlite3_stmt *schema = prepared(from, "SELECT sql FROM sqlite_master WHERE tbl_name = 'fix' AND sql NOT NULL AND type != 'view'");
  while (sqlite3_step(schema) == SQLITE_ROW)
    must(sqlite3_exec(to, (const char *)sqlite3_column_text(schema, 0), NULL, NULL, NULL), to, "schema");
  sqlite3_finalize(schema);

  sqlite3_stmt *read = prepared(from, "SELECT * FROM fix ORDER BY 1");
  int columns = sqlite3_column_count(read);
  if (columns > columns_max) return fprintf(stderr, "insert: more columns than expected\n"), 1;
  long count = 0, capacity = 1 << 16;
  struct row *rows = malloc(capacity * sizeof *rows);
  int code;
  while ((code = sqlite3_step(read)) == SQLITE_ROW && rows) {
    if (count == capacity) rows = realloc(rows, (capacity *= 2) * sizeof *rows);
    if (!rows) break;
    rows[count].nulls = 0;
    for (int c = 0; c < columns; c++) {
      rows[count].value[c] = sqlite3_column_int64(read, c);
      if (sqlite3_column_type(read, c) == SQLITE_NULL) rows[count].nulls |= 1u << c;
    }
    count++;
  }
  must(code, from, "reading");
  sqlite3_finalize(read);
  if (!rows) return fprintf(stderr, "insert: no memory\n"), 1;

  char sql[256] = "INSERT INTO fix VALUES (?";
  for (int c = 1; c < columns; c++) strcat(sql, ",?");
  strcat(sql, ")");
  sqlite3_stmt *insert = prepared(to, sql);
  double start = cpu();
  for (long r = 0; r < count; r++) {
    if (r % batch == 0) must(sqlite3_exec(to, r ? "COMMIT; BEGIN" : "BEGIN", NULL, NULL, NULL), to, "begin");
    for (int c = 0; c < columns; c++) {
      if (rows[r].nulls >> c & 1) sqlite3_bind_null(insert, c + 1);
      else sqlite3_bind_int64(insert, c + 1, rows[r].value[c]);
    }
    must(sqlite3_step(insert), to, "insert");
    sqlite3_reset(insert);
  }
  if (count) must(sqlite3_exec(to, "COMMIT", NULL, NULL, NULL), to, "commit");
  printf("%ld %.6f\n", count, cpu() - start);
  return 0;
}
