/** Range and groups of the trends. */
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { choiceParam } from '../../routing/url-state.ts';

/** Parameter of the address, the same for all trends. */
export const DAYS_PARAM = { days: choiceParam<TrendDays>(['7', '30', '90', '365'], '30') };

/** Ranges in days, as the address has them. */
export type TrendDays = '7' | '30' | '90' | '365';
/** Facts to group by; empty: none. */
export type TrendGroup = '' | 'platform' | 'source' | 'environment';

const RANGES: readonly (readonly [TrendDays, string])[] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
];
const GROUPS: readonly (readonly [TrendGroup, string])[] = [
  ['', 'Nothing'],
  ['platform', 'Platform'],
  ['source', 'Source'],
  ['environment', 'Environment'],
];

interface TrendFiltersProps {
  readonly days: TrendDays;
  readonly group: TrendGroup;
  readonly onChange: (changes: { readonly days?: TrendDays; readonly group?: TrendGroup }) => void;
}

/** Shows the choice of a range. */
export function DaysSelect({
  days,
  onChange,
}: {
  readonly days: TrendDays;
  readonly onChange: (days: TrendDays) => void;
}) {
  return <ChoiceSelect label="Show the last" value={days} options={RANGES} onChange={onChange} />;
}

/** Shows both choices. */
export function TrendFilters({ days, group, onChange }: TrendFiltersProps) {
  return (
    <search class="filters">
      <DaysSelect days={days} onChange={(value) => onChange({ days: value })} />
      <ChoiceSelect
        label="Group by"
        value={group}
        options={GROUPS}
        onChange={(value) => onChange({ group: value })}
      />
    </search>
  );
}
