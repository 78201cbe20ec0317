/** Findings of a result: filters, groups, and what was checked where there is nothing. */
import { listResultFindings, type Result } from '../../api/calls/results.ts';
import { useList } from '../../api/use-list.ts';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { NewRulesNote } from '../../parts/feedback/new-rules-note.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { ChecksSection } from './checks-section.tsx';
import { FindingFilterBar } from './finding-filter-bar.tsx';
import { FindingGroups } from './finding-groups.tsx';
import {
  type FindingFilters,
  findingQuery,
  type Grouping,
  hasFilters,
  NO_FINDING_FILTERS,
} from './result-params.ts';

interface FindingsViewProps {
  readonly result: Result;
  readonly state: FindingFilters & { readonly group: Grouping; readonly finding: string };
  readonly onChange: (
    changes: Partial<FindingFilters & { readonly group: Grouping; readonly finding: string }>,
    kind?: 'step' | 'typing' | 'replace',
  ) => void;
}

/** Lists the findings page by page. */
export function FindingsView({ result, state, onChange }: FindingsViewProps) {
  const { validationId, summary } = result;
  const list = useList(
    listResultFindings,
    { params: { validationId }, query: findingQuery(state, state.group) },
    ({ nextCursor }) => nextCursor,
    { isEnabled: summary.total > 0 },
  );
  if (summary.total === 0) return <ChecksSection validationId={validationId} />;
  const [first] = list.pages ?? [];
  const findings = list.pages?.flatMap((page) => page.findings);
  const clear = () => onChange(NO_FINDING_FILTERS);
  return (
    <div class="section">
      <FindingFilterBar
        filters={state}
        group={state.group}
        facets={first?.facets ?? []}
        result={
          first === undefined
            ? ''
            : `${first.total.toLocaleString('en')} of ${summary.total.toLocaleString('en')} findings`
        }
        onChange={onChange}
        onClear={hasFilters(state) ? clear : undefined}
      />
      {findings && <NewRulesNote of={new Set(findings.map(({ catalogRuleId }) => catalogRuleId))} />}
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {findings === undefined && !list.error && <Skeleton lines={8} />}
      {findings?.length === 0 && (
        <EmptyState
          icon="search"
          title="No finding matches"
          actions={<Button onClick={clear}>Clear filters</Button>}
        />
      )}
      {findings && findings.length > 0 && (
        <FindingGroups
          findings={findings}
          group={state.group}
          isBusy={list.isBusy}
          onOpen={(finding) => onChange({ finding })}
          addressOf={(finding) => `?finding=${encodeURIComponent(finding)}`}
        />
      )}
      <MoreButton
        shown={findings?.length ?? 0}
        noun="findings"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
      {first !== undefined && first.listed < summary.total && (
        <p class="soft">
          The result lists its {first.listed.toLocaleString('en')} most severe findings; the score counts all.
        </p>
      )}
    </div>
  );
}
