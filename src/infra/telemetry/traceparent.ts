/** Header `traceparent` of W3C Trace Context: the parent span and its trace. */

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Longest accepted header: later versions may add fields, for which this is enough. */
const CHARACTERS_MAX = 512;
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses the header; null when it is not well-formed. */
export function parseTraceparent(text: string): TraceContext | null {
  if (text.length > CHARACTERS_MAX) return null;
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Formats the header. */
export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
