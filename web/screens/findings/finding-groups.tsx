/** Table of findings in groups that open in place. */
import { useRef } from 'preact/hooks';
import type { FindingGroup } from '../../api/calls/estate.ts';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { useRowKeys } from '../../parts/data/row-keys.ts';
import { isSeverity, severityRank } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { counted, wordsOf } from '../../parts/data/words.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import type { QueryValues } from '../../routing/paths.ts';
import { type FindingSelection, findingColumns } from './finding-columns.tsx';
import { GROUPINGS, type Grouping } from './finding-filters.ts';
import { GroupRows } from './group-rows.tsx';

interface FindingGroupsProps {
  readonly by: Grouping;
  readonly groups: readonly FindingGroup[];
  /** Filters of the list. */
  readonly query: QueryValues;
  readonly open: readonly string[];
  readonly titleOf: (platform: string) => string;
  readonly onOpen: (open: readonly string[]) => void;
  readonly isBusy: boolean;
  readonly selection: FindingSelection | null;
}

/** Shows the groups, worst first. Keys: j and k move over groups and findings, Enter opens. */
export function FindingGroups({
  by,
  groups,
  query,
  open,
  titleOf,
  onOpen,
  isBusy,
  selection,
}: FindingGroupsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, selection !== null);
  const columns = findingColumns(by === 'rule' ? 'rule' : by === 'workflow' ? 'file' : null, selection);
  return (
    <div class="table-frame" aria-busy={isBusy}>
      <table class="table" aria-label="Findings">
        <thead>
          <tr>
            {columns.map(({ key, label, isExtra }) => (
              <th key={key} scope="col" class={isExtra ? 'narrow-hide' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {(by === 'severity' ? groups.toSorted(byRank) : groups).map((group) => {
            const isOpen = open.includes(group.key);
            return [
              <tr key={group.key} class="group-row">
                <th scope="rowgroup" colSpan={columns.length}>
                  <button
                    type="button"
                    class="group-toggle row-link"
                    aria-expanded={isOpen}
                    onClick={() =>
                      onOpen(isOpen ? open.filter((key) => key !== group.key) : [...open, group.key])
                    }
                  >
                    <Icon name={isOpen ? 'down' : 'forward'} size={14} />
                    <span class="group-name">
                      <GroupName by={by} group={group} titleOf={titleOf} />
                    </span>
                    <FindingCounts summary={group} />
                    <span class="group-files">{sizeText(by, group)}</span>
                  </button>
                </th>
              </tr>,
              isOpen && (
                <GroupRows
                  key={`${group.key} rows`}
                  query={{ ...query, [GROUPINGS[by].filter]: group.key }}
                  columns={columns}
                />
              ),
            ];
          })}
        </tbody>
      </table>
    </div>
  );
}

const byRank = (a: FindingGroup, b: FindingGroup) => severityRank(a.key) - severityRank(b.key);

interface GroupNameProps {
  readonly by: Grouping;
  readonly group: FindingGroup;
  readonly titleOf: (platform: string) => string;
}

function GroupName({ by, group: { key, name }, titleOf }: GroupNameProps) {
  if (by === 'severity' && isSeverity(key)) return <SeverityMark severity={key} long />;
  if (by === 'platform') return <>{titleOf(key)}</>;
  if (by === 'category') return <>{wordsOf(key)}</>;
  if (by === 'owner' && name === null) return <>No team</>;
  return (
    <>
      <bdi>{name ?? key}</bdi> {by === 'rule' && <span class="mono soft">{key}</span>}
    </>
  );
}

/** Says how many findings there are; of other groups than files, in how many files. */
function sizeText(by: Grouping, { count, workflows }: FindingGroup): string {
  if (by === 'workflow') return `${count.toLocaleString('en')} in all`;
  return counted(workflows, 'file');
}
