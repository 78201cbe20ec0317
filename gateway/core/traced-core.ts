/** Traces calls of the core as spans, the parents of the core's own spans. */
import type { Span, Tracer } from '../../src/infra/telemetry/tracer.ts';
import { failureOf } from '../../src/infra/telemetry/tracer.ts';
import type { CallContext, Core } from './client.ts';
import type { OpenedCall } from './opened-call.ts';

/** Wraps the core. A call that is opened before its message is one span, from its opening to its answer. */
export function tracedCore(core: Core, tracer: Tracer | null): Core {
  if (tracer === null) return core;
  const spans = new WeakMap<OpenedCall, Span>();
  const spanOf = (path: string, { opened }: CallContext): Span => {
    const begun = opened && opened.path === path && !opened.isSent() ? spans.get(opened) : undefined;
    return begun ?? tracer.start({ name: path.slice(1), kind: 'client', attributes: callAttributes(path) });
  };
  return {
    ...core,
    async open(path, context) {
      const span = spanOf(path, context);
      const opened = await settled(
        core.open(path, { ...context, traceparent: span.traceparent }),
        span,
        false,
      );
      const traced: OpenedCall = {
        ...opened,
        cancel() {
          opened.cancel();
          span.end();
        },
      };
      spans.set(traced, span);
      return traced;
    },
    call(method, request, context, time) {
      const span = spanOf(method.path, context);
      const traced = { ...context, traceparent: span.traceparent };
      return settled(core.call(method, request, traced, time), span, true);
    },
  };
}

async function settled<Value>(answer: Promise<Value>, span: Span, isLast: boolean): Promise<Value> {
  try {
    const value = await answer;
    if (isLast) span.end();
    return value;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

function callAttributes(path: string) {
  const [, service = '', method = ''] = path.split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
}
