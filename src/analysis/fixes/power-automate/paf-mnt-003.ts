/** Variables of cloud flows that nothing uses: the action that makes one goes. */
import type { Workflow } from '../../model/workflow.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { jsonChildren, keyOf, member, valueOf as plainValue } from '../../platforms/json/document.ts';
import type { Edit } from '../edits/edit.ts';
import { type JsonValue, removeEntries, setValue } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';
import { actionAround, NO_ACTION } from './flow-action.ts';

type Links = Readonly<Record<string, JsonValue>>;

/** Returns the conditions of both: an action that both name must end as both say. Undefined: it never can. */
function bothOf(one: Links, other: Links): Links | undefined {
  const both = new Map(Object.entries(one));
  for (const [name, statuses] of Object.entries(other)) {
    const known = both.get(name) ?? statuses;
    if (!Array.isArray(known) || !Array.isArray(statuses)) return undefined;
    const words = new Set(statuses.map((status) => String(status).toLowerCase()));
    const common = known.filter((status) => words.has(String(status).toLowerCase()));
    if (common.length === 0) return undefined;
    both.set(name, common);
  }
  return Object.fromEntries(both);
}

/** Returns whether other actions set the variable at a place, or refer to the action that makes it. */
function isNeeded(workflow: Workflow, variable: number, action: number): boolean {
  const keys = new Set(workflow.variables.flatMap(({ at, key }) => (at === variable ? [key] : [])));
  if (writesOf(workflow).some(({ key }) => keys.has(key))) return true;
  const own = workflow.activities.find(({ at }) => at === action);
  return own !== undefined && workflow.mentions.keys.includes(actionKey(own));
}

/** Statuses of a step that an action without an error has. */
const isPlain = (statuses: JsonValue): boolean =>
  Array.isArray(statuses) && statuses.length === 1 && /^succeeded$/i.test(String(statuses[0]));

export const fix: Fix = {
  rule: 'PAF-MNT-003',
  does: 'Takes the action away that initialises the unused variable.',
  json(place, { workflows }) {
    const { doc, value } = place;
    const action = actionAround(place);
    if (action === -1) return NO_ACTION;
    if (jsonChildren(doc, doc.parents[value]!).length !== 1) return 'Its action makes other variables, too.';
    const initial = member(doc, value, 'value');
    const isFixed = initial === -1 || !doc.text.slice(doc.starts[initial]!, doc.ends[initial]!).includes('@');
    if (!isFixed) return 'Each run computes its value, which may fail.';
    const key = keyOf(doc, action);
    if (workflows.some((workflow) => isNeeded(workflow, value, action)))
      return 'Other actions set the variable, or refer to its action.';
    const siblings = jsonChildren(doc, doc.parents[action]!);
    if (siblings.length === 1) return 'It is the only action there.';
    const own = member(doc, action, 'runAfter');
    const before = own === -1 ? {} : (plainValue(doc, own) as Links);
    const edits: Edit[] = removeEntries(doc, [action], () => key);
    for (const sibling of siblings) {
      const after = member(doc, sibling, 'runAfter');
      const link = after === -1 ? -1 : member(doc, after, key);
      if (link === -1) continue;
      const links = plainValue(doc, after) as Links;
      if (!isPlain(links[key]!)) return 'Another action runs after it on conditions of its own.';
      const { [key]: _, ...others } = links;
      const both = bothOf(others, before);
      if (both === undefined) return 'Another action runs after it on conditions of its own.';
      edits.push(setValue(doc, after, both));
    }
    return edits;
  },
};
