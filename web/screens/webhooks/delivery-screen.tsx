/** Screen of one delivery: what was sent, and how each attempt went. */
import { useRoute } from 'preact-iso/router';
import { loadAgain } from '../../api/answers.ts';
import { type DeliveryDetails, getDelivery, listDeliveries, redeliver } from '../../api/calls/webhooks.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { CodeBlock } from '../../parts/layout/code-block.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { DeliveryBadge } from './state-badge.tsx';
import { EVENT_LABELS } from './webhook-words.ts';

/** Interval at which a delivery that is under way is read again. */
const POLL_MS = 2_000;
/** States in which something can be sent again. */
const ENDED = ['succeeded', 'failed', 'skipped', 'canceled'];

/** Shows one delivery. */
export default function DeliveryScreen() {
  const { id = '', delivery: deliveryId = '' } = useRoute().params;
  const params = { id, deliveryId };
  const { data, error, retry } = useCall(getDelivery, { params }, { pollMs: POLL_MS });
  const again = useAction(async () => {
    await redeliver.send({ params });
    showToast('The delivery is on its way again.');
    await Promise.all([getDelivery, listDeliveries].map((call) => loadAgain(call)));
  });
  const event = data?.delivery.event;
  return (
    <>
      <PageHeader
        title={(EVENT_LABELS as Readonly<Record<string, string>>)[event ?? ''] ?? event ?? 'Delivery'}
        subtitle={event && <code>{event}</code>}
        back={{ href: href('/webhooks/:id', { id }), label: 'Webhook' }}
        marks={data && <DeliveryBadge status={data.delivery.status} />}
        actions={
          data &&
          ENDED.includes(data.delivery.status) && (
            <Button isBusy={again.isBusy} onClick={() => void again.run(undefined)}>
              Send again
            </Button>
          )
        }
      />
      {again.error && <ErrorState error={again.error} />}
      {error && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && !error && <Skeleton />}
      {data && <Details details={data} />}
    </>
  );
}

function Details({ details: { delivery, attempts, body } }: { readonly details: DeliveryDetails }) {
  return (
    <>
      <KeyValues
        entries={[
          ['Delivery', <code key="id">{delivery.id}</code>],
          ['Made', <RelativeTime key="made" time={delivery.createdAt} />],
          ['Ended', delivery.finishedAt && <RelativeTime time={delivery.finishedAt} />],
          ['Next attempt', delivery.nextAttemptAt && <RelativeTime time={delivery.nextAttemptAt} />],
          ['Test', delivery.test && 'yes'],
        ]}
      />
      <section class="section">
        <h2>Attempts</h2>
        {attempts.length === 0 ? (
          <p class="soft">None yet.</p>
        ) : (
          <DataTable
            label="Attempts"
            columns={COLUMNS}
            rows={attempts.toReversed()}
            keyOf={({ number }) => String(number)}
          />
        )}
      </section>
      {body !== null && (
        <section class="section">
          <h2>Body</h2>
          <CodeBlock code={readable(body)} label="body" />
        </section>
      )}
    </>
  );
}

type Attempt = DeliveryDetails['attempts'][number];

const COLUMNS: readonly Column<Attempt>[] = [
  { key: 'number', label: 'Attempt', cell: ({ number }) => number },
  {
    key: 'outcome',
    label: 'Outcome',
    cell: ({ outcome, statusCode, error }) => (
      <>
        <Badge tone={outcome === 'success' ? 'good' : 'bad'}>{outcome.replaceAll('_', ' ')}</Badge>
        {statusCode !== null && <span class="mono"> {statusCode}</span>}
        {error !== null && <span class="cell-note">{error}</span>}
      </>
    ),
  },
  { key: 'duration', label: 'Took', isNumber: true, cell: ({ durationMs }) => `${durationMs} ms` },
  {
    key: 'started',
    label: 'When',
    isExtra: true,
    cell: ({ startedAt }) => <RelativeTime time={startedAt} />,
  },
  {
    key: 'answer',
    label: 'Answer',
    isExtra: true,
    cell: ({ responseBody }) =>
      responseBody ? <code class="cell-text">{responseBody}</code> : <span class="soft">–</span>,
  },
];

/** Returns JSON with line breaks; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
