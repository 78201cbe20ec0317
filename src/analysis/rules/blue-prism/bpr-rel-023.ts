/** Finds actions that report their failure by outputs alone, where nothing reads these. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { defineRule } from '../define-rule.ts';

/** Objects of the vendor that catch every exception and hand back its text. */
const OBJECTS = /^(?:data - sql server|utility - file management)$/i;
/** Actions that may fail: nothing is left to delete, and what is written into a missing folder fails by itself. */
const MAY_FAIL = /^(?:delete|create directory)\b/i;
const SUCCESS = /^outputs\.success$/i;
const REPORTS = /^outputs\.(?:success|(?:error )?message|records affected)$/i;

/** Returns whether a stage calls an action that hides its exceptions. */
function hidesErrors(activity: Activity): boolean {
  if (!OBJECTS.test(propertyOf(activity, 'resource.object')?.text ?? '') || !isLive(activity)) return false;
  return !MAY_FAIL.test(propertyOf(activity, 'resource.action')?.text ?? '');
}

/** Returns the keys of the data items that something reads, be it outside of the process. */
function keysRead({ activities, expressions, variables }: Workflow): ReadonlySet<string> {
  const written = new Set(
    activities.flatMap(({ properties }) =>
      properties.flatMap(({ direction, expression }) => (direction === 'out' ? (expression ?? []) : [])),
    ),
  );
  const read = new Set<string>();
  for (const expression of expressions)
    if (!written.has(expression)) for (const key of expression.mentions) read.add(key);
  for (const { key, modifiers = [] } of variables)
    if (modifiers.some((word) => word.startsWith('exposure:'))) read.add(key);
  return read;
}

const isRead = ({ expression }: Property, read: ReadonlySet<string>): boolean =>
  expression?.mentions.some((key) => read.has(key)) === true;

export const rule = defineRule('BPR-REL-023', {
  level: 'workflow',
  types: ['Action'],
  words: ['success'],
  *check(workflow) {
    let read: ReadonlySet<string> | undefined;
    for (const activity of stagesOf(workflow, 'Action')) {
      if (!hidesErrors(activity)) continue;
      const outputs = activity.properties.filter(
        ({ direction, name }) => direction === 'out' && REPORTS.test(name),
      );
      const success = outputs.find(({ name }) => SUCCESS.test(name));
      if (success === undefined) continue;
      read ??= keysRead(workflow);
      const known = read;
      if (outputs.some((property) => isRead(property, known))) continue;
      yield {
        at: success,
        subject: 'success',
        message: `"${activity.name}" reports its result only in "Success", and no stage reads it.`,
      };
    }
  },
});
