/** Severity of a log entry (wire-conference 8, `logLevel`). */
export const LogLevel = { Trace: 0, Debug: 1, Info: 2, Warn: 3, Error: 4, Fatal: 5 } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

const NAMES = Object.keys(LogLevel);

/** `TRACE` to `FATAL`. */
export const nameOfLevel = (level: LogLevel): string => (NAMES[level] ?? '').toUpperCase();
