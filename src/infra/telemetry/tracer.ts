/**
 * Spans of this program, independent of their exporter. There is a tracer only when tracing is on: otherwise nothing
 * of this runs.
 */

/** Attributes of a span; never personal data, and never a caller's text. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Parent of the span, as W3C `traceparent`. Absent: the current span. Malformed: none. */
  readonly parent?: string | null;
  /** True for deferred work of the parent: it is also linked. */
  readonly isLater?: boolean;
  /** Start in milliseconds since 1970; absent: now. */
  readonly startMs?: number;
}

export interface Span {
  readonly traceId: string;
  /** Parent header for children in other processes. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Runs work, and everything that follows from it, within the span. */
  run<Result>(work: () => Result): Result;
  /** Ends the span, once. `failure`: the error as one word. */
  end(failure?: string | null): void;
}

export interface Tracer {
  start(start: SpanStart): Span;
  /** Returns the current span. */
  current(): Span | null;
  /** Sends all pending spans. */
  close(): Promise<void>;
}

/** Runs the work in a span of its own; without a tracer it only runs the work. */
export async function inSpan<Result>(
  tracer: Tracer | null,
  start: SpanStart,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (tracer === null) return work(null);
  const span = tracer.start(start);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** Returns the error as one word: its code if there is one, never the message, which quotes callers' input. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error ? String(error.code) : error.name;
}
