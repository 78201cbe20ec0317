/**
 * Spans as this program makes them, whoever keeps them. There is a tracer only where traces are collected: without one
 * nothing of this runs.
 */

/** What a span is about; never anything personal, and never a text of a caller's. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** What the span belongs to, as W3C `traceparent`. Left out: the span that runs now. Not well-formed: none. */
  readonly parent?: string | null;
  /** Whether the parent asked for this to be done later: it is linked too. */
  readonly isLater?: boolean;
  /** When it began, in milliseconds since 1970; left out: now. */
  readonly startMs?: number;
}

export interface Span {
  readonly traceId: string;
  /** What others say they belong to. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Does something as part of the span, with all that follows from it. */
  run<Result>(work: () => Result): Result;
  /** Ends it, once. `failure`: what went wrong, as one word. */
  end(failure?: string | null): void;
}

export interface Tracer {
  start(start: SpanStart): Span;
  /** The span that runs now. */
  current(): Span | null;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}

/** Does the work in a span of its own; without a tracer just so. */
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

/** What went wrong, in one word: a code where there is one, never the message, which quotes what callers sent. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error ? String(error.code) : error.name;
}
