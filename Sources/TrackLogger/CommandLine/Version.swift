import TrackCore

/// The program's version, as `--version` prints it.
let programVersion = "0.1.0"

/// The first day of the year of this release, 2026: a live fix dated before it is of a receiver that miscounts weeks, by 19.6
/// years or a multiple. `[filter] earliest_date` sets another.
let earliestDate = Instant(milliseconds: 1_767_225_600_000)
