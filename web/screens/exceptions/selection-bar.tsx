/** Bars over the list of exceptions. */
import { Button } from '../../parts/form/button.tsx';
import { CheckField } from '../../parts/form/fields.tsx';
import type { Decision } from './decide-many.ts';
import type { ExceptionFilters } from './exception-filters.ts';

interface SelectionBarProps {
  /** Number of rows that are chosen. */
  readonly chosen: number;
  /** Number of listed rows that can be chosen. */
  readonly decidable: number;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDecide: (decision: Decision) => void;
}

/** Shows how many rows are chosen, and what can be done with them. */
export function SelectionBar({ chosen, decidable, onSelectAll, onClear, onDecide }: SelectionBarProps) {
  return (
    <section class="row selection-bar" aria-label="Selection">
      <Button kind="primary" disabled={chosen === 0} onClick={() => onDecide('approve')}>
        Approve
      </Button>
      <Button disabled={chosen === 0} onClick={() => onDecide('reject')}>
        Reject
      </Button>
      <span role="status">{chosen.toLocaleString('en')} selected</span>
      {chosen < decidable && (
        <Button kind="quiet" onClick={onSelectAll}>
          Select all {decidable.toLocaleString('en')} listed
        </Button>
      )}
      {chosen > 0 && (
        <Button kind="quiet" onClick={onClear}>
          Clear selection
        </Button>
      )}
    </section>
  );
}

interface OtherFiltersProps {
  readonly filters: ExceptionFilters;
  readonly onChange: (changes: Partial<ExceptionFilters>) => void;
}

/** Shows the choice of own requests, and the rule or file of a link with a way out. */
export function OtherFilters({ filters: { ruleId, fileName, mine }, onChange }: OtherFiltersProps) {
  return (
    <div class="filters">
      <CheckField
        label="My requests only"
        checked={mine === 'true'}
        onChange={(checked) => onChange({ mine: checked ? 'true' : '' })}
      />
      {ruleId !== '' && (
        <Button kind="quiet" icon="close" onClick={() => onChange({ ruleId: '' })}>
          {`Only the rule ${ruleId}`}
        </Button>
      )}
      {fileName !== '' && (
        <Button kind="quiet" icon="close" onClick={() => onChange({ fileName: '' })}>
          {`Only the file ${fileName}`}
        </Button>
      )}
    </div>
  );
}
