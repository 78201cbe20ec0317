/** A stage passes or takes values that the called page or action does not declare. */
import type { ArgumentFacts, WorkflowFacts } from '../../model/project.ts';
import type { Spot } from '../../model/subjects/spot.ts';
import { isResultUnread } from '../../patterns/blue-prism/initial-value.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { defineRule } from '../define-rule.ts';

/** Declared arguments of a page by name, for each direction. */
type Declared = Partial<Record<ArgumentFacts['direction'], Map<string, ArgumentFacts>>>;

const keyOf = (name: string): string => name.trim().toLowerCase();
/** Links visited in one workflow. */
const LOOKS_MAX = 2_000_000;
/** Returns a key for a result of a call. */
const resultKey = ({ file, name }: WorkflowFacts, { at, owner }: Spot, result: string): string =>
  JSON.stringify([file, name, at, owner, result]);
const NOTHING: Declared = {};
const isKnown = (type: string): boolean => type !== '' && type !== 'unknown';

/** Collects the declarations of each page of a workflow. */
function declarationsOf(workflow: WorkflowFacts): ReadonlyMap<number, Declared> {
  const pages = new Map<number, Declared>();
  for (const argument of workflow.arguments) {
    const { page, direction, name } = argument;
    let declared = pages.get(page);
    if (declared === undefined) {
      declared = {};
      pages.set(page, declared);
    }
    (declared[direction] ??= new Map()).set(keyOf(name), argument);
  }
  return pages;
}

export const rule = defineRule('BPR-REL-012', {
  level: 'project',
  isEnoughAlone: true,
  *gather(workflow) {
    const spend = stepLimit(LOOKS_MAX);
    for (const call of workflow.calls)
      for (const { name, direction, value } of call.bindings)
        if (direction === 'out' && isResultUnread(workflow, call.owner, value, spend))
          yield { at: call, text: keyOf(name) };
  },
  *check(project) {
    const unread = new Set(project.clues.map((clue) => resultKey(clue.in, clue.at, clue.text)));
    const known = new Map<WorkflowFacts, ReadonlyMap<number, Declared>>();
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        if (call.bindings.length === 0) continue;
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'found') continue;
        const declarations = known.get(callee.workflow) ?? declarationsOf(callee.workflow);
        known.set(callee.workflow, declarations);
        const declared = declarations.get(callee.page) ?? NOTHING;
        for (const { name, direction, type, isBlank } of call.bindings) {
          const argument = declared[direction]?.get(keyOf(name));
          const differs =
            argument !== undefined && type !== argument.type && isKnown(type) && isKnown(argument.type);
          if (argument !== undefined && !differs) continue;
          const what = direction === 'in' ? 'input' : 'output';
          const reason = differs ? ` as ${type}, but it is ${argument.type}` : ', which does not exist';
          yield {
            in: workflow,
            at: call,
            subject: `${what} ${name}`,
            // A stage lists what the page declared when it was made: what binds no value loses none, nor does a result that
            // no stage reads.
            ...(isBlank === true ||
            (direction === 'out' && unread.has(resultKey(workflow, call, keyOf(name))))
              ? { severity: 'low' as const }
              : {}),
            message:
              isBlank === true
                ? `"${call.step}" lists the ${what} "${name}" without a value${reason}.`
                : `"${call.step}" binds the ${what} "${name}"${reason}.`,
          };
        }
      }
    }
  },
});
