/** A handler that does not run when what it guards times out. */
import { jsonChildren, keyOf, member, stringOf } from '../../platforms/json/document.ts';
import { addEntry } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

const SUBJECT = 'timed out ';
/** Names of actions stand with blanks in messages, and with underscores in the file. */
const plain = (name: string): string => name.replaceAll('_', ' ');

export const fix: Fix = {
  rule: 'PAF-REL-003',
  does: 'Lets the handler run when the action times out, too.',
  consequence: 'After a time-out the handler runs, and the run may end as handled instead of failed.',
  flow: 'changes',
  json({ doc, value }, { finding }) {
    const after = member(doc, value, 'runAfter');
    const guarded = plain(finding.subject.slice(SUBJECT.length));
    const list =
      after === -1
        ? undefined
        : jsonChildren(doc, after).find((entry) => plain(keyOf(doc, entry)) === guarded);
    if (list === undefined) return 'Its runAfter is written in another form.';
    const isFailed = jsonChildren(doc, list).some((entry) => /^failed$/i.test(stringOf(doc, entry) ?? ''));
    return isFailed ? [addEntry(doc, list, 'TimedOut')] : 'Its runAfter is written in another form.';
  },
};
