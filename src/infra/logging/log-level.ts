/** Levels of log lines, the most verbose first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Level that a process logs at. */
export type LogLevel = (typeof LOG_LEVELS)[number];
