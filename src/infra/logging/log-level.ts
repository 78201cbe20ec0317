/** The levels of log lines, the most talkative first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A level that a process logs at. */
export type LogLevel = (typeof LOG_LEVELS)[number];
