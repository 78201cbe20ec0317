/** Variables of cloud flows that nothing uses: the action that makes one goes. */
import { jsonChildren, keyOf, member, valueOf as plainValue } from '../../platforms/json/document.ts';
import type { Edit } from '../edits/edit.ts';
import { type JsonValue, removeEntries, setValue } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';
import { actionAround, NO_ACTION } from './flow-action.ts';

/** Statuses of a step that an action without an error has. */
const isPlain = (statuses: JsonValue): boolean =>
  Array.isArray(statuses) && statuses.length === 1 && /^succeeded$/i.test(String(statuses[0]));

export const fix: Fix = {
  rule: 'PAF-MNT-003',
  does: 'Takes the action away that initialises the unused variable.',
  json(place) {
    const { doc, value } = place;
    const action = actionAround(place);
    if (action === -1) return NO_ACTION;
    if (jsonChildren(doc, doc.parents[value]!).length !== 1) return 'Its action makes other variables, too.';
    const initial = member(doc, value, 'value');
    const isFixed = initial === -1 || !doc.text.slice(doc.starts[initial]!, doc.ends[initial]!).includes('@');
    if (!isFixed) return 'Each run computes its value, which may fail.';
    const key = keyOf(doc, action);
    const siblings = jsonChildren(doc, doc.parents[action]!);
    if (siblings.length === 1) return 'It is the only action there.';
    const own = member(doc, action, 'runAfter');
    const before = own === -1 ? {} : (plainValue(doc, own) as Readonly<Record<string, JsonValue>>);
    const edits: Edit[] = removeEntries(doc, [action], () => key);
    for (const sibling of siblings) {
      const after = member(doc, sibling, 'runAfter');
      const link = after === -1 ? -1 : member(doc, after, key);
      if (link === -1) continue;
      const links = plainValue(doc, after) as Readonly<Record<string, JsonValue>>;
      if (!isPlain(links[key]!)) return 'Another action runs after it on conditions of its own.';
      const { [key]: _, ...others } = links;
      edits.push(setValue(doc, after, { ...others, ...before }));
    }
    return edits;
  },
};
