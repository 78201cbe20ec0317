/** Screen of `/inbox`: what waits for the person, and what happened to their requests. */

import { knownAnswer, setAnswer } from '../../api/answers.ts';
import { type InboxEntry, listInbox, markInboxRead } from '../../api/calls/exceptions.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { repositoryText } from './exception-words.ts';

/** Lists the entries; opening one marks it as read. */
export default function InboxScreen() {
  const { data, error, isBusy, retry } = useCall(listInbox, {});
  const mark = useAction(read);
  const unread = data?.entries.filter(({ isRead }) => !isRead) ?? [];
  return (
    <>
      <PageHeader
        title="Inbox"
        subtitle="Requests to decide on, decisions on yours, and blocked changes of your teams."
        actions={
          unread.length > 0 && (
            <Button isBusy={mark.isBusy} onClick={() => void mark.run(unread)}>
              Mark all as read
            </Button>
          )
        }
      />
      {(error ?? mark.error) && <ErrorState error={(error ?? mark.error)!} onRetry={retry} />}
      {data === undefined && !error && <Skeleton lines={6} />}
      {data?.entries.length === 0 && (
        <EmptyState icon="inbox" title="Nothing waits for you">
          Requests that you may decide on appear here.
        </EmptyState>
      )}
      {data && data.entries.length > 0 && (
        <DataTable
          label="Inbox"
          columns={COLUMNS}
          rows={data.entries}
          keyOf={({ id }) => id}
          isBusy={isBusy}
        />
      )}
    </>
  );
}

/** Marks entries as read. */
async function read(entries: readonly InboxEntry[]): Promise<void> {
  const { unreadCount } = await markInboxRead.send({ body: { ids: entries.map(({ id }) => id) } });
  const ids = new Set(entries.map(({ id }) => id));
  const known = knownAnswer(listInbox, {});
  if (known === undefined) return;
  setAnswer(
    listInbox,
    {},
    {
      unreadCount,
      entries: known.entries.map((entry) => (ids.has(entry.id) ? { ...entry, isRead: true } : entry)),
    },
  );
}

const COLUMNS: readonly Column<InboxEntry>[] = [
  {
    key: 'what',
    label: 'What',
    cell: (entry) => (
      <>
        <a
          class="row-link"
          href={addressOf(entry)}
          onClick={() => {
            if (!entry.isRead) void read([entry]).catch(() => undefined);
          }}
        >
          {entry.isRead ? titleOf(entry) : <strong>{titleOf(entry)}</strong>}
        </a>
        <span class="cell-note">
          <TextParts parts={[entry.repository && repositoryText(entry.repository), entry.fileName]} />
        </span>
      </>
    ),
  },
  { key: 'state', label: 'State', isExtra: true, cell: ({ isRead }) => (isRead ? 'Read' : 'New') },
  { key: 'time', label: 'Time', cell: ({ occurredAt }) => <RelativeTime time={occurredAt} /> },
];

/** Returns the sentence of an entry. */
function titleOf({ kind, person, ruleId, decision, wouldBlock }: InboxEntry) {
  const who = <bdi>{person ?? 'Someone'}</bdi>;
  if (kind === 'request')
    return (
      <>
        {who} requests an exception for {ruleId}
      </>
    );
  if (kind === 'decision')
    return (
      <>
        {who} {decision} your exception for {ruleId}
      </>
    );
  if (kind === 'expiring') return `Your exception for ${ruleId} expires soon`;
  return wouldBlock === 1 ? '1 finding blocks a change' : `${wouldBlock} findings block a change`;
}

function addressOf({ kind, subjectId: id }: InboxEntry): string {
  return kind === 'blocked' ? href('/changes/:id', { id }) : href('/exceptions/:id', { id });
}
