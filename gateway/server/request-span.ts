/** Traces every request as a span, the child of a caller's that sends `traceparent`. */
import type { RequestHandler } from 'express';
import type { Tracer } from '../../src/infra/telemetry/tracer.ts';
import { replyOf } from '../response/reply.ts';

/** Starts the span, which ends with the answer. Its name has the pattern of the path: paths hold share tokens. */
export function beginSpan(tracer: Tracer): RequestHandler {
  return (request, response, next) => {
    const { method } = request;
    const span = tracer.start({
      name: method,
      kind: 'server',
      parent: request.get('traceparent') ?? null,
      attributes: { 'http.request.method': method },
    });
    const reply = replyOf(response);
    reply.traceId = span.traceId;
    response.once('close', () => {
      const { statusCode: status, writableFinished } = response;
      if (reply.route !== null) {
        span.rename(`${method} ${reply.route}`);
        span.set({ 'http.route': reply.route });
      }
      if (writableFinished) span.set({ 'http.response.status_code': status });
      span.end(writableFinished ? (status >= 500 ? String(status) : null) : 'caller_gone');
    });
    span.run(next);
  };
}
