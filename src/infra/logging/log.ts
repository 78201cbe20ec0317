/** Logging: JSON lines on stderr, or readable lines when stderr is a terminal. Secrets are redacted. */
import { type Logger, type LoggerOptions, pino } from 'pino';
import { showControlCharacters } from '../../text/control-characters.ts';
import type { LogLevel } from './log-level.ts';
import { createLogStream } from './log-stream.ts';
import { printable, printError } from './output.ts';

export type { Logger } from 'pino';

/** Source of the current trace id. */
export interface TraceSource {
  current(): { readonly traceId: string } | null;
}

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

/** Secrets inside sentences: API keys, webhook secrets, tokens with and without their scheme, sessions, links, passwords of addresses. */
const SECRET_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/fwd_live_([0-9A-Za-z]{8})_[0-9A-Za-z_]+/g, 'fwd_live_$1_[redacted]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[redacted]'],
  [/\b(Bearer|ApiKey) [^\s"\\]+/gi, '$1 [redacted]'],
  [/(\bSession |#t=)[\w-]{43}/gi, '$1[redacted]'],
  [/(?<![\w-])(?=[\w-]*\beyJ[\w-]{8})[\w-]+\.[\w-]+\.[\w-]*/g, 'eyJ[redacted]'],
  [/(?<![^@\s"])(?=[^@\s"]*@)([^@\s"]*?postgres(?:ql)?:\/\/[^:/@\s"]*):[^@\s"]*@/g, '$1:[redacted]@'],
];

/**
 * Creates the logger of a process; every line has the `role`, and the current trace if there is one.
 * @param muted when it aborts, the logger and its children write nothing more
 */
export function createLogger(
  level: LogLevel,
  role: string,
  tracer: TraceSource | null = null,
  muted: AbortSignal | null = null,
): Logger {
  return pino(
    {
      level,
      base: { role },
      ...(tracer === null ? {} : { mixin: () => traceOf(tracer) }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
      hooks: {
        streamWrite: (line) => printable(redactLine(line)),
        ...(muted === null ? {} : { logMethod: unlessMuted(muted) }),
      },
    },
    process.stderr.isTTY
      ? { write: (line) => printError(readableLine(line)) }
      : createLogStream(process.stderr, (lines) => droppedLine(role, lines)),
  );
}

/** Builds the line that reports dropped lines. */
function droppedLine(role: string, droppedLines: number): string {
  const msg = 'The reader of the log stalled: lines were dropped';
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), role, droppedLines, msg })}\n`;
}

type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

function unlessMuted(muted: AbortSignal): LogHook {
  return function (args, method) {
    if (!muted.aborted) method.apply(this, args);
  };
}

function traceOf(tracer: TraceSource): object {
  const span = tracer.current();
  return span === null ? {} : { traceId: span.traceId };
}

/** Start of each secret pattern. Nearly no line matches, and this single check is all that such a line costs. */
const SECRET_STARTS = /fwd_live_|whsec_|Bearer |ApiKey |Session |#t=|eyJ|postgres/i;

/** Redacts everything in the line that looks like a secret. */
export function redactLine(line: string): string {
  if (!SECRET_STARTS.test(line)) return line;
  return SECRET_PATTERNS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/**
 * Formats a JSON log line for people: time, role, level, message, then the other fields. One line except for stacks.
 */
export function readableLine(line: string): string {
  const { time, role, level, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const clock = String(time).slice(11, 19);
  const shown = (value: unknown) =>
    showControlCharacters(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${shown(value)}`);
  const cause =
    typeof err === 'object' && err !== null
      ? stackOf(err)
          .map((part) => `\n    ${shown(part)}`)
          .join('')
      : '';
  return `${clock} ${String(role).padEnd(8)} ${String(level).padEnd(5)} ${shown(msg ?? '')}${rest.join('')}${cause}\n`;
}

function stackOf(error: { readonly stack?: unknown }): readonly string[] {
  return String(error.stack ?? JSON.stringify(error)).split('\n');
}
