/** Runs of the time in question, by platform and policy. */
import type { RunGroup } from '../../api/calls/evidence.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { wordsOf } from '../../parts/data/words.ts';

/** Shows how many runs there were, and how many would block. */
export function RunGroups({ runs }: { readonly runs: readonly RunGroup[] }) {
  const titleOf = usePlatformTitles();
  const columns: readonly Column<RunGroup>[] = [
    { key: 'platform', label: 'Platform', cell: ({ platform }) => platform && titleOf(platform) },
    {
      key: 'policy',
      label: 'Policy',
      cell: ({ ruleset, policyPack }) =>
        policyPack === null ? (
          `Ruleset ${wordsOf(ruleset).toLowerCase()}`
        ) : (
          <bdi>{`Policy pack ${policyPack}`}</bdi>
        ),
    },
    { key: 'runs', label: 'Runs', isNumber: true, cell: (group) => group.runs.toLocaleString('en') },
    {
      key: 'blocked',
      label: 'Would block',
      isNumber: true,
      cell: ({ blocked }) => blocked.toLocaleString('en'),
    },
  ];
  return (
    <section class="section">
      <h2>Runs in this time</h2>
      {runs.length === 0 ? (
        <p class="soft">No run ended in this time: nothing was checked.</p>
      ) : (
        <DataTable
          label="Runs in this time"
          columns={columns}
          rows={runs}
          keyOf={({ platform, ruleset, policyPack }) => `${platform} ${ruleset} ${policyPack}`}
        />
      )}
    </section>
  );
}
