/** Keys of a table: they move the focus between the links of its rows. */
import type { RefObject } from 'preact';
import { useKey } from '../../shell/keys.ts';

/** Handles j, k and the arrows in a table, and x where rows can be selected. */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, canSelect: boolean): void {
  const move = (step: number) => () => {
    const rows = [...(body.current?.rows ?? [])];
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), rows.length - 1);
    rows[next]?.querySelector<HTMLElement>('.row-link')?.focus();
  };
  useKey('j', move(1), 'Next row');
  useKey('k', move(-1), 'Previous row');
  useKey('ArrowDown', move(1), null, () => isInside(body));
  useKey('ArrowUp', move(-1), null, () => isInside(body));
  const select = () => {
    const row = document.activeElement?.closest('tr');
    row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  };
  useKey('x', select, canSelect ? 'Select the row' : null, () => canSelect && isInside(body));
}

/** Returns whether the focus is on a link of the table, or on what opens a row: its inputs have arrows of their own. */
function isInside(body: RefObject<HTMLTableSectionElement | null>): boolean {
  const focused = document.activeElement;
  return focused?.matches('a, .row-link') === true && body.current?.contains(focused) === true;
}
