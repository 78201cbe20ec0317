/** Traces every call as a span, from its headers to its status. */
import { type Metadata, status } from '@grpc/grpc-js';
import { inSpan, type Span, type Tracer } from '../../infra/telemetry/tracer.ts';

export interface CallSpan {
  /** Runs work as a child of the span. */
  run<Result>(work: () => Result): Result;
  /** Ends the span, once, with this status code. */
  end(code: number): void;
}

/** Status codes of server faults by OpenTelemetry's conventions. */
const FAULTS: readonly number[] = [
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
];

/** Starts the span of a call as a child of its caller's. Null without a tracer. */
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

/** Runs a step of the call in a span of its own; without a tracer it only runs the step. */
export function inCallSpan<Result>(
  tracer: Tracer | null,
  call: CallSpan | null,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return call === null ? work() : call.run(() => inSpan(tracer, { name }, work));
}
