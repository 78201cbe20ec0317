/** Data that the robot must leave out of its log. */
import { jsonChildren, member, stringOf } from '../../platforms/json/document.ts';
import { setMemberAt } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

/** Entries of new projects. */
const DEFAULTS = ['Private:*', '*password*'];

export const fix: Fix = {
  rule: 'UIP-SEC-023',
  does: 'Adds the entries of new projects to excludedLoggedData.',
  json({ doc }) {
    const options = member(doc, 0, 'runtimeOptions');
    const list = options === -1 ? -1 : member(doc, options, 'excludedLoggedData');
    const entries = list === -1 ? [] : jsonChildren(doc, list).flatMap((entry) => stringOf(doc, entry) ?? []);
    const known = new Set(entries.map((entry) => entry.toLowerCase()));
    const missing = DEFAULTS.filter((entry) => !known.has(entry.toLowerCase()));
    return [setMemberAt(doc, 0, ['runtimeOptions', 'excludedLoggedData'], [...entries, ...missing])];
  },
};
