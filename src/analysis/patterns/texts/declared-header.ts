/** Header of a workflow: facts that its author declares in notes, such as `Owner: Payments team`. */

import { derived } from '../../model/interning/derived.ts';
import type { Anchor, Workflow } from '../../model/workflow.ts';

/** Longest note and most lines of one that are read: a header stands at the beginning. */
const LINES_MAX = 60;
const CHARACTERS_MAX = 4_000;
/** Notes of a file that are read. */
const NOTES_MAX = 500;
const FACT = /^[\s#*'/-]{0,10}([a-z][\w -]{0,40}?)\s{0,5}[:=]\s{0,5}(\S.{0,200})$/i;

/** Declared fact with its note. */
export interface DeclaredFact {
  readonly value: string;
  readonly at: Anchor;
}

/** Returns a key in the form that headers are searched by: `Data class`, `data-class` and `dataClass` are the same. */
export function headerKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** Returns the facts that notes of a workflow declare, by `headerKey`; the first of each key counts. */
export const headerOf = derived((workflow: Workflow): ReadonlyMap<string, DeclaredFact> => {
  const found = new Map<string, DeclaredFact>();
  for (const note of workflow.notes.slice(0, NOTES_MAX)) {
    if (note.kind === 'code') continue;
    for (const line of note.text.slice(0, CHARACTERS_MAX).split(/\r?\n/, LINES_MAX)) {
      const [, name, value] = FACT.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      const key = headerKey(name);
      if (!found.has(key)) found.set(key, { value: value.trim(), at: note });
    }
  }
  return found;
});
