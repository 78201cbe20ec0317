/** The parts of a result under its verdict. */
import type { Result } from '../../api/calls/results.ts';
import { VerdictBadge } from '../../parts/data/badge.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { deferred } from '../../parts/deferred.tsx';
import { CopyButton } from '../../parts/form/copy-button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { Tabs } from '../../parts/layout/tabs.tsx';
import { href } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { ChangesView } from './changes-view.tsx';
import { FindingPanel } from './finding-panel.tsx';
import { FindingsView } from './findings-view.tsx';
import { ResultLinks } from './result-links.tsx';
import { RESULT_PARAMS, VIEWS, type View } from './result-params.ts';
import { RunSteps } from './run-steps.tsx';
import { RunView } from './run-view.tsx';
import { Verdict } from './verdict.tsx';

const ResultPicture = deferred(async () => (await import('./picture/result-picture.tsx')).default);

const TAB_LABELS: Readonly<Record<View, string>> = {
  findings: 'Findings',
  picture: 'Picture',
  changes: 'Changes',
  run: 'Run',
};

/** Shows a result with its tabs, and the open finding beside it. */
export function ResultView({ result }: { readonly result: Result }) {
  const [state, change] = useUrlState(RESULT_PARAMS);
  const titleOf = usePlatformTitles();
  const { validationId: id, diff, summary } = result;
  const changed =
    diff.newFindingsCount + diff.resolvedFindingsCount + diff.severityChangedCount + diff.waiverChangedCount;
  const counts: Readonly<Partial<Record<View, number>>> = { findings: summary.total, changes: changed };
  return (
    <>
      <PageHeader
        title={result.filename ?? 'Result'}
        back={{ href: href('/feed', null), label: 'Feed' }}
        marks={<VerdictBadge {...result} />}
        subtitle={
          <TextParts
            parts={[
              result.platform && titleOf(result.platform),
              result.pipeline.repository,
              result.pipeline.branch,
              result.label,
            ]}
          />
        }
        actions={
          <>
            <RunSteps result={result} />
            <CopyButton text={location.href} label="Copy link">
              Copy link
            </CopyButton>
          </>
        }
      />
      <Verdict result={result} />
      <ResultLinks result={result} />
      <Tabs
        label="Result"
        tabs={VIEWS.map((view) => ({
          label: TAB_LABELS[view],
          href: href(
            '/validations/:id',
            { id },
            { view: view === 'findings' ? null : view, finding: state.finding || null },
          ),
          isCurrent: state.view === view,
          ...(counts[view] === undefined ? {} : { count: counts[view] }),
        }))}
      />
      {state.view === 'findings' && <FindingsView result={result} state={state} onChange={change} />}
      {state.view === 'picture' && (
        <ResultPicture
          validationId={id}
          workflow={state.workflow}
          finding={state.finding}
          onFinding={(finding, workflow) => change({ finding, workflow: String(workflow) })}
          onWorkflow={(workflow) => change({ workflow: String(workflow), finding: '' })}
        />
      )}
      {state.view === 'changes' && <ChangesView diff={diff} />}
      {state.view === 'run' && <RunView result={result} />}
      {state.finding !== '' && (
        <FindingPanel
          key={state.finding}
          result={result}
          findingId={state.finding}
          isDrawn={state.view === 'picture'}
          onClose={() => change({ finding: '' })}
        />
      )}
    </>
  );
}
