/** Section with the sessions of the person. */

import { loadAgain } from '../../api/answers.ts';
import { endOtherSessions, endSession, type ListedSession, listSessions } from '../../api/calls/people.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { browserText } from './browser-text.ts';

/** Lists where the person is signed in, and ends one session or all others. */
export function SessionsSection() {
  const { data, error, isBusy, retry } = useCall(listSessions, {});
  const ending = useAction(async ({ act, message }: { act: () => Promise<unknown>; message: string }) => {
    await act();
    showToast(message);
    await loadAgain(listSessions);
  });
  const end = ({ id }: ListedSession) =>
    void ending.run({ act: () => endSession.send({ params: { id } }), message: 'The session has ended.' });
  return (
    <section class="section">
      <div class="section-head">
        <h2>Sessions</h2>
        {data && data.sessions.length > 1 && (
          <Button
            isBusy={ending.isBusy}
            onClick={() =>
              void ending.run({
                act: () => endOtherSessions.send({}),
                message: 'All other sessions have ended.',
              })
            }
          >
            End all others
          </Button>
        )}
      </div>
      {(error ?? ending.error) && <ErrorState error={(error ?? ending.error)!} onRetry={retry} />}
      {!data && !error && <Skeleton lines={3} />}
      {data && (
        <DataTable
          label="Sessions"
          columns={data.sessions.length > 1 ? [...COLUMNS, actions(end)] : COLUMNS}
          rows={data.sessions}
          keyOf={({ id }) => id}
          isBusy={isBusy}
        />
      )}
    </section>
  );
}

const COLUMNS: readonly Column<ListedSession>[] = [
  {
    key: 'browser',
    label: 'Browser',
    cell: ({ browser, isCurrent }) => (
      <span class="row">
        <span title={browser}>{browserText(browser)}</span>
        {isCurrent && <Badge tone="accent">This one</Badge>}
      </span>
    ),
  },
  { key: 'address', label: 'Address', cell: ({ address }) => <bdi class="mono">{address}</bdi> },
  {
    key: 'seen',
    label: 'Last used',
    cell: ({ lastSeenAt }) => <RelativeTime time={lastSeenAt} />,
  },
  {
    key: 'began',
    label: 'Signed in',
    isExtra: true,
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
  },
];

function actions(end: (session: ListedSession) => void): Column<ListedSession> {
  return {
    key: 'act',
    label: 'Actions',
    cell: (session) =>
      !session.isCurrent && (
        <Button
          small
          label={`End the session of ${browserText(session.browser)} at ${session.address}`}
          onClick={() => end(session)}
        >
          End
        </Button>
      ),
  };
}
