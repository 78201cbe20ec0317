/** A command works with a path from a variable that nothing sets. */
import { enclosing, isLive, literalOf } from '../../model/navigate.ts';
import type { Property, Role, Workflow } from '../../model/workflow.ts';
import { botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

const PATH = /(?:path|folder|file)$/i;
const SCHEME = /^file:\/{2,3}$/i;
const TYPES = new Set(['STRING', 'FILE']);
const NOT_NEEDED: ReadonlySet<Role> = new Set<Role>(['trigger', 'branch', 'invoke']);

/** Returns the key of the variable with which a path begins. */
function beginsWith({ expression }: Property): string | undefined {
  const pieces = expression === undefined ? [] : piecesOf(expression.tree);
  const [first, second] = pieces;
  const start = first?.kind === 'literal' && SCHEME.test(first.value) ? second : first;
  return start?.kind === 'reference' ? start.name.toLowerCase() : undefined;
}

/** Collects the keys of variables that live commands or callers set. */
function setKeys(workflow: Workflow): ReadonlySet<string> {
  const set = new Set<string>();
  for (const activity of workflow.activities)
    if (isLive(activity)) for (const key of writtenBy(activity)) set.add(key);
  for (const { key, direction } of workflow.arguments) if (direction !== 'out') set.add(key);
  return set;
}

export const rule = defineRule('AAB-REL-019', {
  level: 'workflow',
  wants: 'symbols',
  *check(workflow) {
    let set: ReadonlySet<string> | undefined;
    const reported = new Set<string>();
    for (const activity of workflow.activities) {
      // An If may test whether there is a path, and a called bot may do without one.
      if (!isLive(activity) || NOT_NEEDED.has(activity.role)) continue;
      for (const property of activity.properties) {
        if (property.direction !== 'in' || !PATH.test(property.name)) continue;
        const key = beginsWith(property);
        if (key === undefined || reported.has(key)) continue;
        const variable = botSymbols(workflow).declared(key);
        if (variable === undefined || !TYPES.has(variable.type)) continue;
        if (variable.default !== undefined && literalOf(variable.default)?.trim() !== '') continue;
        set ??= setKeys(workflow);
        if (set.has(key)) continue;
        reported.add(key);
        yield {
          at: property,
          subject: variable.name,
          group: 'bot',
          // There, the bot has failed already.
          ...(enclosing(workflow, activity, 'catch', 'finally') && { severity: 'medium' as const }),
          message: `"${activity.name}" on line ${activity.editorLine} uses a path that begins with "${variable.name}", which is always empty: it is no input, has no default, and no command sets it.`,
        };
      }
    }
  },
});
