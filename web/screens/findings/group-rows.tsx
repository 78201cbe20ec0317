/** Rows of one open group of findings. */
import { type EstateFinding, listFindings } from '../../api/calls/estate.ts';
import { useList } from '../../api/use-list.ts';
import type { Column } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import type { QueryValues } from '../../routing/paths.ts';

interface GroupRowsProps {
  readonly query: QueryValues;
  readonly columns: readonly Column<EstateFinding>[];
}

/** Shows the findings of a group, page by page. */
export function GroupRows({ query, columns }: GroupRowsProps) {
  const list = useList(listFindings, { query }, ({ nextCursor }) => nextCursor);
  const findings = list.pages?.flatMap(({ items }) => items);
  return (
    <>
      {findings?.map((finding) => (
        <tr key={`${finding.workflowId} ${finding.findingId}`} class="group-member">
          {columns.map(({ key, isExtra, cell }) => (
            <td key={key} class={isExtra ? 'narrow-hide' : undefined}>
              {cell(finding)}
            </td>
          ))}
        </tr>
      ))}
      {(findings === undefined || list.error || list.hasMore) && (
        <tr>
          <td colSpan={columns.length}>
            {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
            {findings === undefined && !list.error && <Skeleton lines={2} />}
            <MoreButton
              shown={findings?.length ?? 0}
              noun="findings"
              hasMore={list.hasMore}
              isBusy={list.isLoadingMore}
              onMore={list.more}
            />
          </td>
        </tr>
      )}
    </>
  );
}
