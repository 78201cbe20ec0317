/** Bar of filters over a list: search, facets with counts, and what they leave. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useKey } from '../../shell/keys.ts';
import { Icon } from '../icons/icon.tsx';
import { Button } from './button.tsx';
import { CheckField } from './fields.tsx';

interface FilterBarProps {
  readonly children: ComponentChildren;
  /** Size of the rest, such as "31 of 388 rules". */
  readonly result: string;
  /** Clears all filters; absent when none is set. */
  readonly onClear?: (() => void) | undefined;
}

/** Shows filters, and announces what they leave. */
export function FilterBar({ children, result, onClear }: FilterBarProps) {
  return (
    <search class="filters">
      {children}
      {onClear && (
        <Button kind="quiet" icon="close" onClick={onClear}>
          Clear filters
        </Button>
      )}
      <span class="filters-result" role="status">
        {result}
      </span>
    </search>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Shows a field to search in a list; the key `/` leads to it. */
export function SearchField({ label, value, onInput }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useKey('/', () => input.current?.select(), label);
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={input}
        class="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}

/** Value of a facet. */
export interface FacetOption {
  readonly value: string;
  readonly label: ComponentChildren;
  /** Entries that have it under the other filters. */
  readonly count?: number;
}

interface FacetProps {
  readonly label: string;
  readonly options: readonly FacetOption[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Shows one facet as a button with a panel of checkboxes. */
export function Facet({ label, options, chosen, onChange }: FacetProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (element?.open && !event.composedPath().includes(element)) element.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current?.open) return;
    event.stopPropagation();
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details
      class="facet"
      ref={details}
      onKeyDown={onKeyDown}
      data-active={chosen.length > 0 ? '' : undefined}
    >
      <summary class="button">
        {label}
        {chosen.length > 0 && <span>· {chosen.length}</span>}
        <Icon name="down" size={12} />
      </summary>
      <fieldset class="facet-panel">
        <legend class="visually-hidden">{label}</legend>
        {options.map((option) => (
          <CheckField
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            {...(option.count === undefined ? {} : { count: option.count })}
            onChange={(checked) =>
              onChange(checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value))
            }
          />
        ))}
      </fieldset>
    </details>
  );
}

interface SelectFilterProps {
  readonly label: string;
  /** Text of the choice that filters nothing. */
  readonly all: string;
  /** Empty: nothing is filtered. */
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** Shows a filter with one of many values, without counts. A value that is no option stays, and shows as it is. */
export function SelectFilter({ label, all, value, options, onChange }: SelectFilterProps) {
  const isKnown = value === '' || options.some(([option]) => option === value);
  return (
    <select
      class="input filter-input"
      aria-label={label}
      value={value}
      data-active={value === '' ? undefined : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface DayFilterProps {
  readonly label: string;
  /** Day such as `2026-03-02`; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Shows a filter by a day. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  return (
    <label class="filter-day">
      {label}
      <input
        class="input filter-input"
        type="date"
        value={value}
        data-active={value === '' ? undefined : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
