/** List of names and values. */
import type { ComponentChildren } from 'preact';

/** Entries in their order; those without a value are left out. */
export type KeyValueEntries = readonly (readonly [name: string, value: ComponentChildren])[];

/** Shows facts about one thing. */
export function KeyValues({ entries }: { readonly entries: KeyValueEntries }) {
  const present = entries.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl class="key-values">
      {present.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}
