/** Every attempt to deliver as a span of the trace that its event comes from. */
import type { ClaimedDelivery } from '../store/delivery-claims.ts';
import type { FinishedAttempt } from '../store/delivery-results.ts';
import type { Tracer } from '../telemetry/tracer.ts';
import { failureOf } from '../telemetry/tracer.ts';

/** Makes the attempt in a span. It does not say where it leads: addresses of webhooks hold secrets. */
export async function inAttemptSpan(
  tracer: Tracer | null,
  { traceparent, eventKind, target, attempts }: ClaimedDelivery,
  attempt: () => Promise<FinishedAttempt>,
): Promise<FinishedAttempt> {
  if (tracer === null) return attempt();
  const span = tracer.start({
    name: `deliver ${eventKind}`,
    kind: 'client',
    parent: traceparent,
    isLater: true,
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attempts,
      'flowarden.event': eventKind,
      'flowarden.webhook.target': target,
    },
  });
  try {
    const finished = await span.run(attempt);
    if (finished.statusCode !== null) span.set({ 'http.response.status_code': finished.statusCode });
    span.end(finished.outcome === 'success' ? null : finished.outcome);
    return finished;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}
