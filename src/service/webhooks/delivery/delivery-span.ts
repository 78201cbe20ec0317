/** Every attempt to deliver as a span of the trace that its event comes from. */

import type { Tracer } from '../../../infra/telemetry/tracer.ts';
import { failureOf } from '../../../infra/telemetry/tracer.ts';
import type { FinishedAttempt } from './attempts-store.ts';
import type { Outgoing } from './deliver.ts';

/** Makes the attempt in a span. It does not say where it leads: addresses of webhooks hold secrets. */
export async function inAttemptSpan(
  tracer: Tracer | null,
  { traceparent, event, recipient, attempts }: Outgoing,
  attempt: () => Promise<FinishedAttempt>,
): Promise<FinishedAttempt> {
  if (tracer === null) return attempt();
  const span = tracer.start({
    name: `deliver ${event.kind}`,
    kind: 'client',
    parent: traceparent,
    isLater: true,
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attempts,
      'flowarden.event': event.kind,
      'flowarden.webhook.target': recipient.target,
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
