/** Screen of `/changes/{id}`: the verdict on a push, its files, and what it brings and resolves. */
import { useRoute } from 'preact-iso/router';
import { loadAgain } from '../../api/answers.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Change, getChange, listChangeFindings, listChangeRuns } from '../../api/calls/changes.ts';
import { useCall } from '../../api/use-call.ts';
import { useFeedNews } from '../../api/use-feed-news.ts';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { CopyButton } from '../../parts/form/copy-button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { Tabs } from '../../parts/layout/tabs.tsx';
import { href } from '../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { ChangeFacts } from './change-facts.tsx';
import { ChangeFindings } from './change-findings.tsx';
import { ChangeRuns } from './change-runs.tsx';
import { ChangeVerdict, changeTitle } from './change-verdict.tsx';

const VIEWS = ['files', 'new', 'resolved', 'replaced'] as const;
type View = (typeof VIEWS)[number];

const LABELS: Readonly<Record<View, string>> = {
  files: 'Files',
  new: 'New findings',
  resolved: 'Resolved findings',
  replaced: 'Earlier runs',
};

const PARAMS = { view: choiceParam(VIEWS, 'files') };

/** Interval at which a change under way is read again while no stream is open. */
const POLL_MS = 5_000;

function refresh(): void {
  for (const call of [getChange, listChangeRuns, listChangeFindings]) void loadAgain(call);
}

/** Shows a change; its numbers go on by themselves. */
export default function ChangeScreen() {
  const changeId = useRoute().params.id ?? '';
  const [{ view }] = useUrlState(PARAMS);
  const isLive = useFeedNews(refresh);
  const { data, error, retry } = useCall(
    getChange,
    { params: { changeId } },
    { pollMs: isLive ? false : POLL_MS },
  );
  const change = data?.id === changeId ? data : undefined;
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <>
      <PageHeader
        back={{ href: href('/feed', null), label: 'Feed' }}
        title={change === undefined ? 'Change' : changeTitle(change)}
        marks={change && <ChangeVerdict change={change} />}
        subtitle={change && <TextParts parts={[change.branch, change.environment, change.label]} />}
        actions={
          change && (
            <CopyButton text={location.href} label="Copy link">
              Copy link
            </CopyButton>
          )
        }
      />
      {isUnknown && (
        <EmptyState icon="feed" title="No change has this id">
          It may belong to another organisation, or its time of retention is over.
        </EmptyState>
      )}
      {error && !isUnknown && <ErrorState error={error} onRetry={retry} />}
      {!change && !error && <Skeleton lines={8} />}
      {change && (
        <>
          <ChangeFacts change={change} />
          <Tabs
            label="Change"
            tabs={VIEWS.map((name) => ({
              label: LABELS[name],
              href: href('/changes/:id', { id: changeId }, { view: name === 'files' ? null : name }),
              isCurrent: view === name,
              count: countOf(change, name),
            }))}
          />
          {view === 'files' || view === 'replaced' ? (
            <ChangeRuns key={view} change={change} isReplaced={view === 'replaced'} />
          ) : (
            <ChangeFindings key={view} change={change} status={view} />
          )}
        </>
      )}
    </>
  );
}

function countOf(change: Change, view: View): number {
  const counts = {
    files: change.countedRuns,
    new: change.newFindingsCount,
    resolved: change.resolvedFindingsCount,
    replaced: change.runCount - change.countedRuns,
  } as const satisfies Readonly<Record<View, number>>;
  return counts[view];
}
