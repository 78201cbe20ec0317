/** Table of what an action changed: each field with its value before and after. */
import type { ComponentChildren } from 'preact';
import type { AuditEntry } from '../../api/calls/audit.ts';
import { fieldLabel } from './audit-words.ts';

type Change = AuditEntry['changes'][number];

/** Shows the changes of an entry. */
export function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <div class="table-frame">
      <table class="table changes" aria-label="Changes">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row">{fieldLabel(field)}</th>
              <td>
                <Value value={from} other={to} mark="del" />
              </td>
              <td>
                <Value value={to} other={from} mark="ins" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ValueProps {
  readonly value: unknown;
  /** Value on the other side of the change. */
  readonly other: unknown;
  readonly mark: 'del' | 'ins';
}

/** Shows one side of a change; of a list, only the entries that the other side does not have are marked. */
function Value({ value, other, mark: Mark }: ValueProps) {
  if (value === null || value === undefined) return <span class="soft">none</span>;
  if (!Array.isArray(value)) return <Mark>{valueText(value)}</Mark>;
  if (value.length === 0) return <span class="soft">empty</span>;
  const others = new Set(Array.isArray(other) ? other.map((one) => JSON.stringify(one)) : []);
  return (
    <ul class="plain-list">
      {value.map((one) => {
        const key = JSON.stringify(one);
        return <li key={key}>{others.has(key) ? valueText(one) : <Mark>{valueText(one)}</Mark>}</li>;
      })}
    </ul>
  );
}

/** Shows a value as a person reads it. */
export function valueText(value: unknown): ComponentChildren {
  if (value === null || value === undefined) return <span class="soft">none</span>;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'string') return value === '' ? <span class="soft">empty</span> : <bdi>{value}</bdi>;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return <bdi>{value.length === 0 ? 'none' : value.join(', ')}</bdi>;
  return <code>{JSON.stringify(value)}</code>;
}
