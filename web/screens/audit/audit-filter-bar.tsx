/** Filters over the audit log. */
import { useRef } from 'preact/hooks';
import type { AuditEntry } from '../../api/calls/audit.ts';
import { Button } from '../../parts/form/button.tsx';
import { DayFilter, FilterBar, SelectFilter } from '../../parts/form/filters.tsx';
import { type AuditFilters, isFiltered, NO_AUDIT_FILTERS } from './audit-filters.ts';
import { ACTIONS, TARGETS } from './audit-words.ts';

interface AuditFilterBarProps {
  readonly filters: AuditFilters;
  readonly entries: readonly AuditEntry[] | undefined;
  readonly hasMore: boolean;
  readonly onChange: (changes: Partial<AuditFilters>) => void;
}

/** Shows the filters. Its actors come from the entries shown so far. */
export function AuditFilterBar({ filters, entries, hasMore, onChange }: AuditFilterBarProps) {
  const { action, actorId, targetKind, targetId, from, to } = filters;
  const names = useNames(entries ?? []);
  const actors = new Map([...(actorId === '' ? [] : [[actorId, actorId] as const]), ...names.actors]);
  return (
    <FilterBar
      result={resultText(entries?.length, hasMore)}
      onClear={isFiltered(filters) ? () => onChange(NO_AUDIT_FILTERS) : undefined}
    >
      <SelectFilter
        label="Action"
        all="All actions"
        value={action}
        options={ACTIONS}
        onChange={(next) => onChange({ action: next })}
      />
      <SelectFilter
        label="Actor"
        all="All actors"
        value={actorId}
        options={[...actors]}
        onChange={(next) => onChange({ actorId: next })}
      />
      <SelectFilter
        label="Target"
        all="All targets"
        value={targetKind}
        options={TARGETS}
        onChange={(next) => onChange({ targetKind: next, targetId: '' })}
      />
      <DayFilter label="From" value={from} onChange={(next) => onChange({ from: next })} />
      <DayFilter label="To" value={to} onChange={(next) => onChange({ to: next })} />
      {targetId !== '' && (
        <Button kind="quiet" icon="close" onClick={() => onChange({ targetId: '' })}>
          {`Only ${names.targets.get(targetId) ?? targetId}`}
        </Button>
      )}
    </FilterBar>
  );
}

/** Remembers the names of actors and targets, which a filter may take out of the list. */
function useNames(entries: readonly AuditEntry[]) {
  const { current } = useRef({ actors: new Map<string, string>(), targets: new Map<string, string>() });
  for (const { actorId, actorName, targetId, targetName } of entries) {
    current.actors.set(actorId, actorName);
    current.targets.set(targetId, targetName);
  }
  return current;
}

function resultText(count: number | undefined, hasMore: boolean): string {
  if (count === undefined) return '';
  return `${count.toLocaleString('en')}${hasMore ? '+' : ''} ${count === 1 ? 'entry' : 'entries'}`;
}
