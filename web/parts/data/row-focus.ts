/** Focus of a table when the row that has it goes, as it was deleted or no longer matches. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Part of a row that can have the focus: what opens it, or else its first control. */
const TARGETS = ['.row-link', 'a, button, input'] as const;

/** Moves the focus to the row that took the place of the one that had it; to the heading of the screen when none is left. */
export function useRowFocus(body: RefObject<HTMLTableSectionElement | null>): void {
  const last = useRef<{ readonly row: HTMLTableRowElement; readonly index: number } | null>(null);
  useEffect(() => {
    const note = ({ type, target, relatedTarget }: FocusEvent) => {
      const row = (target as Element).closest('tr');
      // A row that goes loses the focus to nothing.
      if (type === 'focusin' && row !== null) last.current = { row, index: row.sectionRowIndex };
      else if (relatedTarget !== null) last.current = null;
    };
    const element = body.current!;
    element.addEventListener('focusin', note);
    element.addEventListener('focusout', note);
    return () => {
      if (last.current !== null) focusInstead(null, 0);
    };
  }, []);
  useEffect(() => {
    const { row, index } = last.current ?? {};
    if (row === undefined || row.isConnected) return;
    last.current = null;
    focusInstead(body.current, index!);
  });
}

function focusInstead(body: HTMLTableSectionElement | null, index: number): void {
  if (document.activeElement !== document.body) return;
  const rows = [...(body?.rows ?? [])];
  const candidates = [...rows.slice(index), ...rows.slice(0, index).toReversed()];
  const target = candidates
    .map((row) => TARGETS.map((selector) => row.querySelector<HTMLElement>(selector)).find(Boolean))
    .find(Boolean);
  (target ?? document.querySelector<HTMLElement>('main h1'))?.focus();
}
