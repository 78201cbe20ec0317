/** Every call as a span, from its headers to its status. */
import { type Metadata, status } from '@grpc/grpc-js';
import { inSpan, type Span, type Tracer } from '../../infra/telemetry/tracer.ts';

export interface CallSpan {
  /** Does something as part of it. */
  run<Result>(work: () => Result): Result;
  /** Ends it, once, with this code. */
  end(code: number): void;
}

/** Codes that say that the fault is ours, in OpenTelemetry's conventions. */
const FAULTS: readonly number[] = [
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
];

/** Begins the span of a call, which belongs to that of its caller. Null without a tracer. */
export function startCallSpan(tracer: Tracer | null, path: string, metadata: Metadata): CallSpan | null {
  if (tracer === null) return null;
  const [, service = '', method = ''] = path.split('/');
  const [parent] = metadata.get('traceparent');
  const span: Span = tracer.start({
    name: path.slice(1),
    kind: 'server',
    parent: typeof parent === 'string' ? parent : null,
    attributes: { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method },
  });
  return {
    run: span.run,
    end(code) {
      span.set({ 'rpc.grpc.status_code': code });
      span.end(FAULTS.includes(code) ? (status[code] ?? 'UNKNOWN') : null);
    },
  };
}

/** Does a part of the call in a span of its own; without a tracer just so. */
export function inCallSpan<Result>(
  tracer: Tracer | null,
  call: CallSpan | null,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return call === null ? work() : call.run(() => inSpan(tracer, { name }, work));
}
