/** Table of things: sortable headers, a link a row, keys to move, optional selection. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';
import { memo } from '../memo.tsx';
import { useRowKeys } from './row-keys.ts';

/** Order of a table: the column's key, with `-` before it when descending. */
export type SortOrder = string;

/** Column of a table. */
export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  readonly isSortable?: boolean;
  /** True: left out on small screens. */
  readonly isExtra?: boolean;
}

/** Selection of rows. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** Returns whether a row can be selected; absent: every row can. */
  readonly canSelect?: (key: string) => boolean;
}

interface DataTableProps<Row> {
  /** Name for screen readers. */
  readonly label: string;
  /** The first column's cell has the link of the row, with the class `row-link`. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Name of a row, for its checkbox. */
  readonly nameOf?: (row: Row) => string;
  readonly sort?: SortOrder;
  readonly onSort?: (sort: SortOrder) => void;
  readonly selection?: Selection;
  readonly isBusy?: boolean;
}

/** Shows a table; columns that stay the same spare rows from being drawn again. Keys: j and k or the arrows move, Enter opens, x selects. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, nameOf, selection, isBusy = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, selection !== undefined);
  return (
    <div class="table-frame" aria-busy={isBusy}>
      <table class="table" aria-label={label}>
        <thead>
          <tr>
            {selection && <SelectAll keys={rows.map(keyOf)} selection={selection} />}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} table={props} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <BodyRow
                key={key}
                id={key}
                row={row}
                name={nameOf?.(row) ?? key}
                columns={columns as readonly Column<unknown>[]}
                selection={selection}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row>({
  column,
  table,
}: {
  readonly column: Column<Row>;
  readonly table: DataTableProps<Row>;
}) {
  const { sort, onSort } = table;
  const isCurrent = sort === column.key || sort === `-${column.key}`;
  const isDescending = isCurrent && sort?.startsWith('-') === true;
  const order = isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={cellClass(column)} aria-sort={isCurrent ? order : undefined}>
      {column.isSortable && onSort ? (
        <button
          type="button"
          class="sort"
          onClick={() => onSort(isCurrent && !isDescending ? `-${column.key}` : column.key)}
        >
          {column.label}
          <Icon name={isCurrent ? (isDescending ? 'down' : 'up') : 'sort'} size={12} />
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

interface BodyRowProps {
  readonly id: string;
  readonly row: unknown;
  /** Name of the row, for its checkbox. */
  readonly name: string;
  readonly columns: readonly Column<unknown>[];
  readonly selection: Selection | undefined;
}

/** Shows a row. It stays as it is while a filter is typed: drawing all rows for each key would delay the keys. */
const BodyRow = memo(({ id, row, name, columns, selection }: BodyRowProps) => {
  const isSelected = selection?.keys.has(id);
  return (
    <tr aria-selected={isSelected} data-key={id}>
      {selection && (
        <td>
          {isSelectable(selection, id) && (
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={isSelected === true}
              onChange={() => selection.onChange(toggled(selection.keys, [id], isSelected !== true))}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} class={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
});

function isSelectable({ canSelect }: Selection, key: string): boolean {
  return canSelect?.(key) ?? true;
}

function SelectAll(props: { readonly keys: readonly string[]; readonly selection: Selection }) {
  const { selection } = props;
  const keys = props.keys.filter((key) => isSelectable(selection, key));
  const count = keys.filter((key) => selection.keys.has(key)).length;
  const isAll = count > 0 && count === keys.length;
  return (
    <th scope="col">
      <input
        type="checkbox"
        aria-label="Select all rows"
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => selection.onChange(toggled(selection.keys, keys, !isAll))}
      />
    </th>
  );
}

function toggled(
  keys: ReadonlySet<string>,
  changed: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const next = new Set(keys);
  for (const key of changed) {
    if (isSelected) next.add(key);
    else next.delete(key);
  }
  return next;
}

function cellClass<Row>({ isNumber, isExtra }: Column<Row>): string | undefined {
  const classes = [isNumber && 'number', isExtra && 'narrow-hide'].filter(Boolean).join(' ');
  return classes === '' ? undefined : classes;
}
