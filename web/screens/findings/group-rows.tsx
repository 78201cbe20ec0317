/** Rows of one open group of findings. */
import { useLocation } from 'preact-iso/router';
import { type EstateFinding, listFindings } from '../../api/calls/estate.ts';
import { useList } from '../../api/use-list.ts';
import type { Column } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { href, type QueryValues } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { useKey } from '../../shell/keys.ts';
import { keyOf } from './finding-columns.tsx';

interface GroupRowsProps {
  readonly query: QueryValues;
  readonly columns: readonly Column<EstateFinding>[];
}

/** Shows the findings of a group, page by page. */
export function GroupRows({ query, columns }: GroupRowsProps) {
  const list = useList(listFindings, { query }, ({ nextCursor }) => nextCursor);
  const findings = list.pages?.flatMap(({ items }) => items);
  useExceptionKey(findings ?? []);
  return (
    <>
      {findings?.map((finding) => (
        <tr key={keyOf(finding)} class="group-member" id={keyOf(finding)}>
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

/** Requests an exception for the finding in focus by a key. */
function useExceptionKey(findings: readonly EstateFinding[]): void {
  const { route } = useLocation();
  const focused = () => {
    const id = document.activeElement?.closest('tr')?.id;
    return findings.find((finding) => keyOf(finding) === id);
  };
  const request = () => {
    const { validationId, findingId } = focused()!;
    route(href('/exceptions/new', null, { validation: validationId, finding: findingId }));
  };
  const applies = () => hasScope(['exceptions:request']) && focused() !== undefined;
  useKey('e', request, 'Request an exception', applies);
}
