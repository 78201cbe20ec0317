/** Screen of `/rules`: the catalogue, searched and filtered in the address. */
import { useMemo } from 'preact/hooks';
import { listRules, type RuleSummary } from '../../api/calls/rules.ts';
import { useCall } from '../../api/use-call.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { useUrlState } from '../../routing/url-state.ts';
import { ruleColumns } from './rule-columns.tsx';
import { RuleFilterBar } from './rule-filter-bar.tsx';
import { filterRules, NO_RULE_FILTERS, RULE_FACETS, RULE_PARAMS, sortRules } from './rule-filters.ts';

/** Shows every rule with its severity, category and platforms. */
export default function RulesScreen() {
  const { data, error, isBusy, retry } = useCall(listRules, {});
  const rules = data?.rules;
  return (
    <>
      <PageHeader
        title="Rules"
        subtitle="What is checked, why it matters and how to fix it. A ruleset decides which of them run."
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {rules && <Catalogue rules={rules} isBusy={isBusy} />}
      {!rules && !error && <Skeleton lines={12} />}
    </>
  );
}

function Catalogue({ rules, isBusy }: { readonly rules: readonly RuleSummary[]; readonly isBusy: boolean }) {
  const [state, change] = useUrlState(RULE_PARAMS);
  const titleOf = usePlatformTitles();
  const columns = useMemo(() => ruleColumns(titleOf), [titleOf]);
  const found = sortRules(filterRules(rules, state), state.sort);
  const isFiltered = state.q !== '' || RULE_FACETS.some((facet) => state[facet].length > 0);
  const clear = () => change(NO_RULE_FILTERS);
  return (
    <>
      <RuleFilterBar
        rules={rules}
        filters={state}
        titleOf={titleOf}
        result={isFiltered ? `${found.length} of ${rules.length} rules` : `${rules.length} rules`}
        onChange={change}
        onClear={isFiltered ? clear : undefined}
      />
      {found.length === 0 ? (
        <EmptyState
          icon="search"
          title="No rule matches"
          actions={<Button onClick={clear}>Clear filters</Button>}
        >
          Search looks in ids, titles, reasons and controls.
        </EmptyState>
      ) : (
        <DataTable
          label="Rules"
          columns={columns}
          rows={found}
          keyOf={({ ruleId }) => ruleId}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          isBusy={isBusy}
        />
      )}
    </>
  );
}
