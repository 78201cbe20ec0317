/** Logging: JSON lines on stderr, or readable lines when stderr is a terminal. Secrets never get through. */
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export type { Logger } from 'pino';

/** Fields that are never written, at the top and one level down. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'apiKey',
  'api_key',
  'key',
  'secret',
  'password',
  'pepper',
  'token',
  'databaseUrl',
] as const;

/** Secrets inside sentences: API keys, webhook secrets, bearer tokens, passwords of addresses. */
const SECRET_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/fwd_live_([0-9A-Za-z]{8})_[0-9A-Za-z_]+/g, 'fwd_live_$1_[redacted]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[redacted]'],
  [/\b(Bearer|ApiKey) [^\s"\\]+/gi, '$1 [redacted]'],
  [/(postgres(?:ql)?:\/\/[^:/@\s"]*):[^@\s"]*@/g, '$1:[redacted]@'],
];

/** A logger for one process; `role` stands in every line. */
export function createLogger(level: LogLevel, role: string): Logger {
  return pino(
    {
      level,
      base: { role },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
      hooks: { streamWrite: redactLine },
    },
    process.stderr.isTTY
      ? { write: (line) => process.stderr.write(readableLine(line)) }
      : pino.destination({ fd: 2, sync: true }),
  );
}

/** The line without anything that looks like a secret. */
export function redactLine(line: string): string {
  return SECRET_PATTERNS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/** A JSON log line as a person reads it: time, role, level, message, then the other fields. */
function readableLine(line: string): string {
  const { time, role, level, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const clock = String(time).slice(11, 19);
  const rest = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const cause =
    typeof err === 'object' && err !== null
      ? `\n${String((err as { stack?: unknown }).stack ?? JSON.stringify(err))}`
      : '';
  return `${clock} ${String(role).padEnd(8)} ${String(level).padEnd(5)} ${String(msg ?? '')}${rest.join('')}${cause}\n`;
}
