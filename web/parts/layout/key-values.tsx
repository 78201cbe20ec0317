/** List of names and values. */
import type { ComponentChildren } from 'preact';

/** Entries in their order; those without a value or with false are left out. */
export type KeyValueEntries = readonly (readonly [name: string, value: ComponentChildren])[];

interface KeyValuesProps {
  readonly entries: KeyValueEntries;
  /** True: beside each other where there is room. */
  readonly inRow?: boolean;
}

/** Shows facts about one thing. */
export function KeyValues({ entries, inRow = false }: KeyValuesProps) {
  const present = entries.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <dl class={inRow ? 'key-values key-values--row' : 'key-values'}>
      {present.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}
